import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import t from 'tap'
import type { Sites } from '../../../../shared/contracts/sites.ts'
import {
  type Edit,
  edited,
  newSite,
  operationOf,
  type SiteVersion,
  type StoredOperation
} from '../../../../web/features/sites/document/edits.ts'
import { readNewestSites } from '../../../../web/features/sites/document/newest-sites.ts'
import { type SiteDocument, siteNoun } from '../../../../web/features/sites/document/noun.ts'
import { oneSite } from '../../../../web/features/sites/document/one-site.ts'
import { resultOf } from '../../../../web/features/sites/document/result-of.ts'
import { withVersions } from '../../../../web/features/sites/document/with-versions.ts'
import { partOf } from '../../../../web/features/sites/document/without-newer.ts'
import { sitesOf } from '../../../../web/features/sites/queries.ts'
import { mineOf, shownFields, siteRefusalsOf } from '../../../../web/features/sites/refused/refusals.ts'
import { Disk } from '../../../../web/sync/disk.ts'
import { Document } from '../../../../web/sync/document.ts'
import type { OutboxListener } from '../../../../web/sync/outbox.ts'
import type { StoredEdit } from '../../../../web/sync/stored-edit.ts'
import { UndoSteps } from '../../../../web/sync/undo-steps.ts'

const at = '2026-06-01T12:00:00.000Z'
const m1 = newSite('p', 'm1', { name: 'M1', notes: 'Old' }, at)
let browsers = 0

