import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Doubt } from '../../../../shared/contracts/ai.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'
import { texturedProject } from '../../../support/textured-project.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a check finds wrong labels, and changes nothing before a person does', async t => {
    const { owner, project, labelIds, truth, run } = await texturedProject(t, { database, sites: 1, imagesPerSite: 6, unlabelledImages: 0 })
    const annotation = async (id: string) => (await owner.get(`/annotations/${id}`)).json<Annotation>()
    const wrong = new Map<string, string>()
    const right = new Map<string, string>()
    for (const [id, texture] of [...truth].filter((_, index) => index % 24 === 3)) {
      const given = labelIds[(texture + 2) % labelIds.length]!
      wrong.set(id, given)
      right.set(id, labelIds[texture]!)
    }
    const relabel = async (id: string, labelId: string) => {
      const operation = {
        id: `edit-${id}-${labelId}`,
        kind: 'revise',
        annotationId: id,
        revision: (await annotation(id)).revision,
        labelId
      }
      await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })
    }
    for (const [id, labelId] of wrong) await relabel(id, labelId)
    const [confirmed] = [...wrong.keys()]
    const reviewed = {
      annotations: [{ id: confirmed, revision: (await annotation(confirmed!)).revision }],
      change: { reviewState: 'confirmed' }
    }
    await owner.post(`/projects/${project.id}/annotations/bulk`, reviewed)
    const before = await annotation(confirmed!)

    const ended = await run({ task: 'check' })
    t.match(ended, { state: 'done', task: 'check', modelVersionId: null, imagesDone: 6, imagesFailed: 0, imagesTotal: 6 })
    t.match(ended.sentence, /^144 labels checked, \d+ look different from the others$/)
    t.match(ended.provenance, { family: 'lda/hc2-1/pixels-1', scope: /^all labels given by people/ })
    const doubts = async (query = '') => (await owner.get(`/ai/runs/${ended.id}/doubts?limit=100${query}`)).json<{ items: Doubt[] }>().items
    const all = await doubts()
    t.equal(all.length, ended.waitingCount)
    t.same(
      all.map(({ suspicion }) => suspicion),
      all.map(({ suspicion }) => suspicion).sort((one, other) => other - one),
      'the most suspicious come first'
    )
    const found = all.slice(0, 2 * wrong.size).filter(({ annotationId }) => wrong.has(annotationId))
    t.ok(found.length >= wrong.size / 2, `${found.length} of ${wrong.size} wrong labels are among the first ${2 * wrong.size}`)
    for (const doubt of all) {
      t.equal(doubt.labelId, (await annotation(doubt.annotationId)).labelId)
      t.ok(doubt.near.length === 5 && doubt.near.every(({ annotationId }) => annotationId !== doubt.annotationId))
      const [best] = doubt.alternatives
      t.ok(Math.abs(best!.probability - doubt.probability - doubt.suspicion) < 2e-5, 'p(best) − p(given)')
      t.not(best!.labelId, doubt.labelId)
    }

    const decide = async (body: object) => (await owner.post(`/ai/runs/${ended.id}/decisions`, body)).json()
    const target = all.find(({ annotationId }) => annotationId === confirmed)
    if (!target) return t.fail('the confirmed wrong label is suspect')
    const suggested = target.alternatives[0]!.labelId
    const changed = await decide({ decision: 'accept', suggestionIds: [target.id] })
    t.match(changed, { count: 1, leftOut: 0 })
    t.match(await annotation(confirmed!), { labelId: suggested, origin: 'accepted', reviewState: 'proposed' })
    const { versions } = (await owner.get(`/annotations/${confirmed}/history`)).json()
    t.ok(versions.length >= 3, 'with its history')
    t.match((await owner.post(`/ai/decisions/${changed.id}/undo`)).json(), { restored: 1 })
    const { labelId, reviewState, reviewedBy } = before
    t.match(await annotation(confirmed!), { labelId, reviewState, reviewedBy }, 'label and review state are restored')
    t.equal((await annotation(confirmed!)).origin, before.origin, 'and the origin of the label')

    const [kept, aside, edited] = (await doubts()).filter(({ annotationId }) => annotationId !== confirmed)
    await decide({ decision: 'reject', suggestionIds: [kept!.id] })
    await decide({ decision: 'unsure', suggestionIds: [aside!.id] })
    t.match(await annotation(kept!.annotationId), { labelId: kept!.labelId, revision: kept!.revision }, 'a kept label is not edited')
    await relabel(edited!.annotationId, labelIds.find(id => id !== edited!.labelId)!)
    t.notOk(
      (await doubts()).some(({ id }) => id === edited!.id),
      'a label that changed is no longer suspect'
    )
    t.match(await decide({ decision: 'accept', suggestionIds: [edited!.id] }), { count: 0, leftOut: 1 })
    t.match((await owner.post(`/ai/runs/${ended.id}/acceptances`, { least: 0, expected: 1 })).json(), {
      code: 'SUGGESTIONS_CHANGED'
    })
    const { items: first, nextCursor } = (await owner.get(`/ai/runs/${ended.id}/doubts?limit=2`)).json()
    const next = (await owner.get(`/ai/runs/${ended.id}/doubts?limit=2&cursor=${encodeURIComponent(nextCursor)}`)).json().items
    t.same(
      [...first, ...next].map(({ id }) => id),
      (await doubts()).slice(0, 4).map(({ id }) => id)
    )
    t.equal((await owner.get(`/ai/runs/${ended.id}/doubts?cursor=x`)).statusCode, 400)

    const again = await run({ task: 'check' })
    const anew = (await owner.get(`/ai/runs/${again.id}/doubts?limit=100`)).json<{ items: Doubt[] }>().items
    t.notOk(
      anew.some(({ annotationId }) => annotationId === kept!.annotationId),
      'a kept label stays hidden'
    )
    const unsure = (await owner.get(`/ai/runs/${again.id}/doubts?state=unsure`)).json<{ items: Doubt[] }>().items
    t.match(unsure, [{ annotationId: aside!.annotationId }], 'a label that was set aside stays so')
    t.equal((await doubts()).length, 0, 'the suspect labels of the previous check are replaced')
    await relabel(kept!.annotationId, kept!.alternatives[0]!.labelId)
    await relabel(kept!.annotationId, labelIds.find(id => id !== kept!.labelId && id !== kept!.alternatives[0]!.labelId)!)
    const third = await run({ task: 'check' })
    const last = (await owner.get(`/ai/runs/${third.id}/doubts?limit=100`)).json<{ items: Doubt[] }>().items
    t.ok(
      last.some(({ annotationId }) => annotationId === kept!.annotationId),
      'another label can become suspect again'
    )
  })

  t.test('doubts that were set aside outlive a check with another method and an image in the bin', async t => {
    const { owner, project, labelIds, truth, run, storage } = await texturedProject(t, {
      ...{ database, sites: 1, imagesPerSite: 4, unlabelledImages: 0 }
    })
    const wrong = [...truth].filter((_, index) => index % 12 === 3)
    const operations = wrong.map(([annotationId, texture]) => ({
      ...{ id: `wrong-${annotationId}`, kind: 'revise', annotationId, revision: 1, labelId: labelIds[(texture + 2) % labelIds.length] }
    }))
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    const first = await run({ task: 'check' })
    const doubts = async (runId: string, query = '') =>
      (await owner.get(`/ai/runs/${runId}/doubts?limit=100${query}`)).json<{ items: Doubt[] }>().items
    const all = await doubts(first.id)
    const [shown] = all
    const binned = all.find(({ mediaId }) => mediaId !== shown!.mediaId)
    if (!shown || !binned) return t.fail('two images have suspect labels')
    await owner.post(`/ai/runs/${first.id}/decisions`, { decision: 'unsure', suggestionIds: [shown.id, binned.id] })
    await storage.db.updateTable('ai_run').set({ family: 'knn/pixels-1' }).where('id', '=', first.id).execute()
    await owner.delete(`/media/${binned.mediaId}`)

    const second = await run({ task: 'check' })
    const asideIn = async (runId: string) => (await doubts(runId, '&state=unsure')).map(({ annotationId }) => annotationId)
    t.same(await asideIn(second.id), [shown.annotationId])
    t.notOk(
      (await doubts(second.id)).some(({ annotationId }) => annotationId === shown.annotationId),
      'it waits in no second row'
    )
    await storage.db.updateTable('media').set({ removed_at: null }).where('id', '=', binned.mediaId).execute()
    t.same((await asideIn(second.id)).sort(), [shown.annotationId, binned.annotationId].sort(), 'the image is back')
    const counted = await storage.db
      .selectFrom('ai_suggestion_count')
      .select('count')
      .where('run_id', '=', second.id)
      .where('state', '=', 'unsure')
      .execute()
    t.equal(
      counted.reduce((sum, { count }) => sum + Number(count), 0),
      2
    )
    const [back] = (await doubts(second.id, '&state=unsure')).filter(({ annotationId }) => annotationId === binned.annotationId)
    t.match((await owner.post(`/ai/runs/${second.id}/decisions`, { decision: 'wait', suggestionIds: [back!.id] })).json(), { count: 1 })
  })

  t.test('an undo gives merged labels, and leaves out labels that were deleted since', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(db, { projectId, accountId: owner.id, count: 1 })
    const runId = await insertRun(db, { projectId, accountId: owner.id })
    await db.updateTable('ai_run').set({ task: 'check', family: 'lda/hc2-1/pixels-1' }).where('id', '=', runId).execute()
    const label = async (name: string) => (await owner.post(`/projects/${projectId}/labels`, { name })).json<{ id: string }>().id
    const [sponge, star, coral, into] = [await label('Sponge'), await label('Star'), await label('Coral'), await label('Animal')]
    const doubts = [sponge, star].map((labelId, x) => ({ labelId, annotationId: newId(), shape: { kind: 'point' as const, x, y: 1 } }))
    await owner.post(`/projects/${projectId}/annotations/operations`, {
      operations: doubts.map(doubt => ({ ...doubt, id: newId(), kind: 'create', mediaId }))
    })
    const rows = doubts.map(({ annotationId, shape, labelId }) => ({
      ...suggestionRow({ runId, projectId, mediaId, annotationId, shape, labelId: coral }),
      ...{ checked_label_id: labelId, suspicion: 0.5, near: '[]' }
    }))
    await db.insertInto('ai_suggestion').values(rows).execute()
    const draft = { decision: 'accept', suggestionIds: rows.map(({ id }) => id) }
    const decision = (await owner.post(`/ai/runs/${runId}/decisions`, draft)).json<{ id: string; count: number }>()
    t.equal(decision.count, 2)
    const { revision } = (await owner.get(`/labels/${sponge}`)).json<{ revision: number }>()
    t.equal((await owner.post(`/labels/${sponge}/merge`, { into, revision })).statusCode, 200)
    t.equal((await owner.delete(`/labels/${star}`)).statusCode, 204)
    const undone = await owner.post(`/ai/decisions/${decision.id}/undo`)
    t.match(undone.json(), { restored: 1 }, undone.body)
    const labels = await Promise.all(
      doubts.map(async ({ annotationId }) => (await owner.get(`/annotations/${annotationId}`)).json<Annotation>().labelId)
    )
    t.same(labels, [into, coral])
    const states = await db.selectFrom('ai_suggestion').select('state').orderBy('id').execute()
    t.same(
      states.map(({ state }) => state),
      ['waiting', 'accepted']
    )
  })
})
