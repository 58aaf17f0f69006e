import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const email = 'dev@isobath.example'

/**
 * Creates an account with the example project in a new data folder, for development. The random password is stored in the folder, so that every start
 * returns the same account.
 * @returns the account; null if the folder already has other accounts
 */
export async function exampleAccount(url, dataDir) {
  const path = join(dataDir, 'dev-account.json')
  const { setUp } = await (await fetch(`${url}/api/server`)).json()
  if (setUp !== 'open') return setUp === 'done' ? kept(path) : null
  const account = { email, password: randomBytes(12).toString('base64url') }
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'app' }
  const signedUp = await accepted(fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(account) }))
  writeFileSync(path, JSON.stringify(account), { mode: 0o600 })
  const cookie = signedUp.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  await accepted(fetch(`${url}/api/projects/example`, { method: 'POST', headers: { 'x-requested-by': 'app', cookie } }))
  return account
}

function kept(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

async function accepted(answering) {
  const answer = await answering
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
