import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import t from 'tap'
import { accessTokens } from '../../../../server/backend/accounts/access-tokens.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

t.test('a cached token is refused after its end', async t => {
  const key = randomBytes(32)
  const tokens = accessTokens(key)
  const endingIn = async (seconds: number) => {
    const now = Math.floor(Date.now() / 1000)
    const token = await new SignJWT({ sid: 's' })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setSubject('a')
      .setIssuer('isobath')
      .setAudience('isobath-api')
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key)
    return { token, end: now + seconds, claims: await tokens.read(token) }
  }
  let life = 2
  let read = await endingIn(life)
  while (read.claims === null && life < 200) {
    life *= 2 // the machine paused for longer than the lifetime of the token
    read = await endingIn(life)
  }
  const { token, end, claims } = read
  t.same(claims, { accountId: 'a', sessionId: 's' })
  while (Math.floor(Date.now() / 1000) < end) await new Promise(resolve => setTimeout(resolve, 50))
  t.equal(await tokens.read(token), null)
  t.equal(await accessTokens(randomBytes(32)).read(token), null)
})

await forEachDatabase(t, async (t, database) => {
  t.test('an ended session or a disabled account takes effect immediately for a cached token', async t => {
    const { app, storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const me = (token: string) => app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
    t.equal((await me(ada.tokens.access_token)).statusCode, 200)
    await storage.db.deleteFrom('session').where('account_id', '=', ada.id).execute()
    t.equal((await me(ada.tokens.access_token)).statusCode, 401)

    const ben = await signUp()
    t.equal((await me(ben.tokens.access_token)).statusCode, 200)
    await storage.db.updateTable('account').set({ disabled_at: new Date().toISOString() }).where('id', '=', ben.id).execute()
    t.equal((await me(ben.tokens.access_token)).statusCode, 401)
  })
})
