import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'

const headers = { authorization: 'Bearer isobath_pat_1', 'content-type': 'application/json' }
const operations = '/api/projects/p/annotations/operations'
const limitBytes = 8 * 1024 * 1024
const emptyOperations = Buffer.from(`{"operations":[${'{},'.repeat(2_700_000)}{}]}`)

/** A backend whose tokens may write. */
const writable = (t: Test) =>
  cannedUpstream(t, (request, response) => json(response, 200, request.url === '/scope' ? { scope: 'write' } : {}))

const head = (path: string, length: number) =>
  [
    `POST ${path} HTTP/1.1`,
    'host: lab',
    ...Object.entries(headers).map(field => field.join(': ')),
    `content-length: ${length}`,
    '',
    ''
  ].join('\r\n')

async function connected(t: Test, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Resolves once the answers received so far contain this text. */
function received(socket: Socket, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const listen = (piece: Buffer) => {
      heard += piece.toString('latin1')
      if (!heard.includes(text)) return
      socket.off('data', listen)
      resolve(heard)
    }
    socket.on('data', listen)
    socket.once('close', () => reject(new Error(`closed after: ${heard}`)))
  })
}

t.test('8 MB of empty operations are refused before they have arrived, and the connection stays open', async t => {
  const upstream = await writable(t)
  const { port } = await listeningGateway(t, upstream.url)
  const socket = await connected(t, port)
  const half = emptyOperations.length / 2
  const refusal = received(socket, 'send it in parts')
  socket.write(head(operations, emptyOperations.length))
  socket.write(emptyOperations.subarray(0, half))
  t.match(await refusal, /^HTTP\/1\.1 413 .*more than 50,000 objects.*BODY_TOO_MANY_PARTS/s)

  const healthy = received(socket, '"ok"')
  socket.write(emptyOperations.subarray(half))
  socket.write('GET /healthz HTTP/1.1\r\nhost: lab\r\n\r\n')
  await healthy
  t.equal(upstream.arrived.length, 0)
})

t.test('/healthz is answered while large bodies are read', async t => {
  const upstream = await writable(t)
  const { port, url } = await listeningGateway(t, upstream.url)
  const outline = Buffer.from(`{"operations":[[${'[1,2],'.repeat(590_000)}[1,2]]]}`)
  const senders = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const socket = await connected(t, port)
      socket.write(head(operations, outline.length))
      await new Promise(resolve => socket.write(outline.subarray(0, -1), resolve))
      return socket
    })
  )
  const order: string[] = []
  let over = false
  async function askHealth() {
    while (!over) {
      await (await fetch(`${url}/healthz`)).text()
      order.push('healthz')
    }
  }
  const asking = [askHealth(), askHealth(), askHealth()]
  while (order.length < 30) await new Promise(resolve => setTimeout(resolve, 5)) // only the last byte of each body is missing
  const refused = senders.map(async socket => {
    const answer = received(socket, 'requestId')
    socket.write(outline.subarray(-1))
    t.match(await answer, /^HTTP\/1\.1 422 /)
    order.push('refused')
  })
  await Promise.all(refused)
  over = true
  await Promise.all(asking)
  const between = order.slice(order.indexOf('refused'), order.lastIndexOf('refused')).filter(answer => answer === 'healthz')
  t.ok(between.length >= 5, `${between.length} answers of /healthz between 6 large bodies`)
})

