import t, { type Test } from 'tap'
import { forgetBulkEdits } from '../../../../../server/backend/annotations/review/bulk.ts'
import { bulkEditWork } from '../../../../../server/backend/annotations/review/jobs.ts'
import { localEventBus } from '../../../../../server/backend/events/bus.ts'
import { HopelessJob } from '../../../../../server/backend/jobs/queue.ts'
import { newId } from '../../../../../server/lib/ids.ts'
import type { Annotation, AnnotationOperation } from '../../../../../shared/contracts/annotations.ts'
import type { BulkEdit, PastBulkEdit } from '../../../../../shared/contracts/review.ts'
import { annotatingProject } from '../../../../support/annotating.ts'
import { insertAnnotationRows } from '../../../../support/annotation-rows.ts'
import { type DatabaseKind, forEachDatabase } from '../../../../support/backend.ts'
import { finishedJobs } from '../../../../support/jobs.ts'

async function scene(t: Test, database: DatabaseKind, runJobs = true) {
  const base = await annotatingProject(t, { database, runJobs })
  const { owner, project, creation, edit, addLabel } = base
  const sponge = await addLabel('Porifera')
  const coral = await addLabel('Anthozoa')
  const url = `/projects/${project.id}/annotations/bulk`

  /** Creates annotations. @returns references to them as a bulk edit needs */
  async function make(count: number, change: Parameters<typeof creation>[0] = {}): Promise<{ id: string; revision: number }[]> {
    const made = Array.from({ length: count }, () => creation(change))
    await edit(made)
    return made.map(({ annotationId }) => ({ id: annotationId, revision: 1 }))
  }

  const revise = (annotationId: string, revision: number, change: object) =>
    edit([{ id: newId(), kind: 'revise', annotationId, revision, ...change } as AnnotationOperation])
  const now = async ({ id }: { id: string }) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
  const countOf = async (labelId: string): Promise<number> => (await owner.get(`/labels/${labelId}`)).json().annotationCount

  return { ...base, sponge, coral, url, make, revise, now, countOf }
}

/** A project with 700 annotations of one label, whose bulk edits stop after the first step until the test continues them. */
async function unfinished(t: Test, database: DatabaseKind) {
  const base = await scene(t, database, false)
  const { owner, project, mediaIds, storage, sponge, url } = base
  const { db } = storage
  const row = { project_id: project.id, media_id: mediaIds[0]!, label_id: sponge.id }
  await insertAnnotationRows(
    db,
    Array.from({ length: 700 }, () => row)
  )
  await db.updateTable('label').set({ annotation_count: 700 }).where('id', '=', sponge.id).execute()
  const start = async (labelId: string, by = owner) => (await by.post(url, { filter: '', change: { labelId } })).json<BulkEdit>()
  const work = async ({ id: bulkId }: BulkEdit) =>
    bulkEditWork({ db, events: localEventBus() })({
      payload: { projectId: project.id, bulkId },
      signal: AbortSignal.timeout(60_000),
      progress: async () => {},
      hold: async () => {}
    } as unknown as Parameters<ReturnType<typeof bulkEditWork>>[0])
  async function merge(label: { id: string }, into: { id: string }): Promise<void> {
    const { revision } = (await owner.get(`/labels/${label.id}`)).json()
    const answer = await owner.post(`/labels/${label.id}/merge`, { revision, into: into.id })
    if (answer.statusCode >= 300) throw new Error(`no label was merged: ${answer.body}`)
  }
  return { ...base, start, work, merge }
}

