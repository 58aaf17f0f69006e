import t from 'tap'
import type { Tokens } from '../../../../shared/contracts/auth.ts'
import { forEachDatabase, goodPassword, personOf, type TestBackend, testBackend } from '../../../support/backend.ts'

const other = 'seventeen quiet nudibranchs'

async function signIn({ app }: TestBackend, email: string, password: string) {
  const payload = new URLSearchParams({ username: email, password }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Other browser', 'x-forwarded-for': '192.0.2.55' }
  return app.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
}

await forEachDatabase(t, (t, database) => {
  t.test('a password change requires the current password, and ends other sessions on request (row 4)', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp('ada@lab.example')
    const phone = await personOf(backend.app, (await signIn(backend, 'ada@lab.example', goodPassword)).json<Tokens>())

    const wrong = await ada.put('/auth/password', { currentPassword: 'not mine', newPassword: other, endOtherSessions: true })
    t.equal(wrong.statusCode, 422, 'not 401: the person stays signed in')
    t.match(wrong.json().errors, [{ path: '/currentPassword' }])
    const weak = await ada.put('/auth/password', { currentPassword: goodPassword, newPassword: 'password1', endOtherSessions: true })
    t.match(weak.json().errors, [{ path: '/newPassword' }])
    t.equal((await phone.get('/auth/me')).statusCode, 200, 'nothing has changed so far')

    const done = await ada.put('/auth/password', { currentPassword: goodPassword, newPassword: other, endOtherSessions: true })
    t.equal(done.statusCode, 204)
    t.equal((await phone.get('/auth/me')).statusCode, 401)
    t.equal((await ada.get('/auth/me')).statusCode, 200, 'this session continues')
    t.equal((await signIn(backend, 'ada@lab.example', goodPassword)).statusCode, 401)
    t.equal((await signIn(backend, 'ada@lab.example', other)).statusCode, 200)
  })

  t.test('an open session does not allow guessing passwords', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp()
    const attempt = { currentPassword: 'guess', newPassword: other, endOtherSessions: false }
    const answers = await Promise.all(Array.from({ length: 12 }, () => ada.put('/auth/password', attempt)))
    t.equal(answers.filter(answer => answer.statusCode === 429).length, 2)
  })

  t.test('sessions are listed with their origin, and ended one by one', async t => {
    const backend = await testBackend(t, { database })
    const ada = await backend.signUp('ada@lab.example')
    const bob = await backend.signUp()
    const phone = await personOf(backend.app, (await signIn(backend, 'ada@lab.example', goodPassword)).json<Tokens>())
    const { sessions } = (await ada.get('/auth/sessions')).json()
    t.equal(sessions.length, 2)
    const theirs = sessions.find((session: { current: boolean }) => !session.current)
    t.match(theirs, { userAgent: 'Other browser', address: '192.0.2.55', lastUsedAt: String })

    t.equal((await bob.delete(`/auth/sessions/${theirs.id}`)).statusCode, 404, "not someone else's (row 28)")
    t.equal((await ada.delete(`/auth/sessions/${theirs.id}`)).statusCode, 204)
    t.equal((await ada.delete(`/auth/sessions/${theirs.id}`)).statusCode, 404)
    t.equal((await phone.get('/auth/me')).statusCode, 401)
  })

  t.test('an API token is shown once and kept as a hash', async t => {
    const { app, storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const made = await ada.post('/auth/tokens', { name: ' Field notebook ', scope: 'read', expiresAt: null })
    t.equal(made.statusCode, 201)
    t.equal(made.headers['cache-control'], 'no-store')
    const { secret, ...token } = made.json()
    t.match(token, { name: 'Field notebook', scope: 'read', expiresAt: null, lastUsedAt: null })
    t.match(secret, /^isobath_[\w-]{43}$/)
    t.notMatch(JSON.stringify(await storage.db.selectFrom('api_token').selectAll().execute()), secret)
    t.notMatch((await ada.get('/auth/tokens')).body, secret)

    const script = await personOf(app, { access_token: secret, refresh_token: '-' })
    t.equal(script.id, ada.id)
    t.match((await ada.get('/auth/tokens')).json().tokens, [{ id: token.id, lastUsedAt: String }])

    t.equal((await ada.delete(`/auth/tokens/${token.id}`)).statusCode, 204)
    t.equal((await script.get('/auth/me')).statusCode, 401)
    t.equal((await ada.delete(`/auth/tokens/${token.id}`)).statusCode, 404)
  })

  t.test('a read token changes nothing; a write token works but creates no tokens', async t => {
    const { app, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const project = await ada.makeProject()
    const tokenFor = async (scope: string) => {
      const { secret } = (await ada.post('/auth/tokens', { name: scope, scope })).json()
      return personOf(app, { access_token: secret, refresh_token: '-' })
    }
    const reader = await tokenFor('read')
    t.equal((await reader.get(`/projects/${project.id}`)).statusCode, 200)
    for (const answer of [await reader.post('/projects', { title: 'No' }), await reader.delete(`/projects/${project.id}`)]) {
      t.equal(answer.statusCode, 403)
      t.match(answer.json(), { code: 'READ_ONLY_TOKEN' })
    }
    const writer = await tokenFor('write')
    t.equal((await writer.post('/projects', { title: 'By a script' })).statusCode, 201)
    const more = await writer.post('/auth/tokens', { name: 'for ever', scope: 'write' })
    t.equal(more.statusCode, 403)
    t.match(more.json(), { code: 'SESSION_NEEDED' })
    t.equal(
      (await writer.put('/auth/password', { currentPassword: goodPassword, newPassword: other, endOtherSessions: true })).statusCode,
      403
    )
    t.equal(
      (await writer.get('/auth/sessions')).json().sessions.some((session: { current: boolean }) => session.current),
      false
    )
  })

  t.test('a token expires at its time, and one in the past is not created', async t => {
    const { app, storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const past = await ada.post('/auth/tokens', { name: 'late', scope: 'read', expiresAt: '2020-01-01T00:00:00.000Z' })
    t.equal(past.statusCode, 422)
    t.match(past.json().errors, [{ path: '/expiresAt' }])
    t.equal((await ada.post('/auth/tokens', { name: ' ', scope: 'read' })).statusCode, 422)
    t.equal((await ada.post('/auth/tokens', { name: 'a', scope: 'admin' })).statusCode, 422)

    const { secret, id } = (await ada.post('/auth/tokens', { name: 'a', scope: 'read', expiresAt: '2999-01-01T01:00:00+01:00' })).json()
    t.match((await ada.get('/auth/tokens')).json().tokens, [{ expiresAt: '2999-01-01T00:00:00.000Z' }])
    await storage.db.updateTable('api_token').set({ expires_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    const answer = await app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${secret}` } })
    t.equal(answer.statusCode, 401)
  })

  t.test('no one sees or revokes the tokens of others (row 28)', async t => {
    const { signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const bob = await signUp()
    const { id } = (await ada.post('/auth/tokens', { name: 'a', scope: 'read' })).json()
    t.same((await bob.get('/auth/tokens')).json(), { tokens: [] })
    t.equal((await bob.delete(`/auth/tokens/${id}`)).statusCode, 404)
    t.equal((await ada.get('/auth/tokens')).json().tokens.length, 1)
  })
})