/** A document of the site M1 on a server without a network. Its edits wait in a list. */
async function world(disk = new Disk(`sites-${++browsers}`), loadOne: (id: string) => Promise<SiteVersion | null> = async () => null) {
  const waiting: StoredEdit[] = []
  const listeners = new Set<OutboxListener>()
  const left: string[] = []
  let onServer = [m1]
  const document: SiteDocument = new Document({
    noun: siteNoun('p'),
    projectId: 'p',
    person: { accountId: 'ana', name: 'Ana' },
    comparison: async () => ({ partOf }),
    onLeft: ids => left.push(...ids),
    load: async () => onServer,
    loadOne,
    outbox: {
      add: async edits => void waiting.push(...edits.map(edit => ({ ...edit, madeAt: at, problem: null }))),
      all: async () => waiting,
      listen(_kind, _project, listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    },
    steps: new UndoSteps<Edit>(disk, 'site p')
  })
  await document.begin()
  await document.open('p')
  /** Answers the waiting edits: the server applied them, or refused them with a problem. */
  function answer(problem: string | null = null) {
    const results = waiting
      .splice(0)
      .map(edit => ({ ...edit, problem, answer: problem ? (onServer[0] ?? null) : document.get(edit.thing) }))
    if (!problem) onServer = document.list('p').map(site => ({ ...site, isUnsent: false }))
    for (const { settled } of listeners) settled(results)
  }
  /** Changes sites on the server, as an event of a colleague reports it. */
  async function colleague(change: (sites: SiteVersion[]) => SiteVersion[]) {
    onServer = change(onServer).map(site => ({ ...site, revision: site.revision + 1 }))
    await document.refresh('p')
  }
  return { document, waiting, listeners, disk, left, answer, colleague, bodies: () => waiting.map(({ body }) => body as StoredOperation) }
}

const names = (document: SiteDocument) => document.list('p').map(({ name }) => name)

t.test('a drawn site is shown at once, and its undo and redo delete and restore it', async t => {
  const { document, bodies } = await world()
  document.do('Add M2', 'p', [{ kind: 'create', siteId: 'm2', draft: { name: 'M2', decimalLatitude: 58, decimalLongitude: 11 } }])
  t.match(document.get('m2'), { name: 'M2', type: 'station', decimalLatitude: 58, notes: null, isUnsent: true, revision: 1 })
  await document.undo()
  t.same(names(document), ['M1'])
  await document.redo()
  t.same(names(document), ['M1', 'M2'])
  t.equal(document.get('m2')?.revision, 2, 'a restored site has the revision that the server gives it')
  t.match(bodies(), [
    { kind: 'create', siteId: 'm2', name: 'M2' },
    { kind: 'remove', siteId: 'm2', revision: 1 },
    { kind: 'restore', siteId: 'm2' }
  ])
})

t.test('the undo of a move restores the place alone, and that of a deletion restores the site after a reload', async t => {
  const { document, disk, bodies } = await world()
  document.do('Move M1', 'p', [{ kind: 'revise', siteId: 'm1', change: { decimalLatitude: 59, decimalLongitude: 11 } }])
  await document.undo()
  t.match(bodies().at(-1), { kind: 'revise', revision: 2, decimalLatitude: null, decimalLongitude: null })
  t.notHas(bodies().at(-1), { notes: 'Old' })
  document.do('Delete M1', 'p', [{ kind: 'remove', siteId: 'm1', was: document.get('m1')! }])
  t.same(names(document), [])
  document.close()

  const later = await world(disk)
  for (const name of names(later.document)) t.equal(name, 'M1')
  t.equal(later.document.canUndo, 'Delete M1')
  await later.document.undo()
  t.match(later.bodies(), [{ kind: 'restore', siteId: 'm1', was: { name: 'M1' } }])
})

t.test('an edit after restoring again is based on the revision that the server gives', async t => {
  const revisionAfter = (operations: readonly unknown[]) =>
    (operations as { kind: string; revision?: number }[]).reduce((at, { kind, revision }) => {
      if (kind === 'revise' || kind === 'remove') t.equal(revision, at, kind)
      return kind === 'remove' ? at : at + 1
    }, 0)
  const { document, bodies } = await world()
  document.do('Add M2', 'p', [{ kind: 'create', siteId: 'm2', draft: { name: 'M2' } }])
  document.do('Edit M2', 'p', [{ kind: 'revise', siteId: 'm2', change: { notes: 'New' } }])
  for (const step of ['undo', 'undo', 'redo', 'redo'] as const) await document[step]()
  t.equal(document.get('m2')?.notes, 'New')
  t.equal(document.get('m2')?.revision, revisionAfter(bodies()))

  const other = await world()
  other.document.do('Delete M1', 'p', [{ kind: 'remove', siteId: 'm1', was: other.document.get('m1')! }])
  for (const step of ['undo', 'redo', 'undo'] as const) await other.document[step]()
  other.document.do('Edit M1', 'p', [{ kind: 'revise', siteId: 'm1', change: { notes: 'New' } }])
  t.match(
    other.bodies().map(body => [body.kind, 'revision' in body ? body.revision : null]),
    [
      ['remove', 1],
      ['restore', null],
      ['remove', 2],
      ['restore', null],
      ['revise', 3]
    ]
  )
})

t.test('the answer to a deletion is the deleted site, and that to another operation is the site of the server', async t => {
  const removal = operationOf('1', { kind: 'remove', siteId: 'm1', was: m1 }, 4)
  const done = { id: '1', outcome: 'done' as const, site: null, code: null, message: null }
  t.match(resultOf(done, removal), { problem: null, answer: { id: 'm1', removed: true, revision: 4 } })
  const { removed: _removed, ...there } = { ...m1, revision: 5 }
  t.match(resultOf({ ...done, site: there }, removal).answer, { removed: false, revision: 5 }, 'someone restored it')
  const stale = { ...done, outcome: 'stale' as const, site: there, message: 'Another member changed this site in the meantime' }
  t.match(resultOf(stale, removal), { problem: stale.message, answer: { revision: 5 } })
})

t.test('lists show the sites with unsent edits, sorted and counted', async t => {
  const found: Sites = { surveys: [], sites: [m1], unassignedCount: 3 }
  const versions = ['M10', 'M2'].map((name, index): SiteVersion => newSite('p', `x${index}`, { name }, at))
  t.same(
    withVersions(found, versions).sites.map(({ name }) => name),
    ['M2', 'M10']
  )
})

t.test('a refused edit keeps the values that it did not change as they are on the server', async t => {
  const stored = (thing: string, id: string, edit: Edit): StoredEdit => ({
    ...{ id, kind: 'site', project: 'p', subject: 'p', thing, madeAt: at, problem: 'Late' },
    body: operationOf(id, edit, 1)
  })
  const edits = [
    stored('m1', '1', { kind: 'revise', siteId: 'm1', change: { notes: 'Mine' } }),
    stored('m1', '2', { kind: 'revise', siteId: 'm1', change: { type: 'transect' } }),
    { ...stored('m9', '3', { kind: 'revise', siteId: 'm9', change: { notes: 'Gone' } }), project: 'q' }
  ]
  const [refusal, ...others] = siteRefusalsOf(edits, 'p')
  t.same(others, [], 'edits of other projects are decided there')
  t.same(refusal?.ids, ['1', '2'])
  const there = { ...m1, name: 'M1 north', notes: 'Theirs', revision: 2 }
  const mine = mineOf(refusal!, 'p', there)
  t.match(mine, { name: 'M1 north', notes: 'Mine', type: 'transect' })
  t.same(shownFields(mine!, there), ['name', 'type', 'notes'])
  t.equal(mineOf(refusal!, 'p', null), null, 'a site that is gone has no version to edit')
  t.equal(edited('p', undefined, { kind: 'revise', siteId: 'm1', change: {} }, { at }), undefined)
})

t.test('undo and redo leave the values that a colleague changed since, and revert the others', async t => {
  const { document, left, answer, colleague, bodies } = await world()
  const renamed: Edit = { kind: 'revise', siteId: 'm1', change: { name: 'M1 south', notes: 'New' } }
  document.do('Edit M1', 'p', [renamed])
  answer()
  await colleague(([site]) => [{ ...site!, name: 'M1 north' }])
  t.equal(await document.undo(), 'p')
  t.match(document.get('m1'), { name: 'M1 north', notes: 'Old' })
  t.match(bodies(), [{ kind: 'revise', revision: 3, notes: 'Old' }])
  t.notHas(bodies()[0], { name: 'M1' })
  t.same(left.splice(0), ['m1'])
  answer()

  await document.redo()
  t.match(document.get('m1'), { name: 'M1 north', notes: 'New' }, 'redo leaves it too')
  answer()
  left.length = 0
  await colleague(([site]) => [{ ...site!, notes: 'Of a colleague' }])
  await document.undo()
  t.same(bodies(), [], 'nothing is sent')
  t.same(left, ['m1'])
  t.same([document.canUndo, document.canRedo], [null, null], 'a step with nothing left is gone')
})

t.test('a place that a colleague changed in part stays as a whole, and so do depths', async t => {
  const { document, answer, colleague, bodies } = await world()
  const change = { decimalLatitude: 59, decimalLongitude: 11, minimumDepthInMeters: 20, maximumDepthInMeters: 40, notes: 'New' }
  document.do('Edit M1', 'p', [{ kind: 'revise', siteId: 'm1', change }])
  answer()
  await colleague(([site]) => [{ ...site!, decimalLongitude: 12, maximumDepthInMeters: 30 }])
  await document.undo()
  t.match(document.get('m1'), {
    decimalLatitude: 59,
    decimalLongitude: 12,
    minimumDepthInMeters: 20,
    maximumDepthInMeters: 30,
    notes: 'Old'
  })
  t.strictSame(Object.keys(bodies()[0]!).sort(), ['id', 'kind', 'notes', 'revision', 'siteId'])
})

t.test('the undo of a creation leaves a site that a colleague changed, and the redo of a deletion too', async t => {
  const { document, left, answer, colleague, bodies } = await world()
  document.do('Add M2', 'p', [{ kind: 'create', siteId: 'm2', draft: { name: 'M2', decimalLatitude: 58, decimalLongitude: 11 } }])
  answer()
  await colleague(sites => sites.map(site => (site.id === 'm2' ? { ...site, notes: 'Of a colleague' } : site)))
  await document.undo()
  t.same([names(document), bodies(), left.splice(0)], [['M1', 'M2'], [], ['m2']])
  t.equal(document.canUndo, null)

  document.do('Delete M1', 'p', [{ kind: 'remove', siteId: 'm1', was: document.get('m1')! }])
  answer()
  await document.undo()
  t.same(names(document), ['M1', 'M2'], 'a deletion is undone as before')
  answer()
  await colleague(sites => sites.map(site => (site.id === 'm1' ? { ...site, notes: 'Of a colleague' } : site)))
  await document.redo()
  t.same([names(document), left], [['M1', 'M2'], ['m1']])
})

t.test('the undo of an edit leaves a site that a colleague deleted', async t => {
  const { document, left, answer, colleague, bodies } = await world()
  document.do('Edit M1', 'p', [{ kind: 'revise', siteId: 'm1', change: { notes: 'New' } }])
  answer()
  await colleague(() => [])
  await document.undo()
  t.same([names(document), bodies(), left], [[], [], ['m1']])
})

t.test('a site that cannot be read is not a deleted one: the undo fails, and stays for another try', async t => {
  const disk = new Disk(`sites-${++browsers}`)
  const edit: Edit = { kind: 'revise', siteId: 'm1', change: { notes: 'New' } }
  const before = await world(disk)
  before.document.do('Edit M1', 'p', [edit])
  before.answer()
  before.document.close()

  let answer: () => Promise<SiteVersion | null> = () => Promise.reject(new Error('No connection'))
  const { document, left, bodies, colleague } = await world(disk, () => answer())
  await colleague(() => []) // the list is of a moment without the site
  await document.refresh('p')
  for (const _ of [1, 2]) {
    await t.rejects(document.undo(), { message: 'No connection' })
    t.same([document.canUndo, document.canRedo, left, bodies()], ['Edit M1', null, [], []])
  }
  answer = async () => ({ ...m1, notes: 'New', revision: 2 })
  await document.undo()
  t.match(bodies(), [{ kind: 'revise', siteId: 'm1', revision: 2, notes: 'Old' }])
  t.same([document.canUndo, document.canRedo, left], [null, 'Edit M1', []])
})

t.test('the deletion of a site is undone without a network after a reload', async t => {
  const disk = new Disk(`sites-${++browsers}`)
  const before = await world(disk)
  before.document.do('Delete M1', 'p', [{ kind: 'remove', siteId: 'm1', was: m1 }])
  before.answer()
  before.document.close()
  const { document, bodies, colleague } = await world(disk, () => Promise.reject(new Error('No connection')))
  await colleague(() => [])
  await document.undo()
  t.match(bodies(), [{ kind: 'restore', siteId: 'm1' }])
})

t.test('a site is deleted only when the server, not a proxy, answers that it is not there', async t => {
  const answer = (status: number, body: object) => t.intercept(globalThis, 'fetch', { value: async () => Response.json(body, { status }) })
  const { removed: _removed, ...site } = m1
  answer(200, site)
  t.match(await oneSite('m1'), { name: 'M1', removed: false })
  answer(404, { code: 'NOT_FOUND', detail: 'The site does not exist' })
  t.equal(await oneSite('m1'), null)
  for (const status of [403, 404, 500, 502]) {
    answer(status, {})
    await t.rejects(oneSite('m1'), { name: 'ApiError', status })
  }
  t.intercept(globalThis, 'fetch', { value: () => Promise.reject(new TypeError('Failed to fetch')) })
  await t.rejects(oneSite('m1'), { code: 'NETWORK' })
})

t.test('the sites are read anew before the first edit, and the known ones stay without a network', async t => {
  const client = new QueryClient()
  const listed = (revision: number): Sites => ({ surveys: [], sites: [{ ...m1, revision }], unassignedCount: 0 })
  const revisionAfter = async (answer: () => Promise<Response>) => {
    client.setQueryData(sitesOf('p').queryKey, listed(1))
    t.intercept(globalThis, 'fetch', { value: answer })
    await readNewestSites(client, 'p')
    return client.getQueryData(sitesOf('p').queryKey)?.sites[0]?.revision
  }
  t.equal(await revisionAfter(async () => Response.json(listed(4))), 4)
  t.equal(await revisionAfter(async () => Promise.reject(new TypeError('Failed to fetch'))), 1)
  client.clear()
})
