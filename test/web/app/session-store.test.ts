import t from 'tap'
import { bearerSessionStore, cookieSessionStore, mentionsSession } from '../../../web/app/session-store.ts'
import { memoryStorage, tokenWith } from '../../support/fake-fetch.ts'

t.test('cookie mode keeps no secret in local storage', async t => {
  const storage = memoryStorage()
  const store = cookieSessionStore(storage)
  store.write({ token_type: 'bearer', exp: 1_800_000_000, sub: 'ana', access_token: 'leaked?', refresh_token: 'leaked?' })
  t.strictSame(Object.values(storage.all()), ['{"token_type":"bearer","exp":1800000000,"sub":"ana"}'])
  t.match(store.read(), { accessToken: null, refreshToken: null, tokenType: 'bearer', exp: 1_800_000_000 })
  store.clear()
  t.strictSame(storage.all(), {})
})

t.test('bearer mode keeps access token, refresh token and token type, which defaults to bearer', async t => {
  const storage = memoryStorage()
  const store = bearerSessionStore(storage)
  const access = tokenWith({ exp: 1_800_000_000, sub: 'ana' })
  store.write({ access_token: access, refresh_token: 'r' })
  t.strictSame(Object.values(storage.all()).sort(), [access, 'r', 'bearer'].sort())
  t.match(store.read(), { accessToken: access, refreshToken: 'r', tokenType: 'bearer', exp: 1_800_000_000 })
  store.clear()
  t.strictSame(storage.all(), {})
})

t.test('bearer mode refuses a result that lacks a token, and then keeps nothing', async t => {
  for (const answer of [{ access_token: 'a' }, { refresh_token: 'r' }, { access_token: '', refresh_token: 'r' }, {}, null, 'text']) {
    const storage = memoryStorage()
    t.throws(() => bearerSessionStore(storage).write(answer), { message: 'Invalid authentication response from server' })
    t.strictSame(storage.all(), {})
  }
})

t.test('half a session counts as none', async t => {
  t.equal(bearerSessionStore(memoryStorage({ 'isobath.access_token': 'a' })).read(), null)
  t.equal(bearerSessionStore(memoryStorage({ 'isobath.refresh_token': 'r' })).read(), null)
  t.equal(cookieSessionStore(memoryStorage({ 'isobath.session': '{broken' })).read(), null)
  t.equal(cookieSessionStore(memoryStorage({ 'isobath.session': '{}' })).read(), null)
})

t.test('a token that is not a JSON Web Token has no known expiry', async t => {
  const store = bearerSessionStore(memoryStorage())
  for (const access_token of ['opaque', 'a.b.c', tokenWith({ sub: 'x' })]) {
    store.write({ access_token, refresh_token: 'r' })
    t.equal(store.read()?.exp, null)
  }
})

t.test('a registration that only returns the user has no session', async t => {
  t.equal(mentionsSession({ id: 1, email: 'ana@example.org' }), false)
  t.equal(mentionsSession(null), false)
  t.equal(mentionsSession({ access_token: 'a' }), true)
  t.equal(mentionsSession({ token_type: 'bearer', exp: 1, sub: 'x' }), true)
})
