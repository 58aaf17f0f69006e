import { mock } from 'node:test'
import t from 'tap'
import { refusal } from '../../../../../web/api/api-error.ts'
import { UploadQueue } from '../../../../../web/features/media/upload/queue.ts'
import type { SendReport } from '../../../../../web/features/media/upload/upload-item.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))
const file = (name: string, content = name) => new File([content], name, { lastModified: 1 })
const files = (count: number) => Array.from({ length: count }, (_, place) => file(`${place}.jpg`))
const project = 'p1'

/** A queue whose files arrive at the command of the test, and its calls. */
function scene({ known = [] as string[] } = {}) {
  const sending = new Map<string, SendReport & { stopped: string | null }>()
  const arrived: string[] = []
  const queue = new UploadQueue({
    hash: async ({ name }) => `hash of ${name}`,
    known: async (_project, hashes) =>
      known
        .filter(name => hashes.includes(`hash of ${name}`))
        .map(name => ({ sha256: `hash of ${name}`, mediaId: 'm', fileName: `old ${name}` })),
    send: ({ name }, _project, report) => {
      const handle = { ...report, stopped: null as string | null }
      sending.set(name, handle)
      return { pause: () => (handle.stopped = 'paused'), cancel: () => (handle.stopped = 'cancelled') }
    },
    onArrived: item => arrived.push(item.fileName)
  })
  /** Returns the state of each file, once the queue has reported it. */
  async function states() {
    await settle()
    await new Promise<void>(resolve => {
      const stop = queue.subscribe(() => {
        stop()
        resolve()
      })
      queue.resume(-1) // no effect, but still reported
    })
    return Object.fromEntries(queue.snapshot().items.map(item => [item.fileName, item.state]))
  }
  const item = (name: string) => queue.snapshot().items.find(({ fileName }) => fileName === name)!
  return { queue, sending, arrived, states, item }
}

t.test('three files are sent at a time; the next follows when one is done', async t => {
  mock.timers.enable({ apis: ['setTimeout'] }) // the snapshot follows after a pause
  t.teardown(() => mock.timers.reset())
  const { queue, sending, arrived } = scene()
  queue.add(project, files(5))
  await settle()
  t.same([...sending.keys()], ['0.jpg', '1.jpg', '2.jpg'])
  sending.get('1.jpg')!.onDone('m1')
  await settle()
  t.same([...sending.keys()].at(-1), '3.jpg')
  t.same(arrived, ['1.jpg'])
  const namesOf = (items: readonly { fileName: string }[]) => items.map(({ fileName }) => fileName)
  t.same(namesOf(queue.arrived()), ['1.jpg'], 'a new listener misses none')
  t.same(namesOf(queue.snapshot().items.filter(({ state }) => state === 'done')), [], 'the snapshot follows later')
})

t.test('a file that the project has is not sent, and shows its existing name', async t => {
  const { queue, sending, states, item } = scene({ known: ['1.jpg'] })
  queue.add(project, files(2))
  t.same(await states(), { '0.jpg': 'sending', '1.jpg': 'known' })
  t.same([...sending.keys()], ['0.jpg'])
  t.match(item('1.jpg'), { message: 'Already in the project as old 1.jpg', mediaId: 'm' })
})

t.test('without an answer about duplicates everything is sent', async t => {
  const sent: string[] = []
  const queue = new UploadQueue({
    hash: async () => 'a'.repeat(64),
    known: () => Promise.reject(new Error('offline')),
    send: ({ name }) => {
      sent.push(name)
      return { pause: () => {}, cancel: () => {} }
    }
  })
  queue.add(project, files(1))
  await settle()
  t.same(sent, ['0.jpg'])
})

