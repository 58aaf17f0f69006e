import t from 'tap'
import { fetchTile } from '../../../web/imagery/fetch-tile.ts'
import type { TileQuestion } from '../../../web/imagery/tile-worker.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

/** Requests to the page's worker, and its answer channel. */
const asked: TileQuestion[] = []
let answer: (name: 'message' | 'error', data?: object) => void = () => {}
class FakeWorker extends EventTarget {
  constructor() {
    super()
    answer = (name, data) => this.dispatchEvent(Object.assign(new Event(name), { data }))
  }
  postMessage(questions: TileQuestion[]): void {
    asked.push(...questions)
  }
}
const picture = (name: string) => ({ name, closed: false, close() {} }) as unknown as ImageBitmap
let fetched: string[] = []
Object.assign(globalThis, {
  Worker: FakeWorker,
  fetch: async (address: string) => {
    fetched.push(address)
    return new Response('pixels')
  },
  createImageBitmap: async () => picture('from the page')
})
t.beforeEach(() => {
  asked.length = 0
  fetched = []
})

t.test('a worker fetches and decodes', async t => {
  const tile = fetchTile('/api/media/a/tiles/0/0/0')
  await settle()
  t.match(asked, [{ address: '/api/media/a/tiles/0/0/0', headers: { 'X-Requested-By': 'app' } }])
  answer('message', { id: asked[0]!.id, bitmap: picture('from the worker') })
  t.match(await tile, { name: 'from the worker' })
  t.same(fetched, [])
})

t.test('tiles that the worker cannot get are fetched by the page', async t => {
  const refused = fetchTile('/api/media/a/tiles/1/0/0')
  await settle()
  answer('message', { id: asked[0]!.id, bitmap: null })
  t.match(await refused, { name: 'from the page' })
  const left = fetchTile('/api/media/a/tiles/2/0/0')
  await settle()
  answer('error')
  t.match(await left, { name: 'from the page' })
  t.same(fetched, ['/api/media/a/tiles/1/0/0', '/api/media/a/tiles/2/0/0'])
})

t.test('a cancelled tile is not fetched again', async t => {
  const giveUp = new AbortController()
  const tile = fetchTile('/api/media/a/tiles/3/0/0', giveUp.signal)
  await settle()
  giveUp.abort()
  await settle()
  t.match(asked[1], { id: asked[0]!.id, giveUp: true })
  answer('message', { id: asked[0]!.id, bitmap: null })
  await t.rejects(tile, { name: 'AbortError' })
  t.same(fetched, [])
})
