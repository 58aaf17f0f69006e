/** Settings that the gateway writes into `index.html` at run time. */
export interface AppConfig {
  /** `cookie`: tokens stay in HttpOnly cookies. `bearer`: this app keeps them in local storage. */
  sessionMode: 'cookie' | 'bearer'
  version: string
}

export function readConfig(): AppConfig {
  const text = document.getElementById('isobath-config')?.textContent
  const given = text ? (JSON.parse(text) as Partial<AppConfig>) : {}
  return { sessionMode: given.sessionMode === 'bearer' ? 'bearer' : 'cookie', version: given.version ?? 'unknown' }
}
