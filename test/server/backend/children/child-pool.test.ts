import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { ChildLimits } from '../../../../server/backend/children/child.ts'
import { childPool } from '../../../../server/backend/children/child-pool.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import type { TryingTasks } from '../../../support/trying-child.ts'

const entry = new URL('../../../support/trying-child.ts', import.meta.url)
const roomy: ChildLimits = { memoryBytes: 2 ** 30, seconds: 60, threads: 1, niceness: 10 }

function pool(t: Test, { processes = 1, idleMs = 60_000, ...limits }: Partial<ChildLimits> & { processes?: number; idleMs?: number } = {}) {
  const made = childPool<TryingTasks>({ entry, processes, limits: { ...roomy, ...limits }, idleMs })
  t.teardown(() => made.close())
  return made
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

t.test('a task runs in its own process, which is kept for the next, and gets no secrets', async t => {
  process.env.SECRET_OF_THE_TEST = 'canary'
  const children = pool(t)
  const { take } = children
  t.same(children.pids, [], 'no process runs before it is needed')
  const first = await take('a', run => run('environment', undefined))
  const second = await take('b', run => run('environment', undefined))
  t.equal(first.pid, second.pid)
  t.not(first.pid, process.pid)
  t.notOk(first.names.includes('SECRET_OF_THE_TEST'))
  t.ok(first.names.includes('UV_THREADPOOL_SIZE'))
  t.equal(first.niceness >= 10, true)
  t.same(await take('a', run => run('echo', Buffer.from([1, 2]))), Buffer.from([1, 2]))
})

t.test('a refusal is returned as it was thrown', async t => {
  await t.rejects(
    pool(t).take('a', run => run('refuse', undefined)),
    { message: 'no such picture', code: 'NO_PICTURE', statusCode: 415 }
  )
})

t.test('a task that hangs, spins, uses too much memory or crashes ends its process, and the next one runs', async t => {
  const { take } = pool(t, { seconds: 2, memoryBytes: 300_000_000 })
  const hoarding = pool(t, { memoryBytes: 300_000_000 })
  for (const task of ['hang', 'spin'] as const)
    await t.rejects(
      take('a', run => run(task, undefined)),
      { message: /longer than 2 s/ },
      task
    )
  await t.rejects(
    hoarding.take('a', run => run('hoard', undefined)),
    { message: /bytes/ }
  )
  await t.rejects(
    hoarding.take('a', run => run('die', undefined)),
    { message: /ended \(SIGKILL\)/ }
  )
  t.equal(await hoarding.take('a', run => run('echo', 1)), 1)
})

t.test('a process ended from outside is replaced, and its task runs', async t => {
  const children = pool(t)
  const { pid, folder } = await children.take('a', run => run('environment', undefined))
  t.ok(existsSync(folder))
  const answer = await children.take('a', async run => {
    process.kill(pid, 'SIGKILL')
    return run('environment', undefined)
  })
  t.not(answer.pid, pid)
  t.notOk(existsSync(folder), 'its temporary files went with it')
})

t.test('a waiting task can be cancelled, and a running one is stopped', async t => {
  const children = pool(t)
  const { take } = children
  const giveUp = new AbortController()
  const begun = take('a', run => run('hang', undefined), giveUp.signal)
  const waiting = take('a', run => run('echo', 1), giveUp.signal)
  const [pid = 0] = children.pids
  t.ok(isAlive(pid))
  const leaving = new AbortController()
  const left = take('a', run => run('echo', 1), leaving.signal)
  leaving.abort(new Error('left'))
  await t.rejects(left, { message: 'left' }, 'while the task before it is still running')
  await t.rejects(
    take('a', run => run('echo', 1), leaving.signal),
    { message: 'left' },
    'a task that was cancelled before does not wait for its turn'
  )
  giveUp.abort(new Error('cancelled'))
  await Promise.all([t.rejects(begun, { message: 'cancelled' }), t.rejects(waiting, { message: 'cancelled' })])
  t.equal(await take('a', run => run('echo', 2)), 2)
  t.notOk(isAlive(pid))
})

t.test('each key has one task at a time, and keys take turns', async t => {
  const { take } = pool(t, { processes: 2 })
  const order: string[] = []
  const endings: (() => void)[] = []
  const turn = (key: string, name: string) =>
    take(key, async () => {
      order.push(name)
      await new Promise<void>(resolve => endings.push(resolve))
    })
  const all = [turn('a', 'a1'), turn('a', 'a2'), turn('a', 'a3'), turn('b', 'b1'), turn('c', 'c1')]
  for (let done = 0; done < all.length; done++) {
    while (endings.length <= done) await new Promise(setImmediate)
    if (done === 0) t.same(order, ['a1', 'b1'], 'the second task of a person waits, though another process would be free')
    endings[done]?.()
  }
  await Promise.all(all)
  t.same(
    order,
    ['a1', 'b1', 'c1', 'a2', 'a3'].sort((x, y) => order.indexOf(x) - order.indexOf(y)),
    'each task ran once'
  )
  t.ok(order.indexOf('c1') < order.indexOf('a3'), 'a person with one task does not wait for all tasks of a person with three')
})

t.test('an unused process ends, and closing ends all processes and refuses waiting tasks', async t => {
  const brief = pool(t, { idleMs: 1 })
  const { pid } = await brief.take('a', run => run('environment', undefined))
  while (isAlive(pid)) await new Promise(setImmediate)
  const { take, close } = pool(t)
  const working = take('a', run => run('hang', undefined))
  const waiting = take('b', run => run('echo', 1))
  const refusals = [t.rejects(working, { code: 'STOPPING' }), t.rejects(waiting, { code: 'STOPPING' })]
  await close()
  await Promise.all(refusals)
  await t.rejects(
    take('a', run => run('echo', 1)),
    { code: 'STOPPING' }
  )
})

const skip = process.platform !== 'linux' && 'only Linux shows the processor time of a process'

t.test('a process that stands still is replaced long before its time is over, and its task runs again', { skip }, async t => {
  const mark = join(temporaryFolder(t), 'was-here')
  const { take } = pool(t, { seconds: 50, stallSeconds: 2 })
  const start = performance.now()
  t.equal(await take('a', run => run('hangOnce', mark)), 'answered')
  t.ok(performance.now() - start < 40_000)
  await t.rejects(
    take('a', run => run('hang', undefined)),
    { reason: 'ended', message: /stood still for 2 s/ },
    'twice is a fault'
  )
})

t.test('a task that works now and then is left alone', async t => {
  const { take } = pool(t, { stallSeconds: 1 })
  t.equal(await take('a', run => run('slow', undefined)), 'done')
})
