import type { CookieJar, Session } from './cookies.ts'

const mostEntries = 2_000

/** Caches the sessions of recent cookie headers. Unsealing a session costs more than the rest of a request. */
export function openedCookies(jar: CookieJar) {
  const recent = new Map<string, Session>()

  return (header: string | undefined): Session | null => {
    if (header === undefined) return null
    const known = recent.get(header)
    if (known) {
      if (Date.now() < known.refreshEndsAt) return known
      recent.delete(header)
      return null
    }
    const session = jar.read(header)
    if (!session) return null
    recent.set(header, session)
    if (recent.size > mostEntries) recent.delete(recent.keys().next().value!)
    return session
  }
}
