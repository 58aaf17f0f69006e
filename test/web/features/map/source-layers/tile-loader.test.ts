import { mock } from 'node:test'
import t from 'tap'
import { ApiError } from '../../../../../web/api/api-error.ts'
import { tileLoader } from '../../../../../web/features/map/source-layers/tile-loader.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

/** A loader whose tiles arrive at the command of the test. */
function scene() {
  const asked = new Map<string, { come: () => void; fail: (error: Error) => void; signal: AbortSignal; isClosed: boolean }>()
  const order: string[] = []
  let changes = 0
  const loader = tileLoader(
    () => changes++,
    (address, signal) =>
      new Promise((resolve, reject) => {
        const entry = {
          come: () => resolve({ close: () => (entry.isClosed = true) } as unknown as ImageBitmap),
          fail: reject,
          signal: signal!,
          isClosed: false
        }
        order.push(address)
        asked.set(address, entry)
      })
  )
  return { loader, asked, order, changes: () => changes }
}

const refusal = (status: number, code = '') => new ApiError('no', { status, code, requestId: null, errors: [], isFromServer: true })
const addresses = (count: number, from = 0) => Array.from({ length: count }, (_, index) => String(from + index))

t.test('six tiles load at the same time, in the given order', async t => {
  const { loader, asked, order, changes } = scene()
  loader.want(addresses(8))
  t.same(order, addresses(6))
  asked.get('3')!.come()
  await settle()
  t.same(order, addresses(7))
  t.equal(loader.get('3')?.state, 'ready')
  t.equal(changes(), 1)
  loader.want(addresses(8))
  t.same(order, addresses(7), 'nothing is requested twice')
})

t.test('a tile that left the view is cancelled, and one that its server does not have is empty', async t => {
  const { loader, asked, order } = scene()
  loader.want(['a', 'b', 'c'])
  loader.want(['b', 'c'])
  t.ok(asked.get('a')!.signal.aborted)
  asked.get('a')!.come()
  asked.get('b')!.fail(refusal(404))
  asked.get('c')!.fail(refusal(502))
  await settle()
  t.ok(asked.get('a')!.isClosed)
  t.same(
    ['a', 'b', 'c'].map(address => loader.get(address)?.state),
    [undefined, 'empty', 'failed']
  )
  loader.retryFailed()
  t.same(order, ['a', 'b', 'c', 'c'])
})

t.test('old tiles are released, but none in view', async t => {
  const { loader, asked } = scene()
  for (let from = 0; from < 320; from += 6) {
    loader.want(addresses(6, from))
    for (const address of addresses(6, from)) asked.get(address)!.come()
    await settle()
  }
  t.equal(loader.get('0'), undefined)
  t.ok(asked.get('0')!.isClosed)
  t.equal(loader.get('320')?.state, 'ready')
  loader.close()
  t.ok(asked.get('320')!.isClosed)
  loader.want(['late'])
  t.notOk(asked.has('late'))
})

t.test('a tile that a busy server refused is requested again after a while, if it is still in view', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const { loader, asked, order } = scene()
  loader.want(['a', 'b'])
  for (const address of ['a', 'b']) asked.get(address)!.fail(refusal(503, 'TILES_BUSY'))
  await settle()
  t.equal(loader.get('a')?.state, 'failed')
  loader.want(['a'])
  mock.timers.tick(1_999)
  t.same(order, ['a', 'b'])
  mock.timers.tick(1)
  t.same(order, ['a', 'b', 'a'])
  asked.get('a')!.fail(refusal(503, 'TILES_BUSY'))
  await settle()
  loader.close()
  mock.timers.tick(10_000)
  t.same(order, ['a', 'b', 'a'], 'a closed loader asks for nothing')
})
