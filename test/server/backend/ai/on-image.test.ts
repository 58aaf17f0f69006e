import { sql } from 'kysely'
import t from 'tap'
import { geometryHash } from '../../../../server/backend/ai/geometry.ts'
import { writeSuggestions } from '../../../../server/backend/ai/write-suggestions.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { ImageSuggestion } from '../../../../shared/contracts/image-suggestions.ts'
import { type BackendOptions, forEachDatabase } from '../../../support/backend.ts'
import { blindScene, boxAt } from '../../../support/blind-session.ts'
import { hearing } from '../../../support/hearing.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'

/** An image with two unlabelled points, a suggestion for each, and one for a new box. */
// Long: sets up one scene.
async function suggestedImage(t: Parameters<typeof blindScene>[0], options: BackendOptions) {
  const base = await blindScene(t, options)
  const { owner, project, mediaIds, edit, creation, storage } = base
  const { db } = storage
  const [mediaId = ''] = mediaIds
  const label = async (name: string) => (await owner.post(`/projects/${project.id}/labels`, { name })).json<{ id: string }>().id
  const labelIds = [await label('Sponge'), await label('Coral')] as const
  const shapes = [1, 2].map(x => ({ kind: 'point' as const, x, y: 1 }))
  const points = shapes.map(shape => creation({ mediaId, shape, labelId: null }))
  await edit(points)
  const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
  const on = { runId, projectId: project.id, mediaId, labelId: labelIds[0] }
  const rows = [
    ...points.map(({ annotationId }, index) => suggestionRow({ ...on, annotationId, shape: shapes[index]! })),
    suggestionRow({ ...on, annotationId: null, shape: boxAt(40), probability: 0.9 })
  ]
  await db.insertInto('ai_suggestion').values(rows).execute()
  const point = points[0]!.annotationId
  const [forFirst, forSecond, ofBox] = rows.map(({ id }) => id) as [string, string, string]

  const list = async (by = owner) => (await by.get(`/media/${mediaId}/suggestions`)).json<{ items: ImageSuggestion[]; hasMore: boolean }>()
  const stateOf = async (id: string) => (await owner.get(`/suggestions/${id}`)).json<ImageSuggestion>().state
  const waiting = async () => (await owner.get(`/ai/runs/${runId}`)).json().waitingCount
  const send = async (edits: object[], by = owner) =>
    (await by.post(`/projects/${project.id}/suggestions/edits`, { edits: edits.map(each => ({ id: newId(), ...each })) })).json()
  const annotation = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
  const accept = (suggestionId: string, labelId: string | undefined) =>
    creation({ mediaId, shape: boxAt(40), labelId: labelId ?? null, suggestionId } as never)
  return {
    ...base,
    ...{ db, mediaId, runId, on, labelIds, point, points, forFirst, forSecond, ofBox, list, stateOf, waiting, send, annotation, accept }
  }
}

