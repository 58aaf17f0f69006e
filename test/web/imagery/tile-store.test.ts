import t from 'tap'
import { TileStore } from '../../../web/imagery/tile-store.ts'
import type { Tile } from '../../../web/imagery/tiles.ts'

const tile = (column: number): Tile => ({ level: 3, column, row: 0 })
const settle = () => new Promise(resolve => setImmediate(resolve))

/** A store whose tiles arrive at the command of the test. */
function scene() {
  const asked = new Map<string, { come: () => void; fail: () => void; signal: AbortSignal; closed: boolean }>()
  let changes = 0
  const store = new TileStore({
    addressOf: ({ column }) => String(column),
    onChange: () => changes++,
    fetch: (address, signal) =>
      new Promise((resolve, reject) => {
        const entry = {
          come: () => resolve({ close: () => (entry.closed = true) } as unknown as ImageBitmap),
          fail: () => reject(new Error('gone')),
          signal: signal!,
          closed: false
        }
        asked.set(address, entry)
      })
  })
  return { store, asked, changes: () => changes }
}

t.test('twelve tiles are requested in the given order, and more when fewer than six are pending', async t => {
  const { store, asked } = scene()
  store.want(Array.from({ length: 20 }, (_, column) => tile(column)))
  const first = Array.from({ length: 12 }, (_, column) => String(column))
  t.same([...asked.keys()], first)
  for (const column of first.slice(0, 6)) {
    asked.get(column)!.come()
    await settle()
  }
  t.same([...asked.keys()], first, 'six are enough')
  asked.get('6')!.come()
  await settle()
  t.same([...asked.keys()], [...first, '12', '13', '14', '15', '16', '17', '18'])
  t.ok(store.bitmap(tile(2)))
  t.notOk(store.isSettled)
})

t.test('a tile that left the view before it arrived is cancelled', async t => {
  const { store, asked, changes } = scene()
  store.want([tile(0), tile(1)])
  store.want([tile(1)])
  t.ok(asked.get('0')!.signal.aborted)
  t.notOk(asked.get('1')!.signal.aborted)
  store.want(Array.from({ length: 20 }, (_, column) => tile(column + 1)))
  t.equal(asked.size, 2 + 11, 'and its slot is free')
  asked.get('0')!.come()
  await settle()
  t.equal(store.bitmap(tile(0)), null, 'even when it arrives after all')
  t.ok(asked.get('0')!.closed)
  t.equal(changes(), 0)
})

t.test('a failed tile is reported, and fetched again on request', async t => {
  const { store, asked } = scene()
  store.want([tile(0)])
  asked.get('0')!.fail()
  await settle()
  t.ok(store.hasFailed(tile(0)))
  t.equal(store.failedCount, 1)
  t.ok(store.isSettled)
  store.retryFailed()
  asked.get('0')!.come()
  await settle()
  t.equal(store.failedCount, 0)
  t.ok(store.bitmap(tile(0)))
})

t.test('256 tiles are cached; the oldest is closed first', async t => {
  const { store, asked } = scene()
  for (let column = 0; column < 260; column++) {
    store.want([tile(column)])
    asked.get(String(column))!.come()
    await settle()
  }
  store.want([tile(259)])
  t.equal(store.bitmap(tile(0)), null)
  t.ok(asked.get('0')!.closed)
  t.ok(store.bitmap(tile(259)))
  store.close()
  t.ok(asked.get('259')!.closed)
})

t.test('holders of a copy of a tile are notified before it is closed', async t => {
  const dropped: unknown[] = []
  const bitmap = { close: () => t.same(dropped, [bitmap], 'notified first') } as unknown as ImageBitmap
  const store = new TileStore({ addressOf: () => '', onChange: () => {}, onDrop: tile => dropped.push(tile), fetch: async () => bitmap })
  store.want([tile(0)])
  await settle()
  store.close()
  t.same(dropped, [bitmap])
})
