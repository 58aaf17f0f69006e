import 'fake-indexeddb/auto'
import t from 'tap'
import { Disk } from '../../../web/sync/disk.ts'
import type { Step } from '../../../web/sync/stored-step.ts'
import { UndoSteps } from '../../../web/sync/undo-steps.ts'
import { newAccount } from '../../support/outboxes.ts'

interface Move {
  to: number
}

const step = (to: number): Step<Move> => ({ name: `Step ${to}`, subject: 'one', edits: [{ to }], inverse: [{ to: to - 1 }] })

function stepsOf(account = newAccount()) {
  const disk = new Disk(account)
  return { account, disk, steps: new UndoSteps<Move>(disk, 'mark p') }
}

/** Counts the page's writes to the stores of steps from now on: rows, and characters of their content. */
function countWrites() {
  const counted = { rows: 0, characters: 0 }
  const isCounted = (store: IDBObjectStore) => store.name === 'steps' // writes of other tests in this process may be pending
  const { put, delete: remove } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (value, key) {
    counted.rows += Number(isCounted(this))
    counted.characters += isCounted(this) ? JSON.stringify(value).length : 0
    return put.call(this, value, key)
  }
  IDBObjectStore.prototype.delete = function (key) {
    counted.rows += Number(isCounted(this))
    return remove.call(this, key)
  }
  const stop = () => Object.assign(IDBObjectStore.prototype, { put, delete: remove })
  return { counted, stop }
}

/** Resolves once all writes so far are on the disk. */
const settled = (disk: Disk) => disk.use(async database => void (await database.count('steps')))

t.test('every step costs as much as the first, however many there are: counted in rows and characters', async t => {
  const { disk, steps } = stepsOf()
  t.teardown(() => disk.close())
  await steps.begin()
  const costOf = async (what: () => unknown) => {
    const { counted, stop } = countWrites()
    await what()
    await settled(disk)
    stop()
    return counted
  }
  const costs = async (number: number) => ({
    made: await costOf(() => steps.push(step(number))),
    undone: await costOf(() => steps.takeBack()),
    again: await costOf(() => steps.doAgain())
  })
  const first = await costs(10_000)
  await disk.use(async database => {
    const { store, done } = database.transaction('steps', 'readwrite')
    for (let number = 1; number < 20_000; number++)
      void store.put({ document: 'mark p', undone: 0, id: `${number}`.padStart(12, '0'), step: step(10_000) })
    await done
  })
  t.equal(await disk.use(database => database.count('steps')), 20_000)
  t.same(await costs(10_000), first)
  t.ok(first.made.rows <= 2 && first.made.characters < 300, JSON.stringify(first))
})

t.test('a refused operation is taken out of its step, in memory and on the disk', async t => {
  const before = stepsOf()
  await before.steps.begin()
  for (let number = 1; number <= 500; number++)
    before.steps.push({
      ...step(number),
      edits: [{ to: number }, { to: -number }],
      inverse: [{ to: -number }, { to: number }],
      ids: [`a${number}`, `b${number}`]
    })
  await settled(before.disk)
  await before.disk.close()

  const { disk, steps } = stepsOf(before.account)
  t.teardown(() => disk.close())
  await steps.begin()
  await steps.refuse(['a500', 'b499', 'a498', 'b498', 'b3', 'a2', 'b2', 'of another document'])
  t.match(await steps.takeBack(), { name: 'Step 500', edits: [{ to: -500 }], inverse: [{ to: -500 }] })
  const back = await steps.takeBack()
  t.match(back, { name: 'Step 499', edits: [{ to: 499 }], inverse: [{ to: 499 }] })
  t.match(await steps.takeBack(), { name: 'Step 497', inverse: [{ to: -497 }, { to: 497 }] }, 'a step without operations is gone')
  await steps.refuse(back?.ids ?? [])
  t.match(await steps.doAgain(), { name: 'Step 497' })
  t.match(await steps.doAgain(), { name: 'Step 500' }, 'a refused undo is not redone')
  for (let number = 500; number > 3; number--)
    if (number !== 499 && number !== 498) t.match(await steps.takeBack(), { name: `Step ${number}` })
  t.match(await steps.takeBack(), { name: 'Step 3', edits: [{ to: 3 }], inverse: [{ to: 3 }] })
  t.match(await steps.takeBack(), { name: 'Step 1' })
})

