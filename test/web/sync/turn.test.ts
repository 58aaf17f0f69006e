import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { Disk } from '../../../web/sync/disk.ts'
import { leaseTurn, lockTurn } from '../../../web/sync/turn.ts'
import { done, edit, newAccount, outboxOf } from '../../support/outboxes.ts'

/** Work that continues until it is released. */
function held() {
  let letGo = () => {}
  const isOver = new Promise<void>(resolve => {
    letGo = resolve
  })
  let begun = () => {}
  const hasBegun = new Promise<void>(resolve => {
    begun = resolve
  })
  const work = () => {
    begun()
    return isOver
  }
  return { work, letGo, hasBegun }
}

t.test('without locks one tab at a time has the lease', async t => {
  const account = newAccount()
  const [here, there] = [new Disk(account), new Disk(account)]
  t.teardown(() => Promise.all([here.close(), there.close()]))
  const { work, letGo, hasBegun } = held()
  const first = leaseTurn(here, 'outbox')(work)
  await hasBegun
  const turnThere = leaseTurn(there, 'outbox')
  let ran = 0
  t.equal(await turnThere(async () => void ran++), false)
  letGo()
  t.equal(await first, true)
  t.equal(await turnThere(async () => void ran++), true)
  t.equal(ran, 1)
})

t.test('the lease of a dead tab passes to the next when it expires, and the first one detects it', async t => {
  const account = newAccount()
  const [here, there] = [new Disk(account), new Disk(account)]
  t.teardown(() => Promise.all([here.close(), there.close()]))
  let now = 1_000_000
  const { work, letGo, hasBegun } = held()
  let isMine: () => Promise<boolean> = async () => false
  const first = leaseTurn(
    here,
    'outbox',
    () => now
  )(mine => {
    isMine = mine
    return work()
  })
  await hasBegun
  now += 40_000
  t.ok(await isMine(), 'it is renewed before each batch')
  now += 40_000
  const turnThere = leaseTurn(there, 'outbox', () => now)
  t.equal(await turnThere(async () => {}), false)
  now += 10_000
  t.equal(
    await turnThere(async () => {
      t.equal(await isMine(), false)
    }),
    true
  )
  letGo()
  await first
})

t.test('without a disk a page sends its edits from memory', async t => {
  const disk = new Disk(newAccount())
  disk.use = () => Promise.reject(new Error('The disk is gone'))
  let ran = false
  t.equal(
    await leaseTurn(
      disk,
      'outbox'
    )(async isMine => {
      ran = await isMine()
    }),
    true
  )
  t.ok(ran)
})

t.test('three tabs on plain HTTP send every edit once, in order', async t => {
  const account = newAccount()
  const order: string[] = []
  let atOnce = 0
  const serve = async (batch: Parameters<typeof done>[0]) => {
    atOnce += 1
    t.equal(atOnce, 1, 'one tab at a time')
    await pause(20)
    order.push(...batch.ids)
    atOnce -= 1
    return done(batch)
  }
  const tabs = [0, 1, 2].map(() => outboxOf(t, serve, { account, turn: disk => leaseTurn(disk, 'outbox') }))
  for (let number = 0; number < 30; number++) {
    await tabs[number % 3]!.outbox.add([edit(`${number}`.padStart(2, '0'))])
    if (number % 10 === 0) await pause(120)
  }
  for (let tries = 0; tries < 1000 && order.length < 30; tries++) await pause(10)
  t.same(
    order,
    Array.from({ length: 30 }, (_, number) => `${number}`.padStart(2, '0'))
  )
})

t.test('with locks the next tab continues where the first one stopped', async t => {
  let last: Promise<unknown> = Promise.resolve()
  const locks = {
    request: (_name: string, work: () => Promise<unknown>) => {
      const turn = last.then(work)
      last = turn
      return turn
    }
  } as unknown as LockManager
  const order: string[] = []
  const { work, letGo, hasBegun } = held()
  const first = lockTurn(
    locks,
    'x'
  )(async () => {
    await work()
    order.push('first')
  })
  await hasBegun
  const second = lockTurn(locks, 'x')(async () => void order.push('second'))
  letGo()
  t.same([await first, await second], [true, true])
  t.same(order, ['first', 'second'])
})