await forEachDatabase(t, (t, database) => {
  t.test('an image lists its waiting suggestions, the most certain first', async t => {
    const { list, forFirst, forSecond, ofBox, points, labelIds, owner } = await suggestedImage(t, { database })
    const { items, hasMore } = await list()
    t.equal(hasMore, false)
    t.same(
      items.map(({ id }) => id),
      [ofBox, forSecond, forFirst]
    )
    t.match(items[0], { annotationId: null, labelId: labelIds[0], shape: boxAt(40), state: 'waiting' })
    t.match(items[1], { annotationId: points[1]!.annotationId })
    const { revision } = (await owner.get(`/labels/${labelIds[0]}`)).json()
    await owner.post(`/labels/${labelIds[0]}/merge`, { revision, into: labelIds[1] })
    t.match((await list()).items[0], { labelId: labelIds[1], alternatives: [{ labelId: labelIds[1] }] }, 'a merged label is replaced')
  })

  t.test('a label given by a person ends the suggestion, and undo restores it', async t => {
    const { edit, revise, owner, point, labelIds, forFirst, stateOf, waiting, annotation, app } = await suggestedImage(t, {
      database
    })
    const { until } = await hearing(t, app, owner)
    const annotationId = point
    await revise(owner, annotationId, 1, { labelId: labelIds[1] })
    t.equal(await stateOf(forFirst), 'gone')
    t.equal(await waiting(), 2)
    t.match(await annotation(annotationId), { origin: 'human', suggestionId: null })
    await until('ai', undefined, owner.id) // the counts of other pages follow
    await revise(owner, annotationId, 2, { labelId: null })
    t.equal(await stateOf(forFirst), 'waiting')
    await edit([{ id: newId(), kind: 'remove', annotationId, revision: 3 }])
    t.equal(await stateOf(forFirst), 'gone')
    await edit([{ id: newId(), kind: 'restore', annotationId, revision: 4 }])
    t.equal(await stateOf(forFirst), 'waiting')
    t.equal(await waiting(), 3)
  })

  t.test('an edit accepts a suggestion, and undo lets it wait again', async t => {
    const scene = await suggestedImage(t, { database })
    const { edit, revise, owner, point, labelIds, forFirst, ofBox, stateOf, annotation, accept } = scene
    const annotationId = point
    await revise(owner, annotationId, 1, { labelId: labelIds[0], suggestionId: forFirst })
    t.match(await annotation(annotationId), { origin: 'accepted', suggestionId: forFirst })
    t.equal(await stateOf(forFirst), 'accepted')
    await revise(owner, annotationId, 2, { labelId: null })
    t.match(await annotation(annotationId), { origin: null, labelId: null })
    t.equal(await stateOf(forFirst), 'waiting')

    const made = accept(ofBox, labelIds[1])
    await edit([made])
    t.match(await annotation(made.annotationId), { origin: 'human_seen', suggestionId: ofBox })
    t.equal(await stateOf(ofBox), 'relabelled')
    await edit([{ id: newId(), kind: 'remove', annotationId: made.annotationId, revision: 1, suggestionId: ofBox }])
    t.equal(await stateOf(ofBox), 'waiting', 'undone')
    await edit([{ id: newId(), kind: 'restore', annotationId: made.annotationId, revision: 2 }])
    t.equal(await stateOf(ofBox), 'relabelled', 'done again')
    await edit([{ id: newId(), kind: 'remove', annotationId: made.annotationId, revision: 3 }])
    t.equal(await stateOf(ofBox), 'rejected', 'removed as wrong')
  })

  t.test('two people decide: the first decision applies, and the second person gets the reason', async t => {
    const { edit, bo, cy, labelIds, ofBox, forFirst, stateOf, accept, send, point, revise } = await suggestedImage(t, { database })
    await edit([accept(ofBox, labelIds[0])], bo)
    const [late] = await edit([accept(ofBox, labelIds[0])], cy)
    t.match(late, { outcome: 'refused', message: 'The suggestion was decided or replaced in the meantime' })
    t.match(await send([{ suggestionId: ofBox, state: 'rejected' }], cy), {
      results: [{ isDone: false, suggestion: { id: ofBox, state: 'accepted' } }]
    })
    await send([{ suggestionId: forFirst, state: 'rejected' }], cy)
    const annotationId = point
    await revise(bo, annotationId, 1, { labelId: labelIds[0], suggestionId: forFirst })
    t.equal(await stateOf(forFirst), 'accepted', 'a label takes precedence over a rejection')
  })

  t.test('a suggestion replaced by a later run is recorded where it was seen, and the later one is restored', async t => {
    const scene = await suggestedImage(t, { database })
    const { db, on, owner, project, revise, edit, accept, point, labelIds, forFirst, ofBox, stateOf, annotation } = scene
    const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const later = suggestionRow({ ...on, runId, annotationId: point, shape: { kind: 'point', x: 1, y: 1 } })
    await db.insertInto('ai_suggestion').values(later).execute()
    await db.updateTable('ai_suggestion').set({ state: 'gone' }).where('id', 'in', [forFirst, ofBox]).execute()
    const states = async () => [await stateOf(forFirst), await stateOf(later.id)]
    await revise(owner, point, 1, { labelId: labelIds[0], suggestionId: forFirst })
    t.match(await annotation(point), { origin: 'accepted', suggestionId: forFirst })
    t.same(await states(), ['accepted', 'gone'])
    await revise(owner, point, 2, { labelId: null })
    t.same(await states(), ['gone', 'waiting'])
    t.match(await edit([accept(ofBox, labelIds[0])]), [
      { outcome: 'refused', message: 'The suggestion was decided or replaced in the meantime' }
    ])
  })

  t.test('a new shape that two runs suggest becomes one annotation, and only the later suggestion waits', async t => {
    const { db, on, owner, project, edit, accept, labelIds, ofBox, stateOf, send, runId } = await suggestedImage(t, { database })
    await send([{ suggestionId: ofBox, state: 'unsure' }])
    const laterRun = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const later = suggestionRow({ ...on, runId: laterRun, annotationId: null, shape: boxAt(40), probability: 0.8 })
    await db.insertInto('ai_suggestion').values(later).execute()
    const states = async () => [await stateOf(ofBox), await stateOf(later.id)]
    await send([{ suggestionId: ofBox, state: 'waiting' }])
    t.strictSame(await states(), ['gone', 'waiting'], 'the earlier one does not wait beside the later one')

    await db.updateTable('ai_suggestion').set({ state: 'rejected' }).where('id', '=', ofBox).execute()
    const wait = { decision: 'wait', suggestionIds: [ofBox] }
    t.match((await owner.post(`/ai/runs/${runId}/decisions`, wait)).json(), { count: 0 })
    t.strictSame(await states(), ['rejected', 'waiting'])

    await db.updateTable('ai_suggestion').set({ state: 'unsure' }).where('id', '=', ofBox).execute()
    const made = accept(later.id, labelIds[0])
    t.match(await edit([made]), [{ outcome: 'done' }])
    t.match(await edit([accept(ofBox, labelIds[0])]), [{ outcome: 'refused' }])
    t.match((await owner.post(`/ai/runs/${runId}/decisions`, { decision: 'accept', suggestionIds: [ofBox] })).json(), { count: 0 })
    t.strictSame(await states(), ['gone', 'accepted'], 'an animal is not annotated twice')
  })

  t.test('a new shape that one run suggests twice becomes one annotation, and undo restores both suggestions', async t => {
    const { db, on, owner, edit, accept, labelIds, ofBox, stateOf, send, runId } = await suggestedImage(t, { database })
    const other = suggestionRow({ ...on, annotationId: null, shape: boxAt(40), labelId: labelIds[1], probability: 0.3 })
    await db.insertInto('ai_suggestion').values(other).execute()
    const states = async () => [await stateOf(ofBox), await stateOf(other.id)]
    await send([{ suggestionId: ofBox, state: 'rejected' }])
    await send([{ suggestionId: ofBox, state: 'waiting' }])
    t.same(await states(), ['waiting', 'waiting'], 'a rejection is undone')

    const undo = ({ annotationId }: { annotationId: string }, suggestionId: string, revision = 1) =>
      ({ id: newId(), kind: 'remove', annotationId, revision, suggestionId }) as const
    const outcomes = async (operations: Parameters<typeof edit>[0]) => (await edit(operations)).map(({ outcome }) => outcome)
    const [first, second] = [accept(ofBox, labelIds[0]), accept(other.id, labelIds[1])]
    t.same(await outcomes([first, second]), ['done', 'refused'], 'one request makes one annotation')
    t.same(await states(), ['accepted', 'waiting'])
    const third = accept(other.id, labelIds[1])
    t.same(await outcomes([undo(first, ofBox), third]), ['done', 'done'], 'an undo in the same request frees the shape')
    t.same(await states(), ['waiting', 'accepted'])
    const redo = { id: newId(), kind: 'restore', annotationId: first.annotationId, revision: 2 } as const
    t.same(
      await outcomes([undo(third, other.id), redo, accept(other.id, labelIds[1])]),
      ['done', 'done', 'refused'],
      'a redo takes it again'
    )
    t.same(await states(), ['accepted', 'waiting'])
    t.same(await outcomes([undo(first, ofBox, 3)]), ['done'])

    const decision = { decision: 'accept', suggestionIds: [ofBox, other.id] }
    const { id, count } = (await owner.post(`/ai/runs/${runId}/decisions`, decision)).json()
    t.equal(count, 1, 'an acceptance of many makes one annotation')
    t.equal((await owner.post(`/ai/decisions/${id}/undo`, {})).statusCode, 200)
    t.same(await states(), ['waiting', 'waiting'])
  })

  t.test('a rejected suggestion of a later run does not end an earlier one', async t => {
    const { db, on, owner, project, ofBox, stateOf, send } = await suggestedImage(t, { database })
    await send([{ suggestionId: ofBox, state: 'unsure' }])
    const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const later = suggestionRow({ ...on, runId, annotationId: null, shape: boxAt(40) })
    await db.insertInto('ai_suggestion').values(later).execute()
    await send([
      { suggestionId: later.id, state: 'rejected' },
      { suggestionId: ofBox, state: 'waiting' }
    ])
    t.same([await stateOf(ofBox), await stateOf(later.id)], ['waiting', 'rejected'])
    await send([{ suggestionId: later.id, state: 'waiting' }])
    t.same([await stateOf(ofBox), await stateOf(later.id)], ['gone', 'waiting'], 'one of two runs waits')
  })

  t.test('accepting, undoing and accepting again in one request ends like three requests', async t => {
    const { db, edit, ofBox, labelIds, stateOf, accept, annotation } = await suggestedImage(t, { database })
    const [first, second] = [accept(ofBox, labelIds[0]), accept(ofBox, labelIds[1])]
    const undo = ({ annotationId }: typeof first, revision: number) =>
      ({ id: newId(), kind: 'remove', annotationId, revision, suggestionId: ofBox }) as const
    const outcomes = async (operations: Parameters<typeof edit>[0]) => (await edit(operations)).map(({ outcome }) => outcome)
    const made = async () =>
      db.selectFrom('ai_suggestion').select(['made_annotation_id', 'given_label_id']).where('id', '=', ofBox).executeTakeFirst()
    t.same(await outcomes([first, undo(first, 1), second]), ['done', 'done', 'done'])
    t.equal(await stateOf(ofBox), 'relabelled')
    t.same(await made(), { made_annotation_id: second.annotationId, given_label_id: labelIds[1] })
    t.match(await annotation(second.annotationId), { origin: 'human_seen', suggestionId: ofBox })
    t.same(await outcomes([undo(second, 1)]), ['done'])
    t.equal(await stateOf(ofBox), 'waiting', 'the undo reaches the suggestion')

    const third = accept(ofBox, labelIds[0])
    const redo = { id: newId(), kind: 'restore', annotationId: third.annotationId, revision: 2 } as const
    t.same(await outcomes([third, undo(third, 1), redo]), ['done', 'done', 'done'])
    t.equal(await stateOf(ofBox), 'accepted', 'done again')
    t.match(await made(), { made_annotation_id: third.annotationId })

    const last = accept(ofBox, labelIds[1])
    t.same(await outcomes([undo(third, 3), last]), ['done', 'done'], 'the undo alone comes first')
    t.match(await made(), { made_annotation_id: last.annotationId, given_label_id: labelIds[1] })
    t.equal(await stateOf(ofBox), 'relabelled')
  })

  t.test('one request makes one annotation from a suggestion of a new shape', async t => {
    const { edit, ofBox, labelIds, stateOf, accept, annotation } = await suggestedImage(t, { database })
    const [first, second, third] = [accept(ofBox, labelIds[0]), accept(ofBox, labelIds[1]), accept(ofBox, labelIds[1])]
    const remove = { id: newId(), kind: 'remove', annotationId: first.annotationId, revision: 1 } as const
    t.match(await edit([first, second, remove, third]), [
      { outcome: 'done' },
      { outcome: 'refused', message: 'The suggestion was decided or replaced in the meantime' },
      { outcome: 'done' },
      { outcome: 'done' }
    ])
    t.equal(await stateOf(ofBox), 'relabelled', 'a label takes precedence over a rejection')
    t.match(await annotation(third.annotationId), { origin: 'human_seen', suggestionId: ofBox, removed: false })
    t.match(await edit([{ ...remove, id: newId(), revision: 2 }, accept(ofBox, labelIds[0])]), [
      { outcome: 'done' },
      { outcome: 'refused' }
    ])
    t.equal(await stateOf(ofBox), 'relabelled', 'another annotation has it')
  })

  t.test('undoing a rejection lets a suggestion wait only if no label has been assigned since', async t => {
    const { owner, runId, forFirst, forSecond, revise, point, labelIds, stateOf } = await suggestedImage(t, { database })
    const draft = { decision: 'reject', suggestionIds: [forFirst, forSecond] }
    const { id } = (await owner.post(`/ai/runs/${runId}/decisions`, draft)).json()
    await revise(owner, point, 1, { labelId: labelIds[0] })
    await owner.post(`/ai/decisions/${id}/undo`)
    t.same([await stateOf(forFirst), await stateOf(forSecond)], ['gone', 'waiting'])
  })

  t.test('a label given after a rejection is not independent, and the suggestion stays rejected', async t => {
    const scene = await suggestedImage(t, { database })
    const { owner, bo, runId, forFirst, forSecond, edit, revise, point, points, labelIds, stateOf, annotation } = scene
    const decide = (decision: string, suggestionId: string) =>
      owner.post(`/ai/runs/${runId}/decisions`, { decision, suggestionIds: [suggestionId] })
    await decide('reject', forFirst)
    await revise(owner, point, 1, { labelId: labelIds[1] })
    t.match(await annotation(point), { origin: 'human_seen', suggestionId: null })
    t.equal(await stateOf(forFirst), 'rejected')
    await revise(owner, point, 2, { labelId: null })
    t.match(await annotation(point), { origin: null, suggestionId: null })
    t.equal(await stateOf(forFirst), 'rejected', 'the undo keeps the rejection')
    await revise(owner, point, 3, { labelId: labelIds[1] })
    t.match(await annotation(point), { origin: 'human_seen', suggestionId: null }, 'done again')
    const again = { id: newId(), kind: 'revise', annotationId: point, revision: 5, labelId: labelIds[0] } as const
    await edit([{ id: newId(), kind: 'revise', annotationId: point, revision: 4, labelId: null }, again])
    t.match(await annotation(point), { origin: 'accepted', suggestionId: null }, 'the rejected label itself, in one request')
    t.equal(await stateOf(forFirst), 'rejected')

    await decide('unsure', forSecond)
    await revise(bo, points[1]!.annotationId, 1, { labelId: labelIds[1] })
    t.match(await annotation(points[1]!.annotationId), { origin: 'human_seen' }, 'set aside; another person labels the point')
  })

  t.test('a bulk edit that labels points after their suggestions were judged is not independent', async t => {
    const scene = await suggestedImage(t, { database })
    const { owner, project, runId, forFirst, forSecond, points, labelIds, annotation, edit, creation, mediaId } = scene
    await owner.post(`/ai/runs/${runId}/decisions`, { decision: 'reject', suggestionIds: [forFirst] })
    await owner.post(`/ai/runs/${runId}/decisions`, { decision: 'unsure', suggestionIds: [forSecond] })
    const alone = creation({ mediaId, shape: { kind: 'point', x: 9, y: 9 }, labelId: null })
    await edit([alone])
    const ids = [...points, alone].map(({ annotationId }) => annotationId)
    const label = (labelId: string | undefined, some: string[], revision: number) =>
      owner.post(`/projects/${project.id}/annotations/bulk`, {
        ...{ annotations: some.map(id => ({ id, revision })), change: { labelId } }
      })
    t.equal((await label(labelIds[1], ids, 1)).statusCode, 200)
    const origins = async () => Promise.all(ids.map(async id => (await annotation(id)).origin))
    t.same(await origins(), ['human_seen', 'human_seen', 'human'])
    const [first = ''] = ids
    await edit([{ id: newId(), kind: 'revise', annotationId: first, revision: 2, labelId: null }])
    await label(labelIds[0], [first], 3)
    t.same(await origins(), ['accepted', 'human_seen', 'human'], 'the label that was judged')
  })

  t.test('a rejection changes neither the label of a blind member nor a label that an undo restores', async t => {
    const { owner, bo, db, on, begin, mark, send, forFirst, revise, point, labelIds, annotation } = await suggestedImage(t, { database })
    await revise(owner, point, 1, { labelId: labelIds[1] })
    await revise(owner, point, 2, { labelId: null })
    await send([{ suggestionId: forFirst, state: 'rejected' }])
    await revise(owner, point, 3, { labelId: labelIds[1], isUndo: true })
    t.match(await annotation(point), { origin: 'human' }, 'the label was given before')

    const shape = { kind: 'point' as const, x: 5, y: 5 }
    const own = await mark(bo, shape, null)
    const rejected = { ...suggestionRow({ ...on, annotationId: own, shape }), state: 'rejected' as const }
    await db.insertInto('ai_suggestion').values(rejected).execute()
    await begin()
    t.match(await revise(bo, own, 1, { labelId: labelIds[1] }), [{ outcome: 'done', annotation: { origin: 'human' } }])
  })

  t.test('rejecting and setting aside are undone, and repeated requests change nothing', async t => {
    const { send, ofBox, forFirst, stateOf, list, revise, owner, point, labelIds } = await suggestedImage(t, { database })
    const rejection = { id: 'once', suggestionId: ofBox, state: 'rejected' }
    for (const time of ['first', 'second'])
      t.match(await send([rejection]), { results: [{ id: 'once', isDone: true, suggestion: { state: 'rejected' } }] }, time)
    t.equal((await list()).items.length, 2)
    t.match(await send([{ suggestionId: ofBox, state: 'waiting' }]), { results: [{ suggestion: { state: 'waiting' } }] })
    await send([{ suggestionId: forFirst, state: 'unsure' }])
    t.equal(await stateOf(forFirst), 'unsure')
    const annotationId = point
    await send([{ suggestionId: forFirst, state: 'rejected' }])
    await revise(owner, annotationId, 1, { labelId: labelIds[0] })
    t.equal(await stateOf(forFirst), 'rejected', 'a label given by a person keeps a rejection')
    await send([{ suggestionId: forFirst, state: 'waiting' }])
    t.equal(await stateOf(forFirst), 'gone', 'its point has a label by now')
    t.match(await send([{ suggestionId: 'nowhere', state: 'rejected' }]), { results: [{ isDone: false, suggestion: null }] })
  })

  t.test('a suspect label from a label check is not a suggestion on its image, and only its own list ends it', async t => {
    const scene = await suggestedImage(t, { database })
    const { db, list, on, owner, edit, creation, revise, accept, send, mediaId, labelIds, project } = scene
    const shape = boxAt(80)
    const doubted = creation({ mediaId, shape, labelId: labelIds[1] })
    await edit([doubted])
    const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const doubt = suggestionRow({ ...on, runId, annotationId: doubted.annotationId, shape, probability: 0.99 })
    await db
      .insertInto('ai_suggestion')
      .values({
        ...doubt,
        geometry_hash: geometryHash(JSON.stringify(shape)),
        checked_label_id: labelIds[1],
        suspicion: 0.9,
        near: '[]'
      })
      .execute()
    const state = async () =>
      (await db.selectFrom('ai_suggestion').select('state').where('id', '=', doubt.id).executeTakeFirstOrThrow()).state
    t.equal((await list()).items.length, 3)
    t.equal((await owner.get(`/suggestions/${doubt.id}`)).statusCode, 404)
    t.match(await send([{ suggestionId: doubt.id, state: 'rejected' }]), { results: [{ isDone: false, suggestion: null }] })
    await revise(owner, doubted.annotationId, 1, { shape: boxAt(81) })
    await revise(owner, doubted.annotationId, 2, { labelId: null })
    await edit([accept(scene.ofBox, labelIds[0])])
    t.equal(await state(), 'waiting')

    const newer = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const { model_version_id: versionId } = await db
      .selectFrom('ai_run')
      .select('model_version_id')
      .where('id', '=', newer)
      .executeTakeFirstOrThrow()
    const shapes = [{ id: doubted.annotationId, shape: JSON.stringify(boxAt(81)) }]
    const model = { column: 'model_version_id', id: versionId ?? '', classes: [...labelIds] } as const
    const written = { id: newer, projectId: project.id, mediaId, model }
    const prediction = { best: [{ place: 0, p: 0.7 }], entropy: 0.1, isUnknown: false }
    const before = [{ id: doubted.annotationId, shape: JSON.stringify(shape) }]
    t.equal(await writeSuggestions(db, written, before, [prediction]), 0, 'the shape was moved during the prediction')
    t.equal(await writeSuggestions(db, written, shapes, [prediction]), 1)
    const latest = await insertRun(db, { projectId: project.id, accountId: owner.id })
    t.equal(await writeSuggestions(db, { ...written, id: latest }, shapes, [prediction]), 1)
    t.equal(await state(), 'waiting', 'newer runs end suggestions for the same shape, but not suspect labels')
    t.same(
      (await list()).items.filter(({ annotationId }) => annotationId === doubted.annotationId).map(item => item.runId),
      [latest]
    )
  })

  t.test('a suggestion for a shape that was moved is not accepted, and a later run replaces it', async t => {
    const scene = await suggestedImage(t, { database })
    const { db, owner, project, runId, mediaId, labelIds, points, forFirst, forSecond, stateOf, revise, annotation } = scene
    const [first = '', second = ''] = points.map(({ annotationId }) => annotationId)
    await revise(owner, first, 1, { shape: { kind: 'point', x: 90, y: 90 } })
    const decide = (suggestionIds: string[]) => owner.post(`/ai/runs/${runId}/decisions`, { decision: 'accept', suggestionIds })
    t.match((await decide([forFirst])).json(), { count: 0, leftOut: 1 })
    t.match([await stateOf(forFirst), (await annotation(first)).labelId], ['gone', null])

    const shape = { kind: 'point', x: 70, y: 70 } as const
    await revise(owner, second, 1, { shape })
    const latest = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const { model_version_id: versionId } = await db
      .selectFrom('ai_run')
      .select('model_version_id')
      .where('id', '=', latest)
      .executeTakeFirstOrThrow()
    const model = { column: 'model_version_id', id: versionId ?? '', classes: [...labelIds] } as const
    const prediction = { best: [{ place: 0, p: 0.7 }], entropy: 0.1, isUnknown: false }
    const shapes = [{ id: second, shape: JSON.stringify(shape) }]
    t.equal(await writeSuggestions(db, { id: latest, projectId: project.id, mediaId, model }, shapes, [prediction]), 1)
    t.equal(await stateOf(forSecond), 'gone', 'only the latest waits')
  })

  t.test('the last decision of a run is that of the person, and a suggestion in the bin waits', async t => {
    const { db, owner, bo, runId, mediaId, ofBox, forFirst, stateOf } = await suggestedImage(t, { database })
    const decide = (by: typeof bo, decision: string, id: string) =>
      by.post(`/ai/runs/${runId}/decisions`, { decision, suggestionIds: [id] })
    const lastOf = async (by: typeof bo) => (await by.get(`/ai/runs/${runId}`)).json().lastDecision
    const rejected = (await decide(bo, 'reject', forFirst)).json()
    t.equal(await lastOf(owner), null)
    await owner.delete(`/media/${mediaId}`)
    t.match((await decide(owner, 'accept', ofBox)).json(), { count: 0, leftOut: 1 })
    await db.updateTable('media').set({ removed_at: null }).where('id', '=', mediaId).execute()
    t.equal(await stateOf(ofBox), 'waiting', 'the image is there again')
    t.match((await decide(owner, 'accept', ofBox)).json(), { count: 1 })
    t.equal((await lastOf(bo)).id, rejected.id, 'undo of one person never takes back the decision of another')
  })

  t.test('annotations that Review removes in bulk reject their suggestions', async t => {
    const { owner, project, labelIds, edit, accept, ofBox, stateOf, mediaId } = await suggestedImage(t, { database })
    const made = accept(ofBox, labelIds[0])
    await edit([made])
    const rest = (await owner.get(`/media/${mediaId}/annotations`)).json().annotations
    const annotations = rest.map(({ id, revision }: { id: string; revision: number }) => ({ id, revision }))
    const removed = await owner.post(`/projects/${project.id}/annotations/bulk`, { annotations, change: { removed: true } })
    t.ok(removed.statusCode < 300, removed.body)
    t.equal(await stateOf(ofBox), 'rejected')
    await owner.post(`/projects/${project.id}/annotations/bulk/${removed.json().id}/undo`)
    t.equal(await stateOf(ofBox), 'accepted')
  })

  t.test('an image reads at most 500 of its suggestions, by an index', async t => {
    const { db, list, on, owner } = await suggestedImage(t, { database })
    const rows = Array.from({ length: 520 }, (_, at) =>
      suggestionRow({ ...on, annotationId: null, shape: boxAt(at), probability: at / 1000 })
    )
    for (let from = 0; from < rows.length; from += 50)
      await db
        .insertInto('ai_suggestion')
        .values(rows.slice(from, from + 50))
        .execute()
    const { items, hasMore } = await list()
    t.equal(items.length, 500)
    t.equal(hasMore, true)
    t.equal(items.at(-1)?.probability, (520 - 497) / 1000)
    t.equal((await owner.get(`/media/${on.mediaId}/suggestions`)).statusCode, 200)
    if (database !== 'sqlite') return
    const { rows: plan } = await sql<{ detail: string }>`explain query plan
      select id from ai_suggestion where media_id = 'a' and state = 'waiting' order by probability desc, id desc limit 501`.execute(db)
    t.match(plan, [{ detail: /USING (COVERING )?INDEX ai_suggestion_on_media \(media_id=\? AND state=\?\)/ }])
    t.equal(plan.length, 1, 'without sorting')
  })

  t.test('blind members get no suggestion from any call, and no events about them', async t => {
    const { begin, bo, ofBox, list, mediaId, send, edit, accept, labelIds, annotation, stateOf, app } = await suggestedImage(t, {
      database
    })
    const { heard, until } = await hearing(t, app, bo)
    await begin()
    for (const url of [`/media/${mediaId}/suggestions`, `/suggestions/${ofBox}`, `/suggestions/${ofBox}/patch`])
      t.match((await bo.get(url)).json(), { code: 'WORKING_BLIND' }, url)
    t.match(await send([{ suggestionId: ofBox, state: 'rejected' }], bo), { code: 'WORKING_BLIND' })
    const made = accept(ofBox, labelIds[0])
    await edit([made], bo)
    t.match(await annotation(made.annotationId), { origin: 'human', suggestionId: null }, 'a blind label is not shared')
    t.equal(await stateOf(ofBox), 'waiting')
    t.equal((await list()).items.length, 3, 'others see them')
    await until('annotations', mediaId, bo.id)
    t.notOk(heard.some(({ noun }) => noun === 'ai'))
  })

  t.test('strangers find nothing, viewers read, and suggestions of another project stay as they are', async t => {
    const { owner, signUp, project, mediaId, ofBox, send, stateOf } = await suggestedImage(t, { database })
    const [stranger, viewer] = [await signUp('stranger@lab.example'), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    for (const url of [`/media/${mediaId}/suggestions`, `/suggestions/${ofBox}`]) {
      t.equal((await stranger.get(url)).statusCode, 404, url)
      t.equal((await viewer.get(url)).statusCode, 200, url)
    }
    const edits = [{ id: newId(), suggestionId: ofBox, state: 'rejected' }]
    t.equal((await viewer.post(`/projects/${project.id}/suggestions/edits`, { edits })).statusCode, 403)
    t.equal((await stranger.post(`/projects/${project.id}/suggestions/edits`, { edits })).statusCode, 404)
    const own = await stranger.makeProject()
    t.match((await stranger.post(`/projects/${own.id}/suggestions/edits`, { edits })).json(), {
      results: [{ isDone: false, suggestion: null }]
    })
    t.equal(await stateOf(ofBox), 'waiting')
    t.equal((await owner.post(`/projects/${project.id}/suggestions/edits`, { edits: [] })).statusCode, 422)
    t.match(await send([{ suggestionId: ofBox, state: 'accepted' }]), { code: 'INVALID_REQUEST' })
    t.equal((await owner.delete(`/media/${mediaId}`)).statusCode, 204)
    t.equal((await owner.get(`/suggestions/${ofBox}`)).statusCode, 404, 'its image is in the bin')
  })
})