await forEachDatabase(t, (t, database) => {
  t.test('many annotations are relabelled together, with history and counts, and all of it can be undone', async t => {
    const { owner, mediaIds, sponge, coral, url, make, revise, now, countOf } = await scene(t, database)
    const some = await make(3, { labelId: sponge.id, confidence: 0.5 })
    const [first] = some as [{ id: string; revision: number }]
    await revise(first.id, 1, { reviewState: 'confirmed' })
    first.revision = 2
    const confirmed = await now(first)

    const answer = await owner.post(url, { annotations: some, change: { labelId: coral.id } })
    t.equal(answer.statusCode, 200)
    const bulk = answer.json<BulkEdit>()
    t.match(bulk, { state: 'done', changedCount: 3, skippedCount: 0, job: null })
    t.same(bulk.changed, [
      { id: first.id, revision: 3 },
      { id: some[1]?.id, revision: 2 },
      { id: some[2]?.id, revision: 2 }
    ])
    t.match(await now(first), { labelId: coral.id, reviewState: 'proposed', reviewedBy: null, confidence: 0.5, revision: 3 })
    t.same([await countOf(sponge.id), await countOf(coral.id)], [0, 3])
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 3)

    const undone = await owner.post(`${url}/${bulk.id}/undo`)
    t.equal(undone.statusCode, 200)
    t.match(undone.json(), { state: 'undone', restoredCount: 3, keptCount: 0, changed: { length: 3 } })
    const { revision: _now, modifiedAt: _at, ...restored } = await now(first)
    const { revision: _then, modifiedAt: _before, ...expected } = confirmed
    t.same(restored, expected, 'the reviewer and the time of review are restored')
    t.same([await countOf(sponge.id), await countOf(coral.id)], [3, 0])
    const { versions } = (await owner.get(`/annotations/${first.id}/history`)).json()
    t.match(versions, [
      { revision: 4, kind: 'revise', by: owner.email, labelName: 'Porifera', reviewState: 'confirmed' },
      { revision: 3, kind: 'revise', by: owner.email, labelName: 'Anthozoa', reviewState: 'proposed' },
      { revision: 2, reviewState: 'confirmed' },
      { revision: 1, kind: 'create' }
    ])
    t.equal((await owner.post(`${url}/${bulk.id}/undo`)).statusCode, 409, 'not a second time')
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'undone', changedCount: 3, restoredCount: 3 })
  })

  t.test('edits made in the meantime are kept, by the change and by its undo', async t => {
    const { owner, signUp, project, sponge, coral, url, make, revise, now } = await scene(t, database)
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const some = await make(4, { labelId: sponge.id })
    await revise(some[0]!.id, 1, { confidence: 0.25 })
    const gone = { id: 'nothing', revision: 1 }
    const bulk = (
      await bo.post(url, { annotations: [...some, gone], change: { labelId: coral.id, reviewState: 'confirmed' } })
    ).json<BulkEdit>()
    t.match(bulk, { changedCount: 3, skippedCount: 2 })
    t.match(await now(some[0]!), { labelId: sponge.id, confidence: 0.25 })
    t.match(await now(some[1]!), { labelId: coral.id, reviewState: 'confirmed', reviewedBy: bo.email })

    await revise(some[1]!.id, 2, { confidence: 0.75 })
    const undone = (await owner.post(`${url}/${bulk.id}/undo`)).json<BulkEdit>()
    t.match(undone, { restoredCount: 2, keptCount: 1 })
    t.match(await now(some[1]!), { labelId: coral.id, confidence: 0.75, reviewState: 'confirmed' })
    t.match(await now(some[2]!), { labelId: sponge.id, reviewState: 'proposed', reviewedBy: null })
    t.match((await owner.get(`/annotations/${some[2]!.id}/history`)).json().versions[0], { by: owner.email })
  })

  t.test('unchanged annotations are skipped; removed ones are restored; a deleted label is refused', async t => {
    const { owner, mediaIds, sponge, coral, url, make, now, countOf } = await scene(t, database)
    const some = await make(3, { labelId: sponge.id })
    t.match((await owner.post(url, { annotations: some, change: { labelId: sponge.id } })).json(), { changedCount: 0, changed: [] })
    t.match(await now(some[0]!), { revision: 1 })

    const removed = (await owner.post(url, { annotations: some, change: { removed: true } })).json<BulkEdit>()
    t.match(removed, { changedCount: 3 })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 0)
    t.equal(await countOf(sponge.id), 0)
    t.match((await owner.post(`${url}/${removed.id}/undo`)).json(), { restoredCount: 3 })
    t.match(await now(some[2]!), { removed: false, labelId: sponge.id, revision: 3 })
    t.equal((await owner.get(`/media/${mediaIds[0]}`)).json().annotationCount, 3)

    const named = some.map(({ id }) => ({ id, revision: 3 }))
    const relabelled = (await owner.post(url, { annotations: named, change: { labelId: coral.id } })).json<BulkEdit>()
    t.equal((await owner.delete(`/labels/${sponge.id}`)).statusCode, 204)
    t.match((await owner.post(`${url}/${relabelled.id}/undo`)).json(), { state: 'undone', restoredCount: 0, keptCount: 3 })
    t.match(await now(some[0]!), { labelId: coral.id })
  })

  t.test('an undo returns to the origin of each label', async t => {
    const { owner, project, mediaIds, storage, sponge, coral, url, now } = await scene(t, database)
    const former = [
      { origin: 'accepted_bulk', suggestion_id: 'suggested', change: { labelId: coral.id } },
      { origin: 'accepted', source: 'machine', review_state: 'confirmed', change: { reviewState: 'rejected' } },
      { origin: 'human_seen', change: { labelId: null } }
    ] as const
    for (const { change, ...columns } of former) {
      const ids = [newId(), newId()]
      const row = { project_id: project.id, media_id: mediaIds[0]!, label_id: sponge.id, ...columns }
      await insertAnnotationRows(
        storage.db,
        ids.map(id => ({ id, ...row }))
      )
      const before = await now({ id: ids[0]! })
      const bulk = (await owner.post(url, { annotations: ids.map(id => ({ id, revision: 1 })), change })).json<BulkEdit>()
      t.not((await now({ id: ids[0]! })).origin, before.origin)
      t.match((await owner.post(`${url}/${bulk.id}/undo`)).json(), { restoredCount: 2 })
      const shown = ({ labelId, reviewState, source, origin, suggestionId }: Annotation) => [
        labelId,
        reviewState,
        source,
        origin,
        suggestionId
      ]
      t.same(shown(await now({ id: ids[0]! })), shown(before))
    }
  })

  t.test('the undo of a bulk edit of an earlier version derives the origin', async t => {
    const { owner, storage, sponge, coral, url, make, now } = await scene(t, database)
    const some = await make(1, { labelId: sponge.id })
    const bulk = (await owner.post(url, { annotations: some, change: { labelId: coral.id } })).json<BulkEdit>()
    const before = JSON.stringify({ labelId: sponge.id, reviewState: 'proposed', reviewedBy: null, reviewedAt: null })
    await storage.db.updateTable('bulk_edit_item').set({ before }).where('bulk_edit_id', '=', bulk.id).execute()
    await owner.post(`${url}/${bulk.id}/undo`)
    t.match(await now(some[0]!), { labelId: sponge.id, origin: 'human', suggestionId: null })
  })

  t.test('a job changes more than 500 matches of a filter, and undoes it', async t => {
    const { owner, project, mediaIds, storage, sponge, coral, url, countOf } = await scene(t, database)
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      project_id: project.id,
      media_id: mediaIds[at % 2]!,
      label_id: at % 3 === 0 ? coral.id : sponge.id,
      confidence: at / 1_200
    }))
    await insertAnnotationRows(storage.db, rows)
    await storage.db.updateTable('label').set({ annotation_count: 800 }).where('id', '=', sponge.id).execute()
    await storage.db.updateTable('label').set({ annotation_count: 400 }).where('id', '=', coral.id).execute()
    const filter = `label.is.${sponge.id}*confidence.atLeast.0.1`
    const matchCount = rows.filter(({ label_id: labelId, confidence }) => labelId === sponge.id && confidence >= 0.1).length

    const answer = await owner.post(url, { filter, change: { labelId: coral.id } })
    t.equal(answer.statusCode, 202)
    const bulk = answer.json<BulkEdit>()
    t.match(bulk, { state: 'running', job: { kind: 'annotations.bulk' }, changed: { length: 500 } })
    await finishedJobs(owner, project.id)
    const done = (await owner.get(`${url}/${bulk.id}`)).json<BulkEdit>()
    t.match(done, { state: 'done', changedCount: matchCount, skippedCount: 0, job: { state: 'done', done: matchCount, total: matchCount } })
    t.same([await countOf(sponge.id), await countOf(coral.id)], [800 - matchCount, 400 + matchCount])
    t.match((await owner.get(`/projects/${project.id}/annotations/count?filter=${filter}`)).json(), { count: 0 })

    const undoing = await owner.post(`${url}/${bulk.id}/undo`)
    t.equal(undoing.statusCode, 202)
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'undone', restoredCount: matchCount, keptCount: 0 })
    t.match((await owner.get(`/projects/${project.id}/annotations/count?filter=${filter}`)).json(), { count: matchCount })
    t.same([await countOf(sponge.id), await countOf(coral.id)], [800, 400])
  })

  t.test('the last annotation of a large confirmation was confirmed in bulk too, and a single one was not', async t => {
    const { owner, project, mediaIds, storage, sponge, url } = await scene(t, database)
    const row = { project_id: project.id, media_id: mediaIds[0]!, label_id: sponge.id, source: 'machine' as const }
    await insertAnnotationRows(
      storage.db,
      Array.from({ length: 501 }, () => row)
    )
    await owner.post(url, { filter: `label.is.${sponge.id}`, change: { reviewState: 'confirmed' } })
    await finishedJobs(owner, project.id)
    const origins = () => storage.db.selectFrom('annotation').select('origin').distinct().where('label_id', '=', sponge.id).execute()
    t.same(await origins(), [{ origin: 'accepted_bulk' }])

    await storage.db.updateTable('annotation').set({ review_state: 'proposed', origin: null }).where('label_id', '=', sponge.id).execute()
    const [one] = await storage.db.selectFrom('annotation').select(['id', 'revision']).where('label_id', '=', sponge.id).limit(1).execute()
    await owner.post(url, { annotations: [one], change: { reviewState: 'confirmed' } })
    const { origin } = await storage.db.selectFrom('annotation').select('origin').where('id', '=', one!.id).executeTakeFirstOrThrow()
    t.equal(origin, 'accepted')
  })

  t.test('many annotations get one comment, whatever their revision; the activity lists it once; it can be undone', async t => {
    const { owner, signUp, project, sponge, url, make, revise, edit, now } = await scene(t, database)
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const some = await make(4, { labelId: sponge.id })
    await revise(some[0]!.id, 1, { confidence: 0.25 })
    await edit([{ id: newId(), kind: 'remove', annotationId: some[3]!.id, revision: 1 }])
    const comments = async ({ id }: { id: string }) => (await owner.get(`/annotations/${id}/comments`)).json().comments
    const before = await now(some[1]!)

    const answer = await owner.post(url, { annotations: some, change: { comment: 'Juveniles? @bo@lab.example' } })
    t.equal(answer.statusCode, 200)
    const bulk = answer.json<BulkEdit>()
    t.match(bulk, { state: 'done', changedCount: 3, skippedCount: 1 })
    for (const one of some.slice(0, 3)) {
      t.match(await comments(one), [{ text: 'Juveniles? @bo@lab.example', authorName: owner.email, mentions: [{ accountId: bo.id }] }])
    }
    t.same(await comments(some[3]!), [], 'a removed annotation is unchanged')
    t.same(await now(some[1]!), before, 'the annotation itself is unchanged')
    const { items } = (await bo.get(`/projects/${project.id}/activity`)).json()
    t.match(items[0], { event: 'annotations.commented', detail: { count: 3, mentions: bo.id } })
    t.match((await bo.get('/notices')).json().notices[0], {
      text: /^ana@lab.example mentioned you on 3 annotations in/,
      path: new RegExp(`/projects/${project.id}/annotate[?]image=`)
    })

    const [mine] = await comments(some[2]!)
    await owner.delete(`/comments/${mine.id}`)
    await owner.post(`/annotations/${some[1]!.id}/comments`, { text: 'Yes.' })
    t.match((await owner.post(`${url}/${bulk.id}/undo`)).json(), { state: 'undone', restoredCount: 2, keptCount: 1 })
    t.same(await comments(some[0]!), [])
    t.match(await comments(some[1]!), [{ text: 'Yes.' }])
  })

  t.test('a job comments on more than 500 annotations, and removes the comments', async t => {
    const { owner, project, mediaIds, storage, url } = await scene(t, database)
    await insertAnnotationRows(
      storage.db,
      Array.from({ length: 700 }, () => ({ project_id: project.id, media_id: mediaIds[0]! }))
    )
    const count = async () => (await storage.db.selectFrom('comment').select('id').where('text', '=', 'Blurred').execute()).length
    const answer = await owner.post(url, { filter: '', change: { comment: 'Blurred' } })
    t.equal(answer.statusCode, 202)
    const bulk = answer.json<BulkEdit>()
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'done', changedCount: 700 })
    t.equal(await count(), 700)
    const activity = (await owner.get(`/projects/${project.id}/activity`)).json().items
    t.match(activity[0], { event: 'annotations.commented', detail: { count: 700 } })
    await owner.post(`${url}/${bulk.id}/undo`)
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'undone', restoredCount: 700, keptCount: 0 })
    t.equal(await count(), 0)
  })

  t.test('a stopped bulk edit can be undone, but a running one cannot', async t => {
    const { owner, project, mediaIds, storage, coral, url } = await scene(t, database)
    await insertAnnotationRows(
      storage.db,
      Array.from({ length: 700 }, () => ({ project_id: project.id, media_id: mediaIds[0]! }))
    )
    const bulk = (await owner.post(url, { filter: '', change: { labelId: coral.id } })).json<BulkEdit>()
    await finishedJobs(owner, project.id)
    // as if the job had been stopped after its first part
    await storage.db.updateTable('bulk_edit').set({ state: 'running' }).where('id', '=', bulk.id).execute()
    await storage.db
      .updateTable('job')
      .set({ state: 'running' })
      .where('id', '=', bulk.job?.id ?? '')
      .execute()
    const tooEarly = await owner.post(`${url}/${bulk.id}/undo`)
    t.equal(tooEarly.statusCode, 409)
    t.match(tooEarly.json(), { code: 'BULK_EDIT_RUNNING' })
    await storage.db
      .updateTable('job')
      .set({ state: 'cancelled' })
      .where('id', '=', bulk.job?.id ?? '')
      .execute()
    t.equal((await owner.post(`${url}/${bulk.id}/undo`)).statusCode, 202)
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'undone', restoredCount: 700 })
  })

  t.test('a running bulk edit follows the merge of its label, and its undo that of a former label', async t => {
    const { owner, project, storage, sponge, coral, url, start, work, merge, addLabel, countOf } = await unfinished(t, database)
    const [hard, glass] = [await addLabel('Scleractinia'), await addLabel('Hexactinellida')]
    const bulk = await start(coral.id)
    await merge(coral, hard)
    await work(bulk)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'done', changedCount: 700, skippedCount: 0 })
    t.equal(await countOf(hard.id), 700)
    const labels = await storage.db.selectFrom('annotation').select('label_id').distinct().where('project_id', '=', project.id).execute()
    t.same(labels, [{ label_id: hard.id }])

    await merge(sponge, glass)
    t.equal((await owner.post(`${url}/${bulk.id}/undo`)).statusCode, 202)
    await work(bulk)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'undone', restoredCount: 200, keptCount: 500 }, 'the merge changed 500')
    t.same([await countOf(hard.id), await countOf(glass.id)], [500, 200])
  })

  t.test('a running bulk edit by filter skips what others made or edited after it began, but not merged labels', async t => {
    const { owner, project, storage, sponge, coral, url, signUp, start, work, merge, make, revise, now, addLabel } = await unfinished(
      t,
      database
    )
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const bulk = await start(coral.id, bo)
    const rest = storage.db.selectFrom('annotation').select('id').where('label_id', '=', sponge.id).orderBy('id')
    const edited = await rest.executeTakeFirstOrThrow()
    await merge(sponge, await addLabel('Hexactinellida'))
    await revise(edited.id, 2, { reviewState: 'confirmed' })
    const [made] = await make(1)
    await work(bulk)
    t.match((await owner.get(`${url}/${bulk.id}`)).json(), { state: 'done', changedCount: 699, skippedCount: 2 })
    t.match(await now(edited), { reviewState: 'confirmed', revision: 3 })
    t.match(await now(made!), { labelId: null, revision: 1 })
  })

  t.test('two running bulk edits of one person both reach all annotations', async t => {
    const { owner, coral, url, start, work, countOf, addLabel } = await unfinished(t, database)
    const hard = await addLabel('Scleractinia')
    const [first, second] = [await start(coral.id), await start(hard.id)]
    await work(first)
    await work(second)
    t.match((await owner.get(`${url}/${second.id}`)).json(), { state: 'done', skippedCount: 0 })
    t.equal(await countOf(hard.id), 700)
  })

  t.test('a running bulk edit ends with a reason when its label is deleted, and can be undone', async t => {
    const { owner, storage, sponge, coral, url, start, work, countOf } = await unfinished(t, database)
    const bulk = await start(coral.id)
    const removal = await owner.post(url, { filter: `label.is.${coral.id}`, change: { removed: true } })
    t.match(removal.json(), { state: 'done', changedCount: 500 })
    t.equal((await owner.delete(`/labels/${coral.id}`)).statusCode, 204)
    const reason = 'The label was deleted in the meantime: undo the bulk edit'
    await t.rejects(work(bulk), { constructor: HopelessJob, message: reason })
    t.equal(await countOf(sponge.id), 200, 'the others keep their label')
    await storage.db
      .updateTable('job')
      .set({ state: 'failed' })
      .where('id', '=', bulk.job?.id ?? '')
      .execute()
    t.equal((await owner.post(`${url}/${bulk.id}/undo`)).statusCode, 200)
  })

  t.test('bulk edits are listed for a month, newest first, with their author and the author of the undo', async t => {
    const { owner, app, signUp, project, storage, sponge, coral, url, make } = await scene(t, database)
    const bo = await signUp('bo@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: bo.email, role: 'editor' })
    const some = await make(3, { labelId: sponge.id })
    const change = async (by: typeof owner, annotations: typeof some, what: object) =>
      (await by.post(url, { annotations, change: what })).json<BulkEdit>()
    const at = (revision: number) => some.map(({ id }) => ({ id, revision }))
    const named = await change(owner, some, { labelId: coral.id })
    const confirmed = await change(bo, at(2), { reviewState: 'confirmed' })
    const single = await change(owner, at(3).slice(0, 1), { reviewState: 'disputed' })
    await change(owner, at(4).slice(0, 1), { reviewState: 'disputed' })
    const removed = await change(owner, at(3).slice(1), { removed: true })
    await change(owner, at(4).slice(1), { labelId: sponge.id })

    const past = async (by: typeof owner, query = '') =>
      (await by.get(`${url}${query}`)).json<{ items: PastBulkEdit[]; nextCursor: string }>()
    const { items, nextCursor } = await past(bo)
    t.equal(nextCursor, null)
    t.match(items, [
      { id: removed.id, madeBy: owner.email, change: { removed: true }, changedCount: 2, state: 'done', isAtWork: false, undoneBy: null },
      { id: confirmed.id, madeBy: bo.email, change: { reviewState: 'confirmed' }, changedCount: 3 },
      { id: named.id, change: { labelId: coral.id } }
    ])
    t.equal(items.length, 3, 'neither edits of a single annotation, nor edits without an effect')
    const ids = async (by: typeof owner, query: string) => (await past(by, query)).items.map(({ id }) => id)
    t.same(await ids(owner, '?show=mine'), [removed.id, single.id, named.id])
    const first = await past(owner, '?limit=2')
    t.same(await ids(owner, `?limit=2&cursor=${first.nextCursor}`), [named.id])

    await bo.post(`${url}/${removed.id}/undo`)
    t.match((await past(owner)).items[0], { id: removed.id, state: 'undone', undoneBy: bo.email, restoredCount: 2 })
    t.same(await ids(owner, '?show=mine'), [single.id, named.id], 'edits that can still be undone')
    await storage.db.updateTable('bulk_edit').set({ state: 'running' }).where('id', '=', confirmed.id).execute()
    t.match((await past(owner)).items[1], { state: 'running', isAtWork: false }, 'as if its job had been stopped')

    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await past(viewer)).items.length, 3)
    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await app.inject({ method: 'GET', url: `/api${url}` })).statusCode, 401)
    for (const query of ['show=all', 'limit=0', 'limit=101', `cursor=${'x'.repeat(129)}`, 'colour=red']) {
      t.equal((await owner.get(`${url}?${query}`)).statusCode, 400, query)
    }
    const other = await owner.makeProject({ title: 'Another' })
    t.same((await owner.get(`/projects/${other.id}/annotations/bulk`)).json(), { items: [], nextCursor: null })
  })

  t.test('strangers find nothing, viewers change nothing, and an invalid filter is refused', async t => {
    const { owner, signUp, project, storage, sponge, url, make } = await scene(t, database)
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const annotations = await make(1)
    const change = { labelId: sponge.id }
    const bulk = (await owner.post(url, { annotations, change })).json<BulkEdit>()
    t.equal((await stranger.post(url, { annotations, change })).statusCode, 404)
    t.equal((await stranger.get(`${url}/${bulk.id}`)).statusCode, 404)
    t.equal((await stranger.post(`${url}/${bulk.id}/undo`)).statusCode, 404)
    t.equal((await viewer.post(url, { annotations, change })).statusCode, 403)
    t.equal((await viewer.post(url, { annotations, change: { comment: 'Blurred' } })).statusCode, 403)
    t.equal((await viewer.post(`${url}/${bulk.id}/undo`)).statusCode, 403)
    t.equal((await viewer.get(`${url}/${bulk.id}`)).statusCode, 200)
    t.equal((await owner.post(`${url}/nothing/undo`)).statusCode, 404)
    const other = await owner.makeProject({ title: 'Another' })
    t.equal((await owner.get(`/projects/${other.id}/annotations/bulk/${bulk.id}`)).statusCode, 404)
    t.match((await owner.post(`/projects/${other.id}/annotations/bulk`, { annotations, change: { removed: true } })).json(), {
      changedCount: 0,
      skippedCount: 1
    })
    const foreign = (await owner.post(`/projects/${other.id}/labels`, { name: 'Sand' })).json()
    const refused: object[] = [
      { change },
      { annotations, filter: '', change },
      { annotations: [], change },
      { annotations: [{ id: 'x' }], change },
      { annotations, change: {} },
      { annotations, change: { removed: false } },
      { annotations, change: { labelId: foreign.id } },
      { annotations, change: { labelId: 'nothing' } },
      { annotations, change: { reviewState: 'perfect' } },
      { annotations, change: { colour: 'red' } },
      { annotations, change: { comment: ' ' } },
      { annotations, change: { comment: 'x'.repeat(5_001) } },
      { annotations, change: { comment: 'Blurred', removed: true } },
      { annotations, change, colour: 'red' },
      { filter: 'depth.atLeast.deep', change },
      { annotations: Array.from({ length: 20_001 }, () => ({ id: 'x', revision: 1 })), change }
    ]
    for (const body of refused) t.equal((await owner.post(url, body)).statusCode, 422, JSON.stringify(body).slice(0, 80))
    t.equal((await owner.post(url, { filter: 'x'.repeat(8_001), change })).statusCode, 422)

    await forgetBulkEdits(storage.db, new Date(Date.now() + 1_000).toISOString())
    t.equal((await owner.get(`${url}/${bulk.id}`)).statusCode, 404)
    t.same(await storage.db.selectFrom('bulk_edit_item').select('annotation_id').execute(), [])
  })

  t.test('saved filters belong to everyone in a project', async t => {
    const { owner, signUp, project } = await scene(t, database)
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    const url = `/projects/${project.id}/filters`
    const saved = await owner.post(url, { name: '  Doubtful   sponges ', filter: 'confidence.atMost.0.5' })
    t.equal(saved.statusCode, 201)
    t.match(saved.json(), { name: 'Doubtful sponges', filter: 'confidence.atMost.0.5', createdBy: owner.email })
    await owner.post(url, { name: 'All', filter: '' })
    t.match((await viewer.get(url)).json(), { filters: [{ name: 'All' }, { name: 'Doubtful sponges' }] })
    const twin = await owner.post(url, { name: 'doubtful SPONGES', filter: '' })
    t.equal(twin.statusCode, 409)
    t.match(twin.json(), { code: 'FILTER_EXISTS', detail: 'The project already has a filter named “doubtful SPONGES”' })
    const { id } = saved.json()
    t.equal((await viewer.post(url, { name: 'Mine', filter: '' })).statusCode, 403)
    t.equal((await viewer.delete(`${url}/${id}`)).statusCode, 403)
    t.equal((await stranger.get(url)).statusCode, 404)
    t.equal((await stranger.delete(`${url}/${id}`)).statusCode, 404)
    t.equal((await owner.post(url, { name: ' ', filter: '' })).statusCode, 422)
    t.equal((await owner.post(url, { name: 'Bad', filter: 'nonsense' })).statusCode, 422)
    t.equal((await owner.post(url, { name: 'Bad', filter: '', colour: 1 })).statusCode, 422)
    t.equal((await owner.delete(`${url}/${id}`)).statusCode, 204)
    t.equal((await owner.delete(`${url}/${id}`)).statusCode, 404)
  })
})
