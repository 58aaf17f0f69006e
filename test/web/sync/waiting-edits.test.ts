import t from 'tap'
import { Disk, reasonOf } from '../../../web/sync/disk.ts'
import { hasNone } from '../../../web/sync/outbox-status.ts'
import type { LocalDatabase } from '../../../web/sync/schema.ts'
import { done, edit, newAccount, outboxOf, result } from '../../support/outboxes.ts'

/** A disk whose reads and writes fail at the command of the test. */
class FaultyDisk extends Disk {
  refuses: 'nothing' | 'writes' | 'everything' = 'nothing'
  uses = 0

  override use<T>(work: (database: LocalDatabase) => Promise<T>): Promise<T> {
    this.uses += 1
    if (this.refuses === 'everything') return Promise.reject(new Error('The disk is gone'))
    return super.use(async database => {
      if (this.refuses !== 'writes') return work(database)
      const full = new Proxy(database, {
        get: (target, name) => (name === 'transaction' ? refusing(target) : Reflect.get(target, name).bind(target))
      })
      return work(full)
    })
  }
}

const refusing =
  (database: LocalDatabase) =>
  (...[store, mode, options]: Parameters<LocalDatabase['transaction']>) => {
    const transaction = database.transaction(store, mode, options)
    if (mode !== 'readwrite') return transaction
    transaction.done.catch(() => {})
    transaction.abort()
    throw new DOMException('', 'QuotaExceededError')
  }

function faulty() {
  const account = newAccount()
  return { account, disk: new FaultyDisk(account) }
}

t.test('edits that the disk refuses are not counted as stored, and are sent from memory in order', async t => {
  const page = faulty()
  const { outbox, sent } = outboxOf(t, done, page)
  await outbox.add([edit('a')])
  page.disk.refuses = 'writes'
  outbox.pause()
  await outbox.add([edit('b')])
  await outbox.add([edit('c')])
  t.match(outbox.status(), { waiting: 3, unkept: { count: 2, reason: 'The browser has no storage left for this page' } })
  t.match(await outbox.all(), [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  page.disk.refuses = 'nothing'
  outbox.resume()
  t.ok(await outbox.sendNow())
  t.same(
    sent.flatMap(({ ids }) => ids),
    ['a', 'b', 'c']
  )
  t.match(outbox.status(), { waiting: 0, unkept: null })
})

t.test('a disk that stays full: the server has all edits, and none stays unsent', async t => {
  const page = faulty()
  page.disk.refuses = 'writes'
  const { outbox, sent } = outboxOf(t, done, page)
  await outbox.add([edit('a')])
  await outbox.add([edit('b')])
  t.ok(await outbox.sendNow())
  t.same(
    sent.flatMap(({ ids }) => ids),
    ['a', 'b']
  )
  t.match(outbox.status(), { waiting: 0, unkept: null })
})

t.test('an edit on a disk that is known to fail counts as unkept at once, for the warning of a page that is being closed', async t => {
  const page = faulty()
  page.disk.refuses = 'writes'
  const { outbox } = outboxOf(t, done, page)
  await outbox.add([edit('a')])
  t.ok(await outbox.sendNow())
  t.match(outbox.status(), { unkept: null })
  outbox.pause()
  const written = outbox.add([edit('b')])
  t.match(outbox.status(), { unkept: { count: 1 } })
  await written
})

t.test('a disk that fails after storing edits: this page sends its own', async t => {
  const page = faulty()
  const { outbox, sent } = outboxOf(t, done, page)
  outbox.pause()
  await outbox.add([edit('a'), edit('b')])
  page.disk.refuses = 'everything'
  await outbox.add([edit('c')])
  t.match(outbox.status(), { unkept: { count: 1 } })
  t.match(await outbox.all(), [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  outbox.resume()
  await outbox.sendNow()
  t.same(sent[0]?.ids, ['a', 'b', 'c'])
})

t.test('an edit refused by disk and server is kept in memory with its reason, and with those on top', async t => {
  const page = faulty()
  page.disk.refuses = 'writes'
  const { outbox, sent } = outboxOf(t, ({ ids }) => ids.map(id => result(id, 'You may not edit here')), page)
  outbox.pause()
  await outbox.add([edit('a')])
  outbox.resume()
  await outbox.sendNow()
  t.match(outbox.status(), { waiting: 0, refused: [{ id: 'a', problem: 'You may not edit here' }], unkept: { count: 1 } })
  t.equal(sent.length, 1)
  await outbox.discard(['a']).catch(() => {})
  t.match(outbox.status(), { refused: [], unkept: null })
})

t.test('edits on a disk that cannot be read do not count as none', async t => {
  const page = faulty()
  const before = outboxOf(t, done, page)
  t.notOk(hasNone(before.outbox.status()), 'nor do edits that are not counted yet')
  before.outbox.pause()
  await before.outbox.add([edit('a')])
  await before.closed()
  page.disk.refuses = 'everything'
  const { outbox } = outboxOf(t, done, page)
  t.notOk(await outbox.sendNow())
  t.match(outbox.status(), { counted: true, waiting: 0 })
  t.notOk(hasNone(outbox.status()))
  page.disk.refuses = 'nothing'
  t.ok(await outbox.sendNow())
  t.ok(hasNone(outbox.status()))
})

t.test('the cost of an edit does not grow with the number of unsent ones', async t => {
  const page = faulty()
  const { outbox } = outboxOf(t, done, page)
  outbox.pause()
  await outbox.add([edit('first')])
  const usesOf = async (id: string) => {
    const before = page.disk.uses
    await outbox.add([edit(id)])
    return page.disk.uses - before
  }
  const early = await usesOf('early')
  await outbox.add(Array.from({ length: 2000 }, (_, place) => edit(`${place}`)))
  t.equal(await usesOf('late'), early)
  t.equal(outbox.status().waiting, 2003)
})

t.test('messages for a failing disk', t => {
  t.match(reasonOf(new DOMException('', 'QuotaExceededError')), /no storage left/)
  t.match(reasonOf(new DOMException('', 'VersionError')), /newer version/)
  t.match(reasonOf(new Error('anything')), /cannot store data/)
  t.end()
})
