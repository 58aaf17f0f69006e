import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import t from 'tap'
import { Disk } from '../../../web/sync/disk.ts'
import { deleteLocal } from '../../../web/sync/local-database.ts'
import { UndoSteps } from '../../../web/sync/undo-steps.ts'
import { WaitingEdits } from '../../../web/sync/waiting-edits.ts'
import { newAccount } from '../../support/outboxes.ts'

const at = '2026-11-01T08:00:00.000Z'
const step = (name: string, mediaId: string, annotationId: string) => ({
  ...{ name, mediaId },
  edits: [{ kind: 'revise', annotationId }],
  inverse: [{ kind: 'revise', annotationId, labelId: null }]
})

/** Creates the local database as version 0.1.0 left it. */
async function databaseOf1(account: string) {
  const database = await openDB(`isobath-${account}`, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('outbox', { autoIncrement: true }).createIndex('project', 'projectId')
      fresh.createObjectStore('undo', { keyPath: 'projectId' })
    }
  })
  const operations = [
    { id: 'e1', kind: 'create', annotationId: 'drawn', mediaId: 'one' },
    { id: 'e2', kind: 'revise', annotationId: 'drawn', revision: 1 },
    { id: 'e3', kind: 'remove', annotationId: 'older', revision: 4 },
    { id: 'e4', kind: 'revise', annotationId: 'stranger', revision: 1 }
  ]
  for (const body of operations)
    await database.add('outbox', { id: body.id, projectId: 'p', madeAt: at, body, problem: body.id === 'e3' ? 'Someone was first' : null })
  await database.put('undo', {
    projectId: 'p',
    done: [step('First', 'one', 'drawn'), step('Second', 'two', 'older')],
    undone: [step('Undone first', 'one', 'drawn'), step('Undone last', 'two', 'older')]
  })
  return database
}

t.test('the database of 0.1.0 is converted: every edit in order, and every undo step', async t => {
  const account = newAccount()
  ;(await databaseOf1(account)).close()
  const disk = new Disk(account)
  t.teardown(() => disk.close())
  const edits = new WaitingEdits(disk)
  t.same(await edits.next(10, new Set(['annotation'])), [
    {
      ...{ id: 'e1', kind: 'annotation', project: 'p', subject: 'one', thing: 'drawn', madeAt: at, problem: null },
      body: { id: 'e1', kind: 'create', annotationId: 'drawn', mediaId: 'one' }
    },
    {
      ...{ id: 'e2', kind: 'annotation', project: 'p', subject: 'one', thing: 'drawn', madeAt: at, problem: null },
      body: { id: 'e2', kind: 'revise', annotationId: 'drawn', revision: 1 }
    },
    {
      ...{ id: 'e4', kind: 'annotation', project: 'p', subject: '', thing: 'stranger', madeAt: at, problem: null },
      body: { id: 'e4', kind: 'revise', annotationId: 'stranger', revision: 1 }
    }
  ])
  const { waiting, refused } = await edits.count()
  t.same([...waiting], [['p', 3]])
  t.match(refused, [{ id: 'e3', subject: 'two', problem: 'Someone was first' }])

  const steps = new UndoSteps(disk, 'annotation p')
  await steps.begin()
  t.match(steps.lastDone, { name: 'Second', subject: 'two' })
  t.match(await steps.doAgain(), { name: 'Undone last' })
  t.match(await steps.doAgain(), { name: 'Undone first', inverse: [{ labelId: null }] })
  t.equal(await steps.doAgain(), null)
  for (const name of ['Undone first', 'Undone last', 'Second', 'First']) t.match(await steps.takeBack(), { name })
  t.equal(await steps.takeBack(), null)
})

t.test('while a tab of 0.1.0 uses its database, edits stay in memory, and are stored once it is closed', async t => {
  const account = newAccount()
  const old = await databaseOf1(account)
  const disk = new Disk(account)
  t.teardown(() => disk.close())
  let opened = () => {}
  const isOpen = new Promise<void>(resolve => {
    opened = resolve
  })
  disk.onOpen = opened
  const edits = new WaitingEdits(disk)
  const made = { id: 'new', kind: 'annotation', project: 'p', subject: 'one', thing: 'x', madeAt: at, body: {}, problem: null }
  await edits.add([made])
  t.match(edits.failure, /older version/)
  t.equal(edits.unkept, 1)
  old.close()
  await isOpen
  await edits.written()
  t.equal(edits.unkept, 0)
  t.same(
    (await edits.all()).map(({ id }) => id),
    ['e1', 'e2', 'e3', 'e4', 'new']
  )
})

t.test('a page yields to a newer one, and reports it for later edits', async t => {
  const account = newAccount()
  const disk = new Disk(account)
  await disk.use(async () => {})
  const newer = await openDB(`isobath-${account}`, 3) // would wait forever if the page did not close
  t.teardown(() => newer.close())
  const edits = new WaitingEdits(disk)
  await edits.add([{ id: 'a', kind: 'annotation', project: 'p', subject: 's', thing: 'x', madeAt: at, body: {}, problem: null }])
  t.match(edits.failure, /newer version/)
})

t.test('the stores of one account are removed, even while its pages are open; those of another stay', async t => {
  const [ana, bo] = [newAccount(), newAccount()]
  const [disk, other] = [new Disk(ana), new Disk(bo)]
  t.teardown(() => other.close())
  await Promise.all([disk.use(async () => {}), other.use(async () => {})])
  await deleteLocal(ana)
  t.ok(disk.isDeleted)
  await t.rejects(disk.use(async () => {}))
  const names = (await indexedDB.databases()).map(({ name }) => name)
  t.notOk(names.includes(`isobath-${ana}`))
  t.ok(names.includes(`isobath-${bo}`))
})
