import type { AddressInfo } from 'node:net'
import t from 'tap'
import { testBackend } from '../../support/backend.ts'

t.test('the backend itself refuses hostile bodies too', async t => {
  const { app, signUp } = await testBackend(t)
  const ada = await signUp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const send = async (path: string, type: string, body: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.tokens.access_token}`, 'content-type': type },
      body
    })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const operations = '/api/projects/p/annotations/operations'
  const json = 'application/json'
  t.same(await send(operations, json, `{"operations":[${'{},'.repeat(2_700_000)}{}]}`), [413, 'BODY_TOO_MANY_PARTS'])
  t.same(await send(operations, json, '['.repeat(1_000_000)), [400, 'BODY_TOO_DEEP'])
  t.same(await send(operations, json, `{"operations":[${'{},'.repeat(600)}{}]}`), [422, 'INVALID_REQUEST'])
  t.equal((await send(operations, json, '{"__proto__":{}}'))[0], 400)
  const form = `username=a&password=b${'&c=d'.repeat(1_000)}`
  t.same(await send('/api/auth/login', 'application/x-www-form-urlencoded', form), [413, 'TOO_MANY_FIELDS'])
})
