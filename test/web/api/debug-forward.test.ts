import t from 'tap'
import type { DebugEntry } from '../../../web/api/debug-entry.ts'
import { debugForwarder } from '../../../web/api/debug-forward.ts'

const entry = (message: string): DebugEntry => ({ timestamp: '2026-11-20T18:00:00.000Z', level: 'ERROR', message })

function setUp(status: number) {
  const sent: { url: string; init: RequestInit }[] = []
  const tasks: (() => void)[] = []
  const send = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return { status }
  }
  const forward = debugForwarder(send, task => tasks.push(task))
  const flush = async () => {
    for (const task of tasks.splice(0)) task()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { sent, tasks, forward, flush }
}

t.test('entries go in one request, at most 20', async t => {
  const { sent, tasks, forward, flush } = setUp(204)
  for (let number = 1; number <= 30; number++) forward(entry(`fault ${number}`))
  t.equal(tasks.length, 1)
  await flush()
  t.equal(sent.length, 1)
  t.match(sent[0], { url: '/api/debug-log', init: { method: 'POST', headers: { 'X-Requested-By': 'app' } } })
  t.equal(JSON.parse(String(sent[0]?.init.body)).entries.length, 20)
})

t.test('a server without the call gets no further requests', async t => {
  const { sent, forward, flush } = setUp(404)
  forward(entry('one'))
  await flush()
  forward(entry('two'))
  await flush()
  t.equal(sent.length, 1)
})
