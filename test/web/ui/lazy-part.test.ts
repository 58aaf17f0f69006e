import t, { type Test } from 'tap'
import { loadInTime, loadWhenPossible } from '../../../web/ui/lazy-part.ts'

/** A load that fails a number of times, and a server that answers or does not. */
function scene(t: Test, { failures, serverAnswers }: { failures: number; serverAnswers: boolean }) {
  const before = globalThis.fetch
  globalThis.fetch = async () => {
    if (!serverAnswers) throw new TypeError('no network')
    return new Response('ok')
  }
  t.teardown(() => {
    globalThis.fetch = before
  })
  let loads = 0
  return {
    loads: () => loads,
    load: async () => {
      loads++
      if (loads <= failures) throw new TypeError('Failed to fetch dynamically imported module')
      return 'the part'
    }
  }
}

t.test('without a network a load is retried until it succeeds', async t => {
  const { load, loads } = scene(t, { failures: 2, serverAnswers: false })
  t.equal(await loadWhenPossible(load), 'the part')
  t.equal(loads(), 3)
})

t.test('one failure is retried while the server answers', async t => {
  const { load, loads } = scene(t, { failures: 1, serverAnswers: true })
  t.equal(await loadWhenPossible(load), 'the part')
  t.equal(loads(), 2)
})

t.test('a file that an answering server lacks is reported', async t => {
  const { load, loads } = scene(t, { failures: Number.POSITIVE_INFINITY, serverAnswers: true })
  await t.rejects(loadWhenPossible(load), { message: /dynamically imported module/ })
  t.equal(loads(), 3)
})

t.test('a network that returns just after a load failed does not make the file missing', async t => {
  const network = { isThere: false }
  const before = globalThis.fetch
  globalThis.fetch = async () => {
    if (loads >= 2) network.isThere = true
    if (!network.isThere) throw new TypeError('no network')
    return new Response('ok')
  }
  t.teardown(() => {
    globalThis.fetch = before
  })
  let loads = 0
  const load = async () => {
    loads++
    if (!network.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return 'the part'
  }
  t.equal(await loadWhenPossible(load), 'the part')
  t.equal(loads, 3)
})

t.test('code for which a person waits is loaded, late or missing', async t => {
  const loading = (options: Parameters<typeof scene>[1]) => scene(t, options).load
  t.equal(await loadInTime(loading({ failures: 1, serverAnswers: false }), new AbortController().signal), 'loaded')
  t.equal(await loadInTime(loading({ failures: Number.POSITIVE_INFINITY, serverAnswers: true }), new AbortController().signal), 'missing')
})

t.test('a load that hangs, or fails without a network, ends with the patience of the person and is not tried again', async t => {
  const end = new AbortController()
  const hanging = loadInTime(() => new Promise(() => {}), end.signal)
  const { load, loads } = scene(t, { failures: Number.POSITIVE_INFINITY, serverAnswers: false })
  const failing = loadInTime(load, end.signal)
  const background = loadWhenPossible(load, end.signal)
  end.abort()
  t.same(await Promise.all([hanging, failing]), ['late', 'late'])
  await t.rejects(background, { name: 'AbortError' })
  t.equal(loads(), 2, 'one attempt each')
})
