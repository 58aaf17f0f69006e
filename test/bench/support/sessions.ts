import type { Running } from './processes.ts'

/** The first account of a measured server. */
export const account = { email: 'researcher@lab.example', password: 'forty fathoms of cold water' }

/** Signs in and returns the cookie header of a sealed session. */
export const signIn = (server: Running) =>
  enter(server, '/api/auth/login', new URLSearchParams({ username: account.email, password: account.password }))

/** Creates the first account and returns the cookie header of its session. */
export const signUp = (server: Running) => signUpAs(server, account)

/** Creates another account and returns the cookie header of its session. */
export const signUpAs = (server: Running, person: typeof account) => enter(server, '/api/auth/register', JSON.stringify(person))

async function enter({ url }: Running, path: string, body: string | URLSearchParams): Promise<string> {
  const type = typeof body === 'string' ? 'application/json' : 'application/x-www-form-urlencoded'
  const response = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': type, 'x-requested-by': 'app' } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}
