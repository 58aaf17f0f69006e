import 'fake-indexeddb/auto'
import t from 'tap'
import { type Edit, newSite, type SiteVersion, type StoredOperation } from '../../../../web/features/sites/document/edits.ts'
import { type SiteDocument, siteNoun } from '../../../../web/features/sites/document/noun.ts'
import { type SiteScreen, takeBack } from '../../../../web/features/sites/document/take-back.ts'
import { Disk } from '../../../../web/sync/disk.ts'
import { Document } from '../../../../web/sync/document.ts'
import type { OutboxListener } from '../../../../web/sync/outbox.ts'
import type { StoredEdit } from '../../../../web/sync/stored-edit.ts'
import { UndoSteps } from '../../../../web/sync/undo-steps.ts'

const at = '2026-06-01T12:00:00.000Z'
const late = 'Another member changed this site in the meantime'
const notThere = 'The server did not save this edit, so there is nothing to undo'
const move: Edit = { kind: 'revise', siteId: 'm1', change: { decimalLatitude: 59, decimalLongitude: 11 } }
let browsers = 0

/** A screen with the site M1 at 58° N 10° E, and a server that answers when it is asked to. */
async function world() {
  let onServer: SiteVersion[] = [newSite('p', 'm1', { name: 'M1', decimalLatitude: 58, decimalLongitude: 10 }, at)]
  const edits: StoredEdit[] = []
  const listeners = new Set<OutboxListener>()
  const messages: (string | undefined)[][] = []
  const tries: (() => void)[] = []
  const left: string[] = []
  const steps = new UndoSteps<Edit>(new Disk(`take-back-${++browsers}`), 'site p')
  let isClosed = false
  let loadOne: (id: string) => Promise<SiteVersion | null> = async () => null
  const outbox = {
    add: async (made: readonly Omit<StoredEdit, 'madeAt' | 'problem'>[]) =>
      void edits.push(...made.map(edit => ({ ...edit, madeAt: at, problem: null }))),
    all: async () => edits,
    listen(_kind: string, _project: string, listener: OutboxListener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
  const opened = async (): Promise<SiteDocument> => {
    const person = { accountId: 'ana', name: 'Ana' }
    const load = async () => onServer
    const document: SiteDocument = new Document({
      ...{ noun: siteNoun('p'), projectId: 'p', person, load, loadOne: id => loadOne(id), outbox, steps }
    })
    await document.open('p')
    return document
  }
  const document = await opened()
  const refused = new Set<string>()
  const learn = (answered: readonly Pick<StoredEdit, 'id' | 'problem'>[]) => {
    for (const { id, problem } of answered) if (problem !== null) refused.add(id)
  }
  const screen: SiteScreen = {
    ...{ document, outbox, isClosed: () => isClosed, refused },
    async reopen() {
      learn(edits)
      return opened()
    },
    onLeft: ids => void left.push(...ids),
    show({ title, description, action }) {
      messages.push([title, description])
      if (action) tries.push(action.onAction)
    }
  }
  return {
    ...{ screen, document, listeners, messages, left, tries },
    site: () => onServer.find(({ id }) => id === 'm1'),
    waiting: () => edits.filter(({ problem }) => problem === null).map(({ body }) => body as StoredOperation),
    leave() {
      isClosed = true
      document.close()
    },
    /** Answers reads of a single site. */
    reads(answer: typeof loadOne) {
      loadOne = answer
    },
    /** Sets the sites that the lists of the server have. */
    lists(sites: SiteVersion[]) {
      onServer = sites
    },
    colleague(change: Partial<SiteVersion>) {
      onServer = onServer.map(site => ({ ...site, ...change, revision: site.revision + 1 }))
    },
    /** Answers the edits that wait by their revisions. Refused ones stay. */
    answer() {
      const answers = edits
        .filter(({ problem }) => problem === null)
        .map(edit => {
          const body = edit.body as StoredOperation
          const there = onServer.find(({ id }) => id === edit.thing)
          const isLate = body.kind === 'revise' && there?.revision !== body.revision
          const next = siteNoun('p').edited(there, siteNoun('p').editOf(body), { accountId: 'ana', name: 'Ana', at })!
          if (!isLate) onServer = [next]
          return { ...edit, problem: isLate ? late : null, answer: isLate ? there : next }
        })
      edits.splice(0, edits.length, ...answers.filter(({ problem }) => problem !== null))
      if (!isClosed) learn(answers)
      for (const { settled } of [...listeners]) settled(answers)
    }
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise(resolve => setImmediate(resolve))
}

t.test('a message takes back exactly its own edit, as a step of its own', async t => {
  const { screen, document, listeners, messages, answer, site } = await world()
  const moved = document.do('Move M1', 'p', [move])!
  document.do('Edit M1', 'p', [{ kind: 'revise', siteId: 'm1', change: { notes: 'New' } }])
  await takeBack(screen, moved)
  t.equal(document.canUndo, 'Move M1')
  answer()
  t.match(site(), { decimalLatitude: 58, decimalLongitude: 10, notes: 'New' })
  t.same([messages, listeners.size], [[], 1])
})

t.test('it leaves the version that won when the server refused the edit, on the screen and after it was left', async t => {
  for (const isLeft of [false, true]) {
    const { screen, document, listeners, messages, answer, colleague, site, leave, waiting } = await world()
    const moved = document.do('Move M1', 'p', [move])!
    colleague({ decimalLatitude: 60 })
    if (isLeft) leave()
    answer()
    if (!isLeft) await document.refresh('p')
    await takeBack(screen, moved)
    t.same([messages, waiting()], [[[notThere, undefined]], []])
    t.match(site(), { decimalLatitude: 60, decimalLongitude: 10 })
    t.equal(listeners.size, isLeft ? 0 : 1)
  }
})

t.test('it leaves the values that a colleague changed since, on the screen and after it was left', async t => {
  for (const isLeft of [false, true]) {
    const { screen, document, listeners, messages, left, answer, colleague, leave, waiting } = await world()
    const moved = document.do('Move M1', 'p', [move])!
    answer()
    if (isLeft) leave()
    colleague({ decimalLatitude: 60 })
    if (!isLeft) await document.refresh('p')
    await takeBack(screen, moved)
    t.same([left, messages, waiting()], [['m1'], [], []])
    t.equal(listeners.size, isLeft ? 0 : 1)
  }
})

t.test('a refusal is a message with its reason, once the screen was left', async t => {
  for (const leftAt of ['before', 'meanwhile', 'never'] as const) {
    const { screen, document, listeners, messages, answer, colleague, leave } = await world()
    const moved = document.do('Move M1', 'p', [move])!
    answer()
    if (leftAt === 'before') leave()
    await takeBack(screen, moved)
    if (leftAt === 'meanwhile') leave()
    colleague({ notes: 'Of a colleague' })
    answer()
    t.same(messages, leftAt === 'never' ? [] : [['The edit could not be undone', late]], leftAt)
    t.equal(listeners.size, leftAt === 'never' ? 1 : 0)
  }
})

t.test('sites that cannot be read after the screen was left are reported, and the person can try again', async t => {
  const { screen, document, messages, tries, leave, waiting, answer } = await world()
  const moved = document.do('Move M1', 'p', [move])!
  answer()
  leave()
  let isOffline = true
  const reopen = () => (isOffline ? Promise.reject(new Error('No connection')) : screen.reopen())
  await takeBack({ ...screen, reopen }, moved)
  t.same([messages, waiting()], [[['The edit could not be undone', 'No connection']], []])
  isOffline = false
  tries[0]!()
  await until(() => waiting().length === 1)
  t.match(waiting(), [{ kind: 'revise', decimalLatitude: 58, decimalLongitude: 10 }])
})

t.test('a site that no list has is read, and a failed read is not a deletion', async t => {
  const { screen, document, messages, tries, left, leave, waiting, answer, site, reads, lists } = await world()
  const moved = document.do('Move M1', 'p', [move])!
  answer()
  const there = site()!
  leave()
  lists([])
  reads(() => Promise.reject(new Error('No connection')))
  await takeBack(screen, moved)
  t.same([messages.splice(0), left, waiting()], [[['The edit could not be undone', 'No connection']], [], []])
  reads(async () => there)
  tries[0]!()
  await until(() => waiting().length === 1)
  t.match(waiting(), [{ kind: 'revise', revision: 2, decimalLatitude: 58, decimalLongitude: 10 }])
  t.same([messages, left], [[], []])

  const gone = await world()
  const step = gone.document.do('Move M1', 'p', [move])!
  gone.answer()
  gone.leave()
  gone.lists([])
  await takeBack(gone.screen, step)
  t.same([gone.messages, gone.left, gone.waiting()], [[], ['m1'], []], 'a deleted site stays deleted')
})