t.test('a refusal keeps the server’s sentence, and only failed files are retried', async t => {
  const { queue, sending, states, item } = scene()
  queue.add(project, files(2))
  await settle()
  sending.get('0.jpg')!.onFailed(refusal(415, JSON.stringify({ detail: '0.jpg is a PDF', code: 'NOT_AN_IMAGE' }), null))
  sending.get('1.jpg')!.onDone('m1')
  t.same(await states(), { '0.jpg': 'failed', '1.jpg': 'done' })
  t.equal(item('0.jpg').message, '0.jpg is a PDF')
  sending.clear()
  queue.retryFailed()
  t.same(await states(), { '0.jpg': 'sending', '1.jpg': 'done' })
  t.same([...sending.keys()], ['0.jpg'])
})

t.test('a duplicate uploaded in the meantime is not a failure', async t => {
  const { queue, sending, states } = scene()
  queue.add(project, files(1))
  await settle()
  sending.get('0.jpg')!.onFailed(refusal(409, JSON.stringify({ detail: 'there already', code: 'ALREADY_IN_PROJECT' }), null))
  t.same(await states(), { '0.jpg': 'known' })
})

t.test('a paused file makes room for the next and continues from its offset', async t => {
  const { queue, sending, states, item } = scene()
  queue.add(project, files(4))
  await settle()
  sending.get('0.jpg')!.onProgress(2)
  await states()
  queue.pause(item('0.jpg').id)
  t.same(await states(), { '0.jpg': 'paused', '1.jpg': 'sending', '2.jpg': 'sending', '3.jpg': 'sending' })
  t.equal(sending.get('0.jpg')!.stopped, 'paused')
  t.equal(item('0.jpg').sentBytes, 2)
  queue.resume(item('0.jpg').id)
  t.equal((await states())['0.jpg'], 'ready', 'it waits for its turn')
})

t.test('everything can be paused and resumed; late events from before are not counted', async t => {
  const { queue, sending, states } = scene()
  queue.add(project, files(2))
  await settle()
  const old = sending.get('0.jpg')!
  queue.pauseAll()
  t.same(await states(), { '0.jpg': 'ready', '1.jpg': 'ready' })
  old.onDone('late')
  t.equal((await states())['0.jpg'], 'ready')
  t.ok(queue.snapshot().paused)
  queue.resumeAll()
  t.same(await states(), { '0.jpg': 'sending', '1.jpg': 'sending' })
})

t.test('a cancelled file is cancelled on the server', async t => {
  const { queue, sending, states, item } = scene()
  queue.add(project, files(2))
  await states()
  queue.cancel(item('0.jpg').id)
  t.equal(sending.get('0.jpg')!.stopped, 'cancelled')
  t.same(await states(), { '1.jpg': 'sending' })
  queue.cancelAll()
  t.same(await states(), {})
})

t.test('the same file is not queued twice for one project, but may go to another', async t => {
  const { queue, states } = scene()
  const same = file('0.jpg')
  queue.add(project, [same])
  queue.add(project, [same])
  await states()
  t.equal(queue.snapshot().items.length, 1)
  queue.add('p2', [same])
  await states()
  t.equal(queue.snapshot().items.length, 2)
})

t.test('remaining bytes and speed are reported', async t => {
  let now = 0
  const reports: SendReport[] = []
  const queue = new UploadQueue({
    hash: async () => null,
    known: async () => [],
    now: () => now,
    send: (_file, _project, report) => {
      reports.push(report)
      return { pause: () => {}, cancel: () => {} }
    }
  })
  queue.add(project, [file('a.jpg', 'x'.repeat(10_000))])
  await settle()
  for (const sent of [1000, 2000, 3000, 4000]) {
    reports[0]!.onProgress(sent)
    now += 1000
  }
  await new Promise<void>(resolve => {
    const stop = queue.subscribe(() => {
      stop()
      resolve()
    })
  })
  const { bytesLeft, bytesPerSecond } = queue.snapshot()
  t.equal(bytesLeft, 6000)
  t.equal(bytesPerSecond, 1000)
})
