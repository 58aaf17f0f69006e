import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import t from 'tap'
import { accessTokens } from '../../../../server/backend/accounts/access-tokens.ts'
import { testBackend } from '../../../support/backend.ts'

const key = randomBytes(32)
const now = Math.floor(Date.now() / 1000)
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

interface Forgery {
  header?: object
  claims?: object
  key?: Buffer
  alg?: string
}

function forged({ header = {}, claims = {}, key: signer = key, alg = 'HS256' }: Forgery) {
  const all = { sub: 'a', sid: 's', iss: 'isobath', aud: 'isobath-api', iat: now, exp: now + 900, ...claims }
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
  return new SignJWT(present).setProtectedHeader({ alg, typ: 'at+jwt', ...header }).sign(signer)
}

t.test('an issued token can be read', async t => {
  const tokens = accessTokens(key)
  t.same(await tokens.read(await tokens.issue({ accountId: 'a', sessionId: 's' })), { accountId: 'a', sessionId: 's' })
  t.same(await tokens.read(await forged({})), { accountId: 'a', sessionId: 's' }, 'the forgery of this test works with the real key')
})

t.test('forged, foreign, expired and confused tokens are refused (row 7)', async t => {
  const tokens = accessTokens(key)
  const good = await forged({})
  const [header, body, signature] = good.split('.')
  const cases: Record<string, string> = {
    'another key': await forged({ key: randomBytes(32) }),
    'another issuer': await forged({ claims: { iss: 'elsewhere' } }),
    'another audience': await forged({ claims: { aud: 'elsewhere' } }),
    'another type': await forged({ header: { typ: 'JWT' } }),
    'another algorithm of the same family': await forged({ alg: 'HS512', key: Buffer.concat([key, key]) }),
    expired: await forged({ claims: { exp: now - 1 } }),
    'older than tokens get': await forged({ claims: { iat: now - 3600 } }),
    'from the future': await forged({ claims: { iat: now + 3600 } }),
    'not valid yet': await forged({ claims: { nbf: now + 60 } }),
    'without an end': await forged({ claims: { exp: undefined } }),
    'without a subject': await forged({ claims: { sub: undefined } }),
    'without a session': await forged({ claims: { sid: undefined } }),
    'with a session that is no text': await forged({ claims: { sid: 7 } }),
    'a foreign key by address': await forged({ key: randomBytes(32), header: { jku: 'https://evil.example/keys' } }),
    'no algorithm': `${base64({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
    'no algorithm, old signature': `${base64({ alg: 'None', typ: 'at+jwt' })}.${body}.${signature}`,
    'a changed body': `${header}.${base64({ sub: 'b', sid: 's' })}.${signature}`,
    'no signature': `${header}.${body}.`,
    nothing: '',
    noise: 'a.b.c'
  }
  for (const [name, token] of Object.entries(cases)) t.equal(await tokens.read(token), null, name)
})

t.test('a well-formed token whose session belongs to another account is refused', async t => {
  const { app, config, signUp } = await testBackend(t)
  const ada = await signUp()
  const bob = await signUp()
  const session = (await ada.get('/auth/sessions')).json().sessions[0].id
  const tokens = accessTokens(config.tokenKey)
  const ask = async (accountId: string, sessionId: string) => {
    const authorization = `Bearer ${await tokens.issue({ accountId, sessionId })}`
    return (await app.inject({ url: '/api/auth/me', headers: { authorization } })).statusCode
  }
  t.equal(await ask(ada.id, session), 200)
  t.equal(await ask(bob.id, session), 401)
  t.equal(await ask(ada.id, 'gone'), 401)
})
