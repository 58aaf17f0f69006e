/** Settings that the gateway writes into `index.html` at run time. */
export interface AppConfig {
  /** `cookie`: tokens stay in HttpOnly cookies. `bearer`: this app keeps them in local storage. */
  sessionMode: 'cookie' | 'bearer'
  version: string
}

/** Stands for the version in pages that the build draws. The gateway puts its own in its place. */
const versionOfGateway = '%ISOBATH_VERSION%'

export function readConfig(): AppConfig {
  if (typeof document === 'undefined') return { sessionMode: 'cookie', version: versionOfGateway }
  const text = document.getElementById('isobath-config')?.textContent
  const given = text ? (JSON.parse(text) as Partial<AppConfig>) : {}
  return { sessionMode: given.sessionMode === 'bearer' ? 'bearer' : 'cookie', version: given.version ?? 'unknown' }
}
