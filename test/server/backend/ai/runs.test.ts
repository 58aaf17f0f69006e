import t from 'tap'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { isRuntimeThere } from '../../../support/brought-models.ts'
import { texturedProject } from '../../../support/textured-project.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a project learns from its own labels and suggests the others, and a person decides', async t => {
    const scene = await texturedProject(t, { database })
    const { owner, project, labelIds, truth, unlabelled, run, suggestions, details } = scene
    const overview = (await owner.get(`/projects/${project.id}/ai`)).json()
    t.match(overview, { unit: 'site', learnable: 5, unlabelled: { annotations: 48, images: 2 }, hasRuntime: isRuntimeThere })

    const ended = await run()
    t.match(ended, { number: 1, state: 'done', modelNumber: 1, imagesDone: 2, imagesFailed: 0, suggestionCount: 48, waitingCount: 48 })
    t.same(new Set((await suggestions(ended.id)).map(({ annotationId }) => annotationId)), new Set(unlabelled))
    const card = (await owner.get(`/ai/models/${ended.modelVersionId}`)).json<ModelCard>()
    t.equal(card.counts.training + card.counts.calibration + card.counts.test, card.labelCount)
    const { report } = card as ModelCard & { report: NonNullable<ModelCard['report']> }
    const tested = report.matrix.flat().reduce((sum, count) => sum + count, 0)
    const correct = report.matrix.reduce((sum, row, place) => sum + row[place]!, 0)
    t.equal(report.count, tested)
    t.equal(report.accuracy.value, correct / tested, 'as counted from the confusion matrix')
    t.equal(report.accuracy.low === null, report.groupCount < 2, 'each site has one image, and a single one gives no interval')
    t.equal(report.unlearntCount, 0)
    t.match(ended.provenance, { modelVersion: { sha256: card.sha256, labelSnapshotSha256: card.snapshotSha256 } })

    const [first, second, third, fourth] = await suggestions(ended.id)
    const decide = async (body: object) => owner.post(`/ai/runs/${ended.id}/decisions`, body)
    const annotation = async (id: string | null | undefined) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
    const accepted = (await decide({ decision: 'accept', suggestionIds: [first!.id] })).json()
    t.match(accepted, { count: 1, leftOut: 0 })
    t.match(await annotation(first!.annotationId), { labelId: first!.labelId, origin: 'accepted', source: 'human', createdBy: owner.id })
    const other = labelIds.find(id => id !== second!.labelId)
    await decide({ decision: 'relabel', suggestionIds: [second!.id], labelId: other })
    t.match(await annotation(second!.annotationId), { labelId: other, origin: 'human_seen' })
    await decide({ decision: 'reject', suggestionIds: [third!.id] })
    t.match(await annotation(third!.annotationId), { labelId: null, origin: null })
    await decide({ decision: 'unsure', suggestionIds: [fourth!.id] })

    const stateOf = async (id: string) => {
      const lists = await Promise.all(['waiting', 'rejected', 'unsure'].map(state => suggestions(ended.id, `&state=${state}`)))
      return lists.flat().find(suggestion => suggestion.id === id)?.state
    }
    const back = (await decide({ decision: 'wait', suggestionIds: [first!.id, third!.id, fourth!.id] })).json()
    t.match(back, { decision: 'wait', count: 2, leftOut: 1 }, 'an accepted suggestion is not put back')
    t.same([await stateOf(third!.id), await stateOf(fourth!.id)], ['waiting', 'waiting'])
    t.match((await decide({ decision: 'wait', suggestionIds: [third!.id] })).json(), { count: 0, leftOut: 1 }, 'it waits already')
    t.match((await owner.post(`/ai/decisions/${back.id}/undo`)).json(), { restored: 2 })
    t.same([await stateOf(third!.id), await stateOf(fourth!.id)], ['rejected', 'unsure'], 'as they were decided before')

    const waiting = (await details(ended.id)).histogram.flatMap(({ bins }) => bins.slice(50)).reduce((sum, count) => sum + count, 0)
    const bulk = (await owner.post(`/ai/runs/${ended.id}/acceptances`, { least: 0.5, expected: waiting })).json()
    t.equal(bulk.count, waiting)
    const states = Object.fromEntries((await details(ended.id)).states.map(({ state, count }) => [state, count]))
    t.match(states, { accepted: waiting + 1, relabelled: 1, rejected: 1, unsure: 1 })
    const [one] = await suggestions(ended.id, '&state=accepted')
    t.match(await annotation(one!.annotationId), { labelId: one!.labelId })

    t.match((await owner.post(`/ai/decisions/${bulk.id}/undo`)).json(), { restored: waiting, undoneAt: /T/ })
    t.equal((await owner.post(`/ai/decisions/${bulk.id}/undo`)).json().code, 'SUGGESTIONS_UNDONE')
    t.equal((await suggestions(ended.id)).length, 44, 'all that were accepted in bulk wait again')
    t.match(await annotation(first!.annotationId), { labelId: first!.labelId, origin: 'accepted' }, 'a single decision stays')

    const again = await run({ modelVersionId: ended.modelVersionId })
    const proposed = new Set((await suggestions(again.id)).map(({ annotationId }) => annotationId))
    t.notOk(proposed.has(third!.annotationId), 'the same version does not suggest a rejected shape again')
    t.ok(proposed.has(fourth!.annotationId))
    t.equal(truth.size, 192)
  })

  t.test('a label that somebody gave in the meantime is kept, and the suggestion is gone', async t => {
    const { owner, project, labelIds, run, suggestions } = await texturedProject(t, { database, unlabelledImages: 1 })
    const { id } = await run()
    const [first, second] = await suggestions(id)
    const edit = {
      id: 'edit',
      kind: 'revise',
      annotationId: first!.annotationId,
      revision: first!.annotationRevision,
      labelId: labelIds[0]
    }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [edit] })
    const decided = await owner.post(`/ai/runs/${id}/decisions`, { decision: 'accept', suggestionIds: [first!.id, second!.id] })
    t.match(decided.json(), { count: 1, leftOut: 1 })
    t.match((await owner.get(`/annotations/${first!.annotationId}`)).json(), { labelId: labelIds[0], origin: 'human' })
    t.match((await owner.get(`/annotations/${second!.annotationId}`)).json(), { origin: 'accepted_bulk' })
    t.match(await suggestions(id, '&state=gone'), [{ id: first!.id }])
  })

  t.test('a suggestion uses the target of a merged label, and a decided suggestion belongs to its decision', async t => {
    const { owner, project, labelIds, run, suggestions } = await texturedProject(t, { database, unlabelledImages: 1 })
    const { id } = await run()
    const all = await suggestions(id)
    const merged = all[0]!.labelId
    const into = labelIds.find(labelId => labelId !== merged)
    const { revision } = (await owner.get(`/labels/${merged}`)).json()
    t.equal((await owner.post(`/labels/${merged}/merge`, { revision, into })).statusCode, 200)
    const chosen = all.filter(({ labelId }) => labelId === merged).slice(0, 2)
    const decide = async (body: object) => (await owner.post(`/ai/runs/${id}/decisions`, body)).json()
    const bulk = await decide({ decision: 'accept', suggestionIds: chosen.map(each => each.id) })
    t.match(bulk, { count: 2, leftOut: 0 })
    const annotation = async (annotationId: string | null) => (await owner.get(`/annotations/${annotationId}`)).json<Annotation>()
    for (const { annotationId } of chosen) t.match(await annotation(annotationId), { labelId: into, origin: 'accepted_bulk' })

    const drawn = { annotationId: 'drawn', mediaId: chosen[0]!.mediaId, shape: { kind: 'point', x: 3, y: 3 }, labelId: into }
    const operations = [{ id: 'draw', kind: 'create', ...drawn, suggestionId: chosen[0]!.id }]
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    t.match(await annotation('drawn'), { origin: 'human' }, 'the suggestion was already decided')
    t.match((await owner.post(`/ai/decisions/${bulk.id}/undo`)).json(), { restored: 2 })
    t.match(await annotation('drawn'), { labelId: into, removed: false }, 'a later annotation is not part of the decision')
    t.match(await annotation(chosen[0]!.annotationId), { labelId: null, origin: null })
  })

  t.test('a threshold accepts the suggestions shown on the page, without images in the bin', async t => {
    const { owner, run, suggestions, details } = await texturedProject(t, { database })
    const { id } = await run()
    const [first] = await suggestions(id)
    t.equal((await owner.delete(`/media/${first!.mediaId}`)).statusCode, 204)
    const counted = (await details(id)).histogram.flatMap(({ bins }) => bins).reduce((sum, count) => sum + count, 0)
    const shown = (await suggestions(id)).filter(({ isUnlike }) => !isUnlike).length
    t.equal(counted, shown)
    const bulk = (await owner.post(`/ai/runs/${id}/acceptances`, { least: 0, expected: shown })).json()
    t.match(bulk, { count: shown, leftOut: 0 })
    const states = Object.fromEntries((await details(id)).states.map(({ state, count }) => [state, count]))
    t.notOk(states.gone, 'suggestions on the image in the bin wait for its return')
  })
})