const cases: [string, string | Buffer, number][] = [
  ['nested 4 million deep', Buffer.alloc(limitBytes - 10, '['), 400],
  ['600,000 names', `{${Array.from({ length: 600_000 }, (_, at) => `"k${at}":0`).join(',')}}`, 413],
  ['2.7 million empty lists', `{"operations":[${'[],'.repeat(2_700_000)}[]]}`, 413],
  ['4 million numbers', `{"operations":[${'0,'.repeat(4_000_000)}0]}`, 413],
  ['a number of 8 million digits', `{"operations":${'9'.repeat(8_000_000)}}`, 422],
  ['a text of 8 million characters', `{"operations":"${'x'.repeat(8_000_000)}"}`, 422],
  ['a name of 8 million characters', `{"${'x'.repeat(8_000_000)}":1}`, 422],
  ['90,000 names in one operation', `{"operations":[{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":0`).join(',')}}]}`, 422],
  ['40,000 operations', `{"operations":[${'{"kind":"remove"},'.repeat(40_000)}{}]}`, 422],
  ['__proto__', '{"operations":[{"__proto__":{"admin":true}}]}', 400],
  ['__proto__, escaped, in a large body', `{"operations":["${'x'.repeat(50_000)}",{"\\u005f_proto__":{}}]}`, 400],
  ['constructor with a prototype', '{"operations":[],"constructor" : {"prototype":{}}}', 400],
  ['a body that is cut', `{"operations":[${'"x",'.repeat(20_000)}`, 400]
]
for (const [name, body, status] of cases) {
  t.test(`a body with ${name} is refused with ${status}`, async t => {
    const upstream = await writable(t)
    const { url } = await listeningGateway(t, upstream.url)
    const answer = await fetch(url + operations, { method: 'POST', headers, body: body as string })
    const problem = (await answer.json()) as { errors?: unknown[]; code: string }
    t.equal(answer.status, status, problem.code)
    t.ok((problem.errors ?? []).length <= 20)
    t.equal(upstream.arrived.length, 0)
  })
}

t.test('a form of many fields is refused before it is read', async t => {
  const upstream = await writable(t)
  const { url } = await listeningGateway(t, upstream.url)
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-requested-by': 'app', 'content-type': 'application/x-www-form-urlencoded' },
    body: `username=ada&password=x${'&a=1'.repeat(100_000)}`
  })
  t.equal(answer.status, 413)
  t.match(await answer.json(), { code: 'TOO_MANY_FIELDS', detail: 'A form may have up to 50 fields' })
  t.equal(upstream.arrived.length, 0)
})

t.test('clients with repeated refused bodies are delayed; another token, and small calls without one, are not', async t => {
  const upstream = await writable(t)
  const { app } = await listeningGateway(t, upstream.url, { rates: { refusedBodiesPerMinute: 5 } })
  const send = (token: string) =>
    app.inject({ method: 'POST', url: operations, headers: { ...headers, authorization: `Bearer ${token}` }, payload: '{"operations":[]}' })
  for (let at = 0; at < 6; at++) t.equal((await send('first')).statusCode, 422)
  const slowed = await send('first')
  t.equal(slowed.statusCode, 429)
  t.ok(Number(slowed.headers['retry-after']) >= 1)
  t.equal((await send('second')).statusCode, 422)
  t.equal((await app.inject({ url: '/api/projects', headers: { authorization: 'Bearer first' } })).statusCode, 200, 'reading continues')

  t.equal(slowed.headers.connection, 'close', 'the body is not even received')

  const reader = await cannedUpstream(t, (_request, response) => json(response, 200, { scope: 'read' }))
  const guarded = await listeningGateway(t, reader.url, { rates: { refusedBodiesPerMinute: 5 } })
  const statuses: number[] = []
  for (let at = 0; at < 7; at++) {
    const payload = `{"operations":["${'x'.repeat(20_000)}"]}`
    statuses.push((await guarded.app.inject({ method: 'POST', url: operations, headers, payload })).statusCode)
  }
  t.same(statuses, [403, 403, 403, 403, 403, 403, 429], 'a read-only token too')

  const signIn = () =>
    app.inject({ method: 'POST', url: '/api/auth/forgot-password', headers: { 'x-requested-by': 'app' }, payload: { email: 'none' } })
  for (let at = 0; at < 8; at++) t.equal((await signIn()).statusCode, 422)
})
