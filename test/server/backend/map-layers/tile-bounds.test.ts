import t from 'tap'
import { failureLog } from '../../../../server/backend/map-layers/failure-log.ts'
import { missingTiles } from '../../../../server/backend/map-layers/missing-tiles.ts'
import { sharedWork } from '../../../../server/backend/map-layers/shared-work.ts'
import { waitingLine } from '../../../../server/backend/map-layers/waiting-line.ts'

t.test('a line is bounded for one key and for all, and aborted work leaves it', async t => {
  const line = waitingLine(2, 3)
  const never = () => new Promise<void>(() => {})
  const gone = new AbortController()
  const stays = new AbortController().signal
  void line('a', gone.signal, never)
  void line('a', stays, never)
  await t.rejects(line('a', stays, never), { code: 'TILES_BUSY', statusCode: 503, retryAfterSeconds: 2 })
  void line('b', stays, never)
  await t.rejects(line('b', stays, never), { code: 'TILES_BUSY' }, 'the line of all keys is full')
  gone.abort()
  t.equal(await line('a', stays, async () => 7), 7)
  await t.rejects(
    line('a', stays, () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  t.equal(await line('a', stays, async () => 8), 8, 'failed work has left it')
})

t.test('work starts for nobody who has gone, and a caller that has gone leaves the work to others', async t => {
  const shared = sharedWork<number>()
  const gone = AbortSignal.abort(new Error('gone'))
  let starts = 0
  const held = Promise.withResolvers<number>()
  const start = () => {
    starts++
    return held.promise
  }
  await t.rejects(shared('a', gone, start), { message: 'gone' })
  t.equal(starts, 0)
  const stays = shared('a', new AbortController().signal, start)
  await t.rejects(shared('a', gone, start), { message: 'gone' })
  held.resolve(7)
  t.equal(await stays, 7)
})

t.test('missing tiles are remembered for a time, and only so many', t => {
  const missing = missingTiles(60_000, 2)
  for (const key of ['a', 'b', 'a', 'c']) missing.add(key)
  t.same(
    ['a', 'b', 'c', 'd'].map(key => missing.has(key)),
    [true, false, true, false]
  )
  const brief = missingTiles(0, 2)
  brief.add('a')
  t.notOk(brief.has('a'))
  t.end()
})

t.test('a server that words each failure differently does not fill the log', t => {
  const lines: object[] = []
  const logged = failureLog({ warn: (facts: object) => lines.push(facts) } as never)
  for (let count = 0; count < 100; count++) logged('sea', `cause ${count}`)
  for (let count = 0; count < 100; count++) logged('land', 'one cause')
  t.equal(lines.length, 11)
  t.match(lines.at(-1), { layerId: 'land', cause: 'one cause', failures: 1 })
  t.end()
})
