import t from 'tap'
import type { Tokens } from '../../../../shared/contracts/auth.ts'
import { forEachDatabase, goodPassword, personOf, straight, type TestBackend, testBackend } from '../../../support/backend.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

function login({ app }: TestBackend, email: string, password: string, address = '192.0.2.1') {
  const payload = new URLSearchParams({ username: email, password }).toString()
  return app.inject({ method: 'POST', url: '/api/auth/login', headers: { ...form, 'x-forwarded-for': address }, payload })
}

const register = ({ app }: TestBackend, payload: object) =>
  app.inject({ method: 'POST', url: '/api/auth/register', headers: straight, payload })

await forEachDatabase(t, (t, database) => {
  t.test('registering signs the person in, and the first account is the administrator', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp('Ada@Lab.example')
    t.match((await ada.get('/auth/me')).json(), { email: 'Ada@Lab.example', administrator: true, revision: 1, name: null })
    t.equal(ada.tokens.token_type, 'bearer')
    const bob = await backend.signUp()
    t.match((await bob.get('/auth/me')).json(), { administrator: false })
  })

  t.test('one of many simultaneous first registrations becomes the administrator (row 5)', async t => {
    const backend = await testBackend(t, { database })
    const people = await Promise.all(Array.from({ length: 6 }, (_, n) => backend.signUp(`first-${n}@lab.example`)))
    const users = await Promise.all(people.map(async person => (await person.get('/auth/me')).json()))
    t.equal(users.filter(user => user.administrator).length, 1)
  })

  t.test('an e-mail address has one account, however it is spelled', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const again = await register(backend, { email: 'ADA@lab.example', password: goodPassword })
    t.equal(again.statusCode, 422)
    t.match(again.json(), { code: 'EMAIL_TAKEN' })
  })

  t.test('common passwords, short ones and one’s own address are refused; long and unusual ones are accepted (row 3)', async t => {
    const backend = await testBackend(t, { database })
    const refused = ['short', 'password', 'Passw0rd!', '12345678', 'qwertyuiop', 'aaaaaaaaaaaa', 'jane.doe@lab.example']
    for (const password of refused) {
      const answer = await register(backend, { email: 'jane.doe@lab.example', password })
      t.equal(answer.statusCode, 422, password)
      t.match(answer.json().errors, [{ path: '/password' }], password)
    }
    const withNul = await register(backend, { email: 'nul@lab.example', password: 'gorgonian\u0000lantern halocline' })
    t.match([withNul.statusCode, withNul.json().errors], [422, [{ path: '/password', message: /holds a NUL/ }]])
    const strange = `  ${'é\u200d漢字'.repeat(16)} tail`
    await backend.signUp('strange@lab.example', strange)
    t.equal((await login(backend, 'strange@lab.example', strange)).statusCode, 200)
    t.equal((await login(backend, 'strange@lab.example', strange.slice(0, -1))).statusCode, 401, 'the password is not truncated')
    t.equal((await login(backend, 'strange@lab.example', strange.trim())).statusCode, 401, 'spaces count')
  })

  t.test('fields that registration does not have are refused (row 30)', async t => {
    const backend = await testBackend(t, { database })
    const answer = await register(backend, { email: 'a@lab.example', password: goodPassword, administrator: true })
    t.equal(answer.statusCode, 422)
    t.match(answer.json().errors, [{ path: '/administrator' }])
    t.equal((await register(backend, { email: 'not an address', password: goodPassword })).statusCode, 422)
    t.equal((await register(backend, { email: 'a@lab.example', password: 'x'.repeat(2_000_000) })).statusCode, 413)
  })

  t.test('a server closed to newcomers still admits its first person', async t => {
    const backend = await testBackend(t, { database, registration: { kind: 'closed', domains: [] } })
    await backend.signUp()
    const second = await register(backend, { email: 'late@lab.example', password: goodPassword })
    t.equal(second.statusCode, 403)
    t.match(second.json(), { code: 'REGISTRATION_CLOSED' })
  })

  t.test('a server for some domains accepts only their addresses', async t => {
    const backend = await testBackend(t, { database, registration: { kind: 'domain', domains: ['uni.example'] } })
    await backend.signUp('root@elsewhere.example')
    t.equal((await register(backend, { email: 'ada@UNI.example', password: goodPassword })).statusCode, 201)
    for (const email of ['eve@evil.example', 'eve@notuni.example', 'eve@sub.uni.example']) {
      const answer = await register(backend, { email, password: goodPassword })
      t.equal(answer.statusCode, 403, email)
      t.match(answer.json(), { code: 'DOMAIN_NOT_ALLOWED', detail: /uni\.example/ })
    }
  })

  t.test('login accepts only the form of the spec', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const answer = await login(backend, 'ADA@lab.example', goodPassword)
    t.equal(answer.statusCode, 200)
    t.match(answer.json(), { access_token: String, refresh_token: String, token_type: 'bearer' })
    t.equal(answer.headers['cache-control'], 'no-store')
    t.match((await (await personOf(backend.app, answer.json<Tokens>())).get('/auth/me')).json(), { email: 'ada@lab.example' })

    const twice = await backend.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: form,
      payload: 'username=a&username=b&password=c'
    })
    t.equal(twice.statusCode, 400, 'a repeated field')
    const more = await backend.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: form,
      payload: 'username=a&password=c&role=admin'
    })
    t.equal(more.statusCode, 422, 'an unknown field')
  })

  t.test('a wrong password and an unknown address get the same answer (row 1)', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const wrong = await login(backend, 'ada@lab.example', 'not the password')
    const unknown = await login(backend, 'nobody@lab.example', 'not the password')
    t.equal(wrong.statusCode, 401)
    t.equal(unknown.statusCode, 401)
    const comparable = ({ requestId: _, ...problem }: Record<string, unknown>) => problem
    t.strictSame(comparable(wrong.json()), comparable(unknown.json()))
  })

  t.test('response times do not reveal whether an account exists (row 1)', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const took: Record<string, number[]> = { 'ada@lab.example': [], 'nobody@lab.example': [] }
    // The fastest try of each, because other load only adds time. Skipping the hash for unknown addresses would make a tenfold difference.
    for (let n = 0; n <= 15; n++) {
      for (const [email, times] of Object.entries(took)) {
        const began = performance.now()
        t.equal((await login(backend, email, 'not the password', `198.51.100.${n}`)).statusCode, 401)
        if (n > 0) times.push(performance.now() - began) // the first tries prepare statements
      }
    }
    const [known, unknown] = Object.values(took).map(times => Math.min(...times)) as [number, number]
    t.ok(known / unknown < 2 && unknown / known < 2, `${known.toFixed(1)} ms and ${unknown.toFixed(1)} ms`)
  })

  t.test('guessing is stopped, and cannot lock the owner out (row 2)', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    t.equal((await login(backend, 'ada@lab.example', goodPassword, '192.0.2.7')).statusCode, 200, 'her own address')

    const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => login(backend, 'ada@lab.example', `guess ${n}`, '203.0.113.9')))
    t.equal(guesses.filter(answer => answer.statusCode === 401).length, 10)
    const stopped = guesses.filter(answer => answer.statusCode === 429)
    t.equal(stopped.length, 4, 'guesses in parallel are counted too')
    t.match(stopped[0]!.json(), { code: 'TOO_MANY_ATTEMPTS' })
    t.ok(Number(stopped[0]!.headers['retry-after']) > 0)
    t.equal((await login(backend, 'ada@lab.example', goodPassword, '203.0.113.9')).statusCode, 429, 'even the right password, from there')

    for (let n = 0; n < 60; n++) await login(backend, 'ada@lab.example', 'guess', `198.51.100.${n}`)
    t.equal((await login(backend, 'ada@lab.example', goodPassword, '198.51.100.200')).statusCode, 429, 'all addresses share one count')
    t.equal((await login(backend, 'ada@lab.example', goodPassword, '192.0.2.7')).statusCode, 200, 'the owner, where she signed in before')
  })

  t.test('an unknown address is throttled like a known one', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp()
    const guesses = await Promise.all(Array.from({ length: 12 }, () => login(backend, 'nobody@lab.example', 'guess')))
    t.equal(guesses.filter(answer => answer.statusCode === 429).length, 2)
  })

  t.test('addresses of one IPv6 network share a count', async t => {
    const backend = await testBackend(t, { database })
    await backend.signUp('ada@lab.example')
    const from = (n: number) => login(backend, 'ada@lab.example', 'guess', `2001:db8:1:2::${n.toString(16)}`)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => from(n + 1)))
    t.equal(guesses.filter(answer => answer.statusCode === 429).length, 2)
    t.equal((await login(backend, 'ada@lab.example', goodPassword, '2001:db8:1:3::1')).statusCode, 200, 'the network beside it')
  })

  t.test('after signing out neither token works (row 14)', async t => {
    const backend = await testBackend(t, { database })
    const { app } = backend
    const ada = await backend.signUp()
    const out = await app.inject({ method: 'POST', url: '/api/auth/logout', payload: { refresh_token: ada.tokens.refresh_token } })
    t.equal(out.statusCode, 204)
    t.equal(out.body, '')
    t.equal((await ada.get('/auth/me')).statusCode, 401)
    const refresh = await app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token: ada.tokens.refresh_token } })
    t.equal(refresh.statusCode, 401)
    const again = await app.inject({ method: 'POST', url: '/api/auth/logout', payload: { refresh_token: ada.tokens.refresh_token } })
    t.equal(again.statusCode, 204, 'signing out twice does no harm')
  })

  t.test('signing out with the access token alone ends the session too', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    t.equal((await ada.post('/auth/logout', {})).statusCode, 204)
    t.equal((await ada.get('/auth/me')).statusCode, 401)
  })

  t.test('each sign-in is a separate session (row 12)', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp('ada@lab.example')
    const other = await personOf(backend.app, (await login(backend, 'ada@lab.example', goodPassword)).json<Tokens>())
    await ada.post('/auth/logout', {})
    t.equal((await other.get('/auth/me')).statusCode, 200)
  })
})
