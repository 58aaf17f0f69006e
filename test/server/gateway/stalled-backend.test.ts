import t from 'tap'
import { rawUpstream } from '../../support/canned-upstream.ts'
import { testGateway } from '../../support/gateway.ts'
import { headers, short } from '../../support/proxied.ts'

t.test('a backend that stalls after the head of its answer is 504', async t => {
  const stalls = await rawUpstream(t, socket =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":')
  )
  const { app } = await testGateway(t, stalls, { deadlines: short })
  const answer = await app.inject({ url: '/api/projects', headers })
  t.equal(answer.statusCode, 504)
  t.equal(answer.json().code, 'BACKEND_TIMEOUT')
})
