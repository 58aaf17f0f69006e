import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cannedUpstream, json, tokens } from '../../support/canned-upstream.ts'
import { fromApp, signIn, testGateway } from '../../support/gateway.ts'

const recordsIn = (dataDir: string) =>
  readFileSync(join(dataDir, 'logs', 'audit.log'), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as { event: string; outcome: string; code: string })

t.test('signing out is in the audit log when a person was signed in', async t => {
  const upstream = await cannedUpstream(t, (request, response) => json(response, 200, request.url === '/api/auth/login' ? tokens() : {}))
  const { app, dataDir } = await testGateway(t, upstream.url)
  const signOut = (cookies: Record<string, string>, more = {}) =>
    app.inject({ method: 'POST', url: '/api/auth/logout', headers: { ...fromApp, ...more }, cookies, payload: {} })
  const strangers = [await signOut({}), await signOut({ at: 'x', rt: 'y' }), await signOut({}, { authorization: 'Bearer anything' })]
  for (const { statusCode } of strangers) t.equal(statusCode, 204)
  t.same(recordsIn(dataDir), [])
  const { cookies } = await signIn(app, 'ada@example.org', 'secret')
  await signOut(cookies)
  t.same(
    recordsIn(dataDir).map(({ event }) => event),
    ['auth.login', 'auth.logout']
  )
})

t.test('without cookies (SESSION_MODE=bearer) an anonymous sign-out is not in the audit log either', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 204, null))
  const { app, dataDir } = await testGateway(t, upstream.url, { sessionMode: 'bearer' })
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: fromApp, payload: {} })
  t.same(recordsIn(dataDir), [])
})

t.test('a failed password reset is in the audit log', async t => {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 422, { code: 'LINK_INVALID', detail: 'used already' }))
  const { app, dataDir } = await testGateway(t, upstream.url)
  await app.inject({
    method: 'POST',
    url: '/api/auth/reset-password',
    headers: fromApp,
    payload: { token: 'x'.repeat(43), password: 'gorgonian lantern halocline' }
  })
  t.match(recordsIn(dataDir), [{ event: 'auth.password.reset', outcome: 'refused', code: 'LINK_INVALID' }])
})