t.test('steps survive a reload, further back than those in memory', async t => {
  const before = stepsOf()
  await before.steps.begin()
  for (let number = 1; number <= 500; number++) before.steps.push(step(number))
  for (let number = 500; number > 380; number--) t.match(await before.steps.takeBack(), { name: `Step ${number}` })
  await settled(before.disk)
  await before.disk.close()

  const { disk, steps } = stepsOf(before.account)
  t.teardown(() => disk.close())
  await steps.begin()
  t.equal(steps.lastDone?.name, 'Step 380')
  t.equal(steps.lastUndone?.name, 'Step 381')
  for (let number = 381; number <= 500; number++) t.match(await steps.doAgain(), { name: `Step ${number}` })
  t.equal(await steps.doAgain(), null)
  for (let number = 500; number >= 1; number--) t.match(await steps.takeBack(), { name: `Step ${number}` })
  t.equal(await steps.takeBack(), null)
})

t.test('older steps are read before undo reaches them', async t => {
  const before = stepsOf()
  await before.steps.begin()
  for (let number = 1; number <= 120; number++) before.steps.push(step(number))
  await settled(before.disk)
  await before.disk.close()

  const { disk, steps } = stepsOf(before.account)
  t.teardown(() => disk.close())
  await steps.begin()
  for (let taken = 0; taken < 40; taken++) await steps.takeBack()
  await settled(disk)
  for (let taken = 0; taken < 20; taken++) {
    void steps.takeBack()
    t.ok(steps.lastDone, 'immediately, without waiting for the disk')
  }
  t.equal(steps.lastDone?.name, 'Step 60')

  while (steps.lastDone) await steps.takeBack()
  await settled(disk)
  await disk.close()
  const again = stepsOf(before.account)
  t.teardown(() => again.disk.close())
  await again.steps.begin()
  for (let taken = 0; taken < 40; taken++) await again.steps.doAgain()
  await settled(again.disk)
  for (let taken = 0; taken < 20; taken++) {
    void again.steps.doAgain()
    t.ok(again.steps.lastUndone, 'and redo')
  }
  t.equal(again.steps.lastUndone?.name, 'Step 61')
})

t.test('a new step clears redo, including on disk', async t => {
  const before = stepsOf()
  await before.steps.begin()
  for (const number of [1, 2, 3]) before.steps.push(step(number))
  await before.steps.takeBack()
  await before.steps.takeBack()
  before.steps.push(step(4))
  t.equal(before.steps.lastUndone, undefined)
  await settled(before.disk)
  await before.disk.close()
  const { disk, steps } = stepsOf(before.account)
  t.teardown(() => disk.close())
  await steps.begin()
  t.equal(steps.lastUndone, undefined)
  for (const name of ['Step 4', 'Step 1']) t.match(await steps.takeBack(), { name })
  t.equal(await steps.takeBack(), null)
})

t.test('two tabs of one project do not lose each other’s steps', async t => {
  const here = stepsOf()
  const there = stepsOf(here.account)
  await Promise.all([here.steps.begin(), there.steps.begin()])
  here.steps.push(step(1))
  await settled(here.disk)
  there.steps.push(step(2))
  await settled(there.disk)
  t.match(await here.steps.takeBack(), { name: 'Step 1' }, 'each tab undoes its own')
  await settled(here.disk)
  await Promise.all([here.disk.close(), there.disk.close()])
  const { disk, steps } = stepsOf(here.account)
  t.teardown(() => disk.close())
  await steps.begin()
  t.equal(steps.lastDone?.name, 'Step 2')
  t.equal(steps.lastUndone?.name, 'Step 1')
})

t.test('without a disk undo continues in memory, without limit', async t => {
  const { disk, steps } = stepsOf()
  disk.use = () => Promise.reject(new Error('The disk is gone'))
  await steps.begin()
  for (let number = 1; number <= 1000; number++) {
    steps.push(step(number))
    if (number === 1) await new Promise(resolve => setImmediate(resolve))
  }
  for (let number = 1000; number >= 1; number--) t.match(await steps.takeBack(), { name: `Step ${number}` })
})
