/** Settings that the gateway writes into `index.html` at run time. */
export interface AppConfig {
  /** Storage of the tokens. `cookie`: HttpOnly cookies. `bearer`: local storage. */
  sessionMode: 'cookie' | 'bearer'
  version: string
}

/** Version placeholder in prerendered pages. The gateway replaces it. */
const versionOfGateway = '%ISOBATH_VERSION%'

export function readConfig(): AppConfig {
  if (typeof document === 'undefined') return { sessionMode: 'cookie', version: versionOfGateway }
  const text = document.getElementById('isobath-config')?.textContent
  const given = text ? (JSON.parse(text) as Partial<AppConfig>) : {}
  return { sessionMode: given.sessionMode === 'bearer' ? 'bearer' : 'cookie', version: given.version ?? 'unknown' }
}
