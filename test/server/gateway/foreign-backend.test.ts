import t from 'tap'
import { startForeignBackend } from '../../support/foreign-backend.ts'
import { builtWebApp, fromApp, signIn, testGateway } from '../../support/gateway.ts'

t.test('a backend with only section 7 of the spec supports sign-in and use', async t => {
  const backend = await startForeignBackend()
  t.teardown(() => backend.close())
  const { app } = await testGateway(t, backend.url, { webRoot: builtWebApp(t) })

  const registered = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: fromApp,
    payload: { email: 'ada@example.org', password: 'correct horse' }
  })
  t.equal(registered.statusCode, 201)
  t.same(registered.json(), { id: 1, email: 'ada@example.org' }, 'the web app logs in next when there are no tokens')
  t.same(registered.cookies, [])

  const { answer, cookies } = await signIn(app, 'ada@example.org', 'correct horse')
  t.equal(answer.statusCode, 200)
  t.match(answer.json(), { token_type: 'bearer', exp: Number, sub: '1' })
  t.notMatch(answer.body, /access_token|refresh_token|eyJ/)
  t.same(Object.keys(cookies).sort(), ['at', 'kd', 'rt'])

  const me = await app.inject({ url: '/api/auth/me', cookies })
  t.same(me.json(), { id: 1, email: 'ada@example.org' })

  const made = await app.inject({ method: 'POST', url: '/api/projects', headers: fromApp, cookies, payload: { title: 'Monterey Canyon' } })
  t.same(made.json(), { title: 'Monterey Canyon', id: 1 })
  t.same((await app.inject({ url: '/api/projects', cookies })).json(), [{ title: 'Monterey Canyon', id: 1 }], 'a plain array is accepted')
  const revised = await app.inject({ method: 'PUT', url: '/api/projects/1', headers: fromApp, cookies, payload: { title: 'Monterey Bay' } })
  t.equal(revised.json().title, 'Monterey Bay')
  t.equal((await app.inject({ method: 'DELETE', url: '/api/projects/1', headers: fromApp, cookies })).statusCode, 204)

  const page = await app.inject({ url: '/dashboard', headers: { accept: 'text/html' } })
  t.match(page.body, /<div id="root">/)
})

t.test('errors of a foreign backend reach the person with their detail', async t => {
  const backend = await startForeignBackend()
  t.teardown(() => backend.close())
  backend.addAccount('ada@example.org', 'correct horse')
  const { app } = await testGateway(t, backend.url)

  const wrong = await signIn(app, 'ada@example.org', 'guess')
  t.equal(wrong.answer.statusCode, 401)
  t.same(wrong.answer.json(), { detail: 'Incorrect email or password' })
  t.same(wrong.answer.cookies, [])

  const { cookies } = await signIn(app, 'ada@example.org', 'correct horse')
  const missing = await app.inject({ url: '/api/projects/99', cookies })
  t.equal(missing.statusCode, 404)
  t.same(missing.json(), { detail: 'Project not found' })
  t.equal((await app.inject({ url: '/api/server' })).statusCode, 404, 'an unsupported call is 404')
})
