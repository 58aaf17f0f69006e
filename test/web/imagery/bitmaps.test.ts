import t from 'tap'
import { bitmapShelf } from '../../../web/imagery/bitmaps.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

function scene(size: number) {
  const log: string[] = []
  const shelf = bitmapShelf(size, async (address, signal) => {
    log.push(`fetch ${address}`)
    signal?.addEventListener('abort', () => log.push(`abort ${address}`))
    if (address === 'broken') throw new Error('broken')
    return { close: () => log.push(`close ${address}`) } as unknown as ImageBitmap
  })
  return { shelf, log }
}

t.test('a picture is fetched once while it is cached', async t => {
  const { shelf, log } = scene(2)
  shelf.prepare('a')
  const taken = shelf.take('a')
  await taken.bitmap
  t.same(log, ['fetch a'])
})

t.test('evicted pictures are closed, but never one in use', async t => {
  const { shelf, log } = scene(1)
  const a = shelf.take('a')
  await a.bitmap
  shelf.prepare('b')
  await settle()
  t.notOk(log.includes('close a'))
  a.release()
  shelf.prepare('c')
  await settle()
  t.ok(log.includes('close a'))
  t.ok(log.includes('close b'))
})

t.test('a failed picture is fetched again next time', async t => {
  const { shelf, log } = scene(2)
  await t.rejects(shelf.take('broken').bitmap)
  await t.rejects(shelf.take('broken').bitmap)
  t.equal(log.filter(line => line === 'fetch broken').length, 2)
})
