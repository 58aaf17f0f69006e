import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import type { Rates } from '../../../server/gateway/config.ts'
import { cannedUpstream, json } from '../../support/canned-upstream.ts'
import { listeningGateway } from '../../support/gateway.ts'

const cell = new Int32Array(new SharedArrayBuffer(4))
/** Blocks this thread, and thus the event loop, without using the processor. */
const hold = (ms: number) => Atomics.wait(cell, 0, 0, ms)

/** Blocks the event loop in each of its turns. @returns a function that stops it */
function holdAgainAndAgain(t: Test, ms: number): () => void {
  const timer = setInterval(() => hold(ms), 1)
  const stop = () => clearInterval(timer)
  t.teardown(stop)
  return stop
}

async function scene(t: Test, rates: Partial<Rates> = {}) {
  const upstream = await cannedUpstream(t, (_request, response) => json(response, 200, {}))
  const { url } = await listeningGateway(t, upstream.url, { rates })
  const ask = () => fetch(`${url}/api/projects`, { headers: { authorization: 'Bearer isobath_pat_1' } })
  return { upstream, url, ask }
}

t.test('while the event loop lags repeatedly calls are refused immediately, and afterwards they are not', async t => {
  const { upstream, url, ask } = await scene(t, { loopDelayMs: 300 })
  t.equal((await ask()).status, 200)

  const stop = holdAgainAndAgain(t, 500)
  let before = upstream.arrived.length
  let refused = await ask()
  while (refused.status !== 503) {
    before = upstream.arrived.length
    refused = await ask()
  }
  t.equal(upstream.arrived.length, before, 'the backend gets no call')
  t.match(await refused.json(), { code: 'OVERLOADED', status: 503 })
  t.equal(refused.headers.get('retry-after'), '2')
  t.equal((await fetch(`${url}/healthz`)).status, 200)

  stop()
  while ((await ask()).status !== 200) await pause(100)
  t.match(await (await fetch(`${url}/metrics`)).text(), /isobath_refused_requests_total\{reason="load"\} [1-9]/)
})

t.test('one long pause, and repeated short ones, do not count as overload', async t => {
  const { ask } = await scene(t)
  const statuses = new Set<number>()
  const askFor = async (ms: number) => {
    for (const end = Date.now() + ms; Date.now() < end; ) statuses.add((await ask()).status)
  }
  await askFor(500)
  hold(2_000)
  await askFor(1_500)
  const stop = holdAgainAndAgain(t, 50)
  await askFor(2_000)
  stop()
  t.same([...statuses], [200])
})
