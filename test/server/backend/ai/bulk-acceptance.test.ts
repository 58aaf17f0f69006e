import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { RunDetails, Suggestion } from '../../../../shared/contracts/ai.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { BulkAcceptance, Probes } from '../../../../shared/contracts/bulk-acceptances.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { suggestionRow } from '../../../support/suggested.ts'
import { suggestedRun } from '../../../support/suggested-run.ts'
import { until } from '../../../support/until.ts'
import { wilsonEnds } from '../../../support/wilson-ends.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a random sample is judged blind, and the acceptance stores the result', async t => {
    const { db, owner, project, runId, labelIds, mixed, decide, accept, listed, origins } = await suggestedRun(t, { count: 300, database })
    const first = await mixed({ least: 0.7 })
    t.equal(first.length, 30)
    t.ok(first.every(({ probability }) => probability >= 0.7))
    const drawn = async () =>
      new Set((await db.selectFrom('ai_probe').select('suggestion_id').execute()).map(({ suggestion_id: id }) => id))
    t.equal((await drawn()).size, 3, 'one in ten is drawn at random')
    t.notOk(JSON.stringify(first).includes('probe'), 'nothing reveals which ones')
    const again = await mixed({ least: 0.7 })
    t.ok(
      [...(await drawn())].every(id => again.some(each => each.id === id)),
      'the waiting ones are shown again'
    )
    t.equal((await drawn()).size, 3)

    let errors = 0
    for (let batch = 0; batch < 3; batch++)
      for (const [at, { id }] of (await mixed({ least: 0.7, sampleSize: 15 })).entries()) {
        const isProbe = (await drawn()).has(id)
        if (isProbe && at % 7 === 0) errors += 1
        await decide([id], at % 7 === 0 ? 'reject' : 'accept')
      }
    const probes = (await owner.get(`/ai/runs/${runId}/probes`)).json<Probes>()
    t.equal(probes.judged.length, 45)
    t.equal(probes.judged.filter(({ isWrong }) => isWrong).length, errors)
    t.match(probes, { waitingCount: 0, lostCount: 0 })

    const waiting = await db.selectFrom('ai_suggestion').select(['bin', 'label_id']).where('state', '=', 'waiting').execute()
    const expected = waiting.filter(({ bin, label_id: id }) => bin >= 80 && id === labelIds[0]).length
    const scope = { least: 0.8, labelIds: [labelIds[0]] }
    const inIt = probes.judged.filter(({ bin, labelId }) => bin >= 80 && labelId === labelIds[0])
    const wrong = inIt.filter(({ isWrong }) => isWrong).length
    const acceptance = (await accept({ ...scope, expected })).json<BulkAcceptance>()
    t.match(acceptance, { state: 'done', count: expected, leftOut: 0, probesJudged: inIt.length, probesWrong: wrong, job: null })
    t.match(acceptance, { runNumber: 1, modelNumber: 1, least: 0.8, labelIds: [labelIds[0]] })
    const [low, high] = wilsonEnds(wrong, inIt.length)
    t.ok(Math.abs(acceptance.errors!.low! - low) < 1e-9, `${acceptance.errors!.low} and ${low}`)
    t.ok(Math.abs(acceptance.errors!.high! - high) < 1e-9, `${acceptance.errors!.high} and ${high}`)
    t.equal((await origins()).filter(origin => origin === 'accepted_bulk').length, expected)
    t.same(await listed(), [acceptance])
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items
    t.match(events[0], { event: 'suggestions.accepted', detail: { count: expected, judged: inIt.length, wrong } })

    t.equal((await owner.post(`/ai/acceptances/${acceptance.id}/undo`)).json().restored, expected)
    t.match(await listed(), [{ state: 'undone', restored: expected, probesJudged: inIt.length, undoneAt: /T/ }])
    t.equal((await origins()).filter(origin => origin === 'accepted_bulk').length, 0)
    t.equal((await owner.post(`/ai/acceptances/${acceptance.id}/undo`)).json().code, 'SUGGESTIONS_UNDONE')
  })

  t.test('a draw from a part gives no estimate for the whole, and a decision on many suggestions judges no sample', async t => {
    const { db, owner, runId, labelIds, mixed, decide, accept } = await suggestedRun(t, { count: 200, database })
    await mixed({ least: 0.9, labelIds: [labelIds[1]], sampleSize: 15 })
    // all of the part, because a batch may leave out suggestions of an image that has many
    const part = await db.selectFrom('ai_suggestion').select('id').where('bin', '>=', 90).where('label_id', '=', labelIds[1]).execute()
    t.equal(part.length, 20)
    for (const { id } of part) await decide([id])
    const probes = async () => (await owner.get(`/ai/runs/${runId}/probes`)).json<Probes>()
    const { judged } = await probes()
    t.equal(judged.length, 15, 'only those of the sample, though all 20 of the part were decided')
    t.same(judged[0]!.drawnFrom, { bin: 90, labelIds: [labelIds[1]] })
    const whole = (await accept({ least: 0.5, expected: 180 })).json<BulkAcceptance>()
    t.match(whole, { count: 180, probesJudged: 0, errors: null })
    await owner.post(`/ai/acceptances/${whole.id}/undo`)
    const ids = (await mixed({ least: 0.5, sampleSize: 5 })).map(({ id }) => id)
    await decide(ids)
    t.match(await probes(), { judged: { length: 15 }, lostCount: 5, waitingCount: 0 })
  })

  t.test('a label below the suggested one is no error, because an uncertain run suggests a broader label', async t => {
    const { db, owner, project, runId, labelIds, mixed, accept } = await suggestedRun(t, { count: 200, database })
    const [sponge, coral] = labelIds
    const add = async (body: object) => (await owner.post(`/projects/${project.id}/labels`, body)).json<{ id: string }>().id
    const finer = await add({ name: 'Tabular', parentId: await add({ name: 'Acropora', parentId: coral }) })
    const doublet = await add({ name: 'Table coral' })
    const scope = { least: 0.5, labelIds: [coral] }
    await mixed({ ...scope, sampleSize: 4 })
    const probes = await db.selectFrom('ai_probe').select('suggestion_id').orderBy('suggestion_id').execute()
    for (const [at, labelId] of [finer, sponge, doublet, coral].entries()) {
      const decision = { decision: 'relabel', labelId, suggestionIds: [probes[at]!.suggestion_id] }
      t.match((await owner.post(`/ai/runs/${runId}/decisions`, decision)).json(), { count: 1 })
    }
    const errors = async () => (await owner.get(`/ai/runs/${runId}/probes`)).json<Probes>().judged.map(({ isWrong }) => isWrong)
    t.same(await errors(), [false, true, true, false])
    const { revision } = (await owner.get(`/labels/${doublet}`)).json<{ revision: number }>()
    t.equal((await owner.post(`/labels/${doublet}/merge`, { into: finer, revision })).statusCode, 200)
    t.same(await errors(), [false, true, false, false], 'a merged label counts as the label that it was merged into')
    t.match((await accept({ ...scope, expected: 96 })).json(), { probesJudged: 4, probesWrong: 1 })
  })

  t.test('cards, counts, filter, sample and acceptance of a run follow merged labels', async t => {
    const { db, owner, project, runId, labelIds, mixed, decide, accept, listed } = await suggestedRun(t, { count: 200, database })
    const [sponge, coral] = labelIds
    const into = (await owner.post(`/projects/${project.id}/labels`, { name: 'Stony coral' })).json<{ id: string }>().id
    const merge = async (from: string, target: string) => {
      const { revision } = (await owner.get(`/labels/${from}`)).json<{ revision: number }>()
      t.equal((await owner.post(`/labels/${from}/merge`, { into: target, revision })).statusCode, 200)
    }
    const alternatives = JSON.stringify([sponge, coral].map((labelId, place) => ({ labelId, probability: 0.5 - place / 10 })))
    const counts = async () => {
      const { histogram } = (await owner.get(`/ai/runs/${runId}`)).json<RunDetails>()
      return histogram.map(({ labelId, bins }) => [labelId, bins.reduce((sum, count) => sum + count, 0)])
    }
    const drawnFrom = async () => (await owner.get(`/ai/runs/${runId}/probes`)).json<Probes>().judged.map(each => each.drawnFrom.labelIds)
    const page = async (labelId: string) =>
      (await owner.get(`/ai/runs/${runId}/suggestions?limit=200&labelId=${labelId}`)).json<{ items: Suggestion[] }>().items

    await mixed({ least: 0.5, labelIds: [coral], sampleSize: 1 })
    const [probe] = await db.selectFrom('ai_probe').select('suggestion_id').execute()
    await decide([probe!.suggestion_id], 'reject')
    t.same(await drawnFrom(), [[coral]])
    await merge(coral, into)
    t.same(await drawnFrom(), [[into]], 'a draw from all suggestions of the label')
    t.same(
      new Set(await counts()),
      new Set([
        [sponge, 100],
        [into, 99]
      ])
    )
    t.match(await page(into), { length: 99, 0: { labelId: into, alternatives: [{ labelId: into }] } })

    await merge(sponge, into)
    t.same(await counts(), [[into, 199]])
    t.same(await drawnFrom(), [[]], 'a draw from a part of them')
    await db.updateTable('ai_suggestion').set({ alternatives }).where('state', '=', 'waiting').execute()
    const cards = await page(into)
    t.equal(cards.length, 199)
    t.ok(cards.every(({ labelId }) => labelId === into))
    t.same(cards[0]!.alternatives, [{ labelId: into, probability: 0.9 }])
    const scope = { least: 0, labelIds: [into] }
    t.ok((await mixed({ ...scope, sampleSize: 15 })).every(({ labelId }) => labelId === into))
    const drawn = await db.selectFrom('ai_probe').select('label_ids').where('suggestion_id', '<>', probe!.suggestion_id).execute()
    t.same(
      drawn.map(({ label_ids: ids }) => JSON.parse(ids!).length),
      Array(15).fill(3)
    )
    await decide([cards[0]!.id])
    t.match((await accept({ ...scope, expected: 198 })).json(), { state: 'done', count: 198, labelIds: [into] })
    const annotations = await db.selectFrom('annotation').select('label_id').distinct().execute()
    t.same(annotations, [{ label_id: into }])
    t.equal((await owner.post(`/ai/acceptances/${(await listed())[0]!.id}/undo`)).statusCode, 200)
    t.same(await counts(), [[into, 198]], 'as after an undo')
    t.match(
      (await accept({ least: 0, labelIds: [sponge, coral], expected: 198 })).json(),
      { count: 198, labelIds: [into] },
      'of a stale page'
    )
  })

  t.test('suggestions of a deleted label are in no scope', async t => {
    const { db, owner, project, mediaIds, runId, labelIds, mixed, accept } = await suggestedRun(t, { count: 40, database })
    const lost = suggestionRow({
      ...{ runId, projectId: project.id, mediaId: mediaIds[0]!, annotationId: null },
      ...{ shape: { kind: 'point', x: 1, y: 1 }, labelId: newId(), probability: 0.9 }
    })
    await db.insertInto('ai_suggestion').values(lost).execute()
    const { histogram } = (await owner.get(`/ai/runs/${runId}`)).json<RunDetails>()
    t.same(histogram.map(({ labelId }) => labelId).sort(), labelIds.toSorted())
    t.match((await accept({ least: 0, labelIds: [lost.label_id], expected: 1 })).json(), { status: 422 })
    t.match((await accept({ least: 0, expected: 40 })).json(), { count: 40, leftOut: 0, labelIds: null })
    await db.updateTable('ai_suggestion').set({ state: 'rejected' }).where('label_id', 'in', labelIds).execute()
    t.same(await mixed({ least: 0 }), [], 'of a run whose other suggestions are decided')
    await db.deleteFrom('ai_suggestion').where('label_id', '<>', lost.label_id).execute()
    t.same(await mixed({ least: 0 }), [], 'of a run with deleted labels only')
    t.match((await accept({ least: 0, expected: 1 })).json(), { status: 409 })
  })

  t.test('a large acceptance is a job, which continues after a server crash and is undone in one step', async t => {
    const scene = await suggestedRun(t, { count: 1100, database })
    const { db, owner, project, mediaIds, runId, labelIds, mixed, decide, accept, listed, origins } = scene
    await decide([(await mixed({ least: 0.5 }))[0]!.id], 'unsure')
    const answer = await accept({ least: 0, expected: 1099 })
    t.equal(answer.statusCode, 202)
    const { id, job } = answer.json<BulkAcceptance>()
    t.match(answer.json(), { count: 500, state: 'accepting' })
    await finishedJobs(owner, project.id)
    t.match(await listed(), [{ state: 'done', count: 1099, leftOut: 0, job: { state: 'done' } }])
    t.equal((await origins()).length, 1099)

    // as a server leaves it that crashed after its first parts
    const some = await db.selectFrom('ai_decision_item').select('suggestion_id').where('decision_id', '=', id).limit(400).execute()
    const lost = some.map(({ suggestion_id: suggestionId }) => suggestionId)
    await db.deleteFrom('annotation').where('suggestion_id', 'in', lost).execute()
    await db.deleteFrom('ai_decision_item').where('suggestion_id', 'in', lost).execute()
    await db
      .updateTable('ai_suggestion')
      .set({ state: 'waiting', decision_id: null, made_annotation_id: null, decided_by: null, decided_at: null })
      .where('id', 'in', lost)
      .execute()
    await db.updateTable('ai_decision').set({ count: 699 }).where('id', '=', id).execute()
    await db.deleteFrom('ai_audit').where('decision_id', '=', id).execute()
    await db.updateTable('ai_acceptance').set({ state: 'accepting', finished_at: null }).where('decision_id', '=', id).execute()
    await db.updateTable('job').set({ state: 'failed' }).where('id', '=', job!.id).execute()
    t.equal((await accept({ least: 0, expected: 400 })).json().code, 'ACCEPTANCE_RUNNING')
    const later = suggestionRow({
      ...{ runId, projectId: project.id, mediaId: mediaIds[0]!, annotationId: null },
      shape: { kind: 'point', x: 1, y: 1 },
      ...{ labelId: labelIds[0], probability: 0.999 }
    })
    await db.insertInto('ai_suggestion').values(later).execute()
    await owner.post(`/jobs/${job!.id}/retry`)
    await finishedJobs(owner, project.id)
    t.match(await listed(), [{ state: 'done', count: 1099, leftOut: 0, audit: { state: 'open', size: 55 } }])
    t.equal((await origins()).length, 1099, 'none is lost or duplicated')
    const { state } = await db.selectFrom('ai_suggestion').select('state').where('id', '=', later.id).executeTakeFirstOrThrow()
    t.equal(state, 'waiting', 'suggestions that the run added later were not shown, and are not accepted')

    const [made] = await db.selectFrom('annotation').selectAll().where('suggestion_id', 'is not', null).limit(1).execute()
    const edit = { id: 'moved', kind: 'revise', annotationId: made!.id, revision: made!.revision, shape: { kind: 'point', x: 9, y: 9 } }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [edit] })
    t.equal((await owner.post(`/ai/decisions/${id}/undo`)).statusCode, 200, 'the last decision of the run is undone by its own call')
    await finishedJobs(owner, project.id)
    t.match(await listed(), [{ state: 'undone', restored: 1098 }])
    t.equal((await origins()).length, 1, 'an annotation that was edited since stays')
    t.equal((await owner.get(`/ai/runs/${runId}`)).json().waitingCount, 1099)
  })

  t.test('a label that is merged during an acceptance adds none of its suggestions', async t => {
    const { db, owner, project, labelIds, accept, listed } = await suggestedRun(t, { count: 1200, database })
    const [sponge, coral] = labelIds
    const { id, job } = (await accept({ least: 0, labelIds: [sponge], expected: 600 })).json<BulkAcceptance>()
    await finishedJobs(owner, project.id)
    // as a server leaves it that crashed after its first part
    const some = await db.selectFrom('ai_decision_item').select('suggestion_id').where('decision_id', '=', id).limit(100).execute()
    const lost = some.map(({ suggestion_id: suggestionId }) => suggestionId)
    await db.deleteFrom('annotation').where('suggestion_id', 'in', lost).execute()
    await db.deleteFrom('ai_decision_item').where('suggestion_id', 'in', lost).execute()
    const back = { state: 'waiting', decision_id: null, made_annotation_id: null, decided_by: null, decided_at: null } as const
    await db.updateTable('ai_suggestion').set(back).where('id', 'in', lost).execute()
    await db.updateTable('ai_suggestion').set({ probability: 0.99 }).where('label_id', '=', coral).execute()
    await db.updateTable('ai_decision').set({ count: 500 }).where('id', '=', id).execute()
    await db.deleteFrom('ai_audit').where('decision_id', '=', id).execute()
    await db.updateTable('ai_acceptance').set({ state: 'accepting', finished_at: null }).where('decision_id', '=', id).execute()
    await db.updateTable('job').set({ state: 'failed' }).where('id', '=', job!.id).execute()
    const { revision } = (await owner.get(`/labels/${coral}`)).json<{ revision: number }>()
    t.equal((await owner.post(`/labels/${coral}/merge`, { into: sponge, revision })).statusCode, 200)
    await owner.post(`/jobs/${job!.id}/retry`)
    await finishedJobs(owner, project.id)
    t.match(await listed(), [{ state: 'done', count: 600, leftOut: 0 }])
    const accepted = await db.selectFrom('ai_suggestion').select('label_id').distinct().where('state', '=', 'accepted').execute()
    t.same(accepted, [{ label_id: sponge }])
  })

  t.test('a label that is taken back during an acceptance stays away, and the acceptance ends', async t => {
    const { db, owner, project, accept, listed } = await suggestedRun(t, { count: 1100, database })
    const { id, job } = (await accept({ least: 0, expected: 1100 })).json<BulkAcceptance>()
    await finishedJobs(owner, project.id)
    // as a server leaves it that crashed after its first part, before a person removed one of the labels
    const items = await db
      .selectFrom('ai_decision_item')
      .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_decision_item.suggestion_id')
      .select(['suggestion_id', 'made_annotation_id'])
      .where('ai_decision_item.decision_id', '=', id)
      .limit(601)
      .execute()
    const [back, ...rest] = items
    const lost = rest.map(({ suggestion_id: suggestionId }) => suggestionId)
    await db.deleteFrom('annotation').where('suggestion_id', 'in', lost).execute()
    await db.deleteFrom('ai_decision_item').where('suggestion_id', 'in', lost).execute()
    const waiting = { state: 'waiting', decision_id: null, made_annotation_id: null, decided_by: null, decided_at: null } as const
    await db.updateTable('ai_suggestion').set(waiting).where('id', 'in', lost).execute()
    await db.updateTable('ai_decision').set({ count: 500 }).where('id', '=', id).execute()
    await db.deleteFrom('ai_audit').where('decision_id', '=', id).execute()
    await db.updateTable('ai_acceptance').set({ state: 'accepting', finished_at: null }).where('decision_id', '=', id).execute()
    await db.updateTable('job').set({ state: 'failed' }).where('id', '=', job!.id).execute()
    const { revision } = (await owner.get(`/annotations/${back!.made_annotation_id}`)).json<Annotation>()
    const { annotation_id: named } = await db
      .selectFrom('ai_suggestion')
      .select('annotation_id')
      .where('id', '=', back!.suggestion_id)
      .executeTakeFirstOrThrow()
    const taken = named === null ? { kind: 'remove', suggestionId: back!.suggestion_id } : { kind: 'revise', labelId: null }
    const operation = { id: newId(), annotationId: back!.made_annotation_id, revision, ...taken }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })
    const stateOf = async () =>
      (await db.selectFrom('ai_suggestion').select('state').where('id', '=', back!.suggestion_id).executeTakeFirstOrThrow()).state
    t.equal(await stateOf(), 'waiting')

    await owner.post(`/jobs/${job!.id}/retry`)
    await finishedJobs(owner, project.id)
    t.match(await listed(), [{ state: 'done', count: 1100, leftOut: 0, job: { state: 'done' }, audit: { state: 'open' } }])
    t.equal(await stateOf(), 'waiting', 'the label that a person took back is not given again')
  })

  t.test('a stop halfway leaves no partial state', async t => {
    const { owner, project, accept, listed, origins } = await suggestedRun(t, { count: 1200, database })
    const { id } = (await accept({ least: 0, expected: 1200 })).json<BulkAcceptance>()
    const stopped = await owner.post(`/ai/acceptances/${id}/undo`)
    t.match(stopped.json(), { state: /undoing|undone/ })
    await until(listed, ([one]) => one?.state === 'undone')
    await finishedJobs(owner, project.id)
    const [one] = await listed()
    t.equal(one!.restored, one!.count)
    t.same(await origins(), [])
  })

  t.test('strangers, viewers, blind members, other labels and other counts are refused', async t => {
    const { owner, project, bo, runId, labelIds, accept, signUp, begin } = await suggestedRun(t, { count: 20, database })
    const calls = (id: string) =>
      [
        ['POST', `/ai/runs/${runId}/mixed-batches`, { least: 0.5 }],
        ['POST', `/ai/runs/${runId}/acceptances`, { least: 0.5, expected: 20 }],
        ['POST', `/ai/acceptances/${id}/undo`, undefined],
        ['GET', `/ai/runs/${runId}/probes`, undefined],
        ['GET', `/ai/runs/${runId}/acceptances`, undefined],
        ['GET', `/ai/acceptances/${id}`, undefined]
      ] as const
    const [stranger, viewer] = [await signUp('eve@lab.example'), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: 'vi@lab.example', role: 'viewer' })
    t.match((await accept({ least: 0.5, expected: 19 })).json(), { status: 409, code: 'SUGGESTIONS_CHANGED' })
    t.equal((await accept({ least: 0.5, labelIds: ['of-another-project'], expected: 20 })).statusCode, 422)
    t.equal((await accept({ least: 2, expected: 20 })).statusCode, 422)
    const { id } = (await accept({ least: 0.5, labelIds: [labelIds[0]], expected: 10 })).json<BulkAcceptance>()
    const send = async (by: typeof owner, [method, path, body]: ReturnType<typeof calls>[number]) =>
      method === 'GET' ? by.get(path) : by.post(path, body)
    for (const call of calls(id)) {
      t.equal((await send(stranger, call)).statusCode, 404, `a stranger: ${call[1]}`)
      t.equal((await send(viewer, call)).statusCode, call[0] === 'GET' ? 200 : 403, `a viewer: ${call[1]}`)
    }
    await begin()
    for (const call of calls(id)) t.match((await send(bo, call)).json(), { code: 'WORKING_BLIND' }, `a blind member: ${call[1]}`)
    t.equal((await owner.get('/ai/acceptances/none')).statusCode, 404)
  })
})
