import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { ModelAudits } from '../../../../shared/contracts/acceptance-audits.ts'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import type { BulkAcceptance } from '../../../../shared/contracts/bulk-acceptances.ts'
import type { UploadedModelCard } from '../../../../shared/contracts/uploaded-models.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { insertRun } from '../../../support/suggested.ts'
import { suggestedRun } from '../../../support/suggested-run.ts'
import { wilsonEnds } from '../../../support/wilson-ends.ts'

/** A run with 2,000 suggestions, calls that accept and audit them, and the audits as the card of the model states them. */
async function modelScene(t: Test, database: DatabaseKind) {
  const base = await suggestedRun(t, { count: 2000, database })
  const { db, owner, project, accept, runId, labelIds } = base
  const { model_version_id: versionId } = await db.selectFrom('ai_run').selectAll().where('id', '=', runId).executeTakeFirstOrThrow()
  const audits = async (by = owner) => (await by.get(`/ai/models/${versionId}`)).json<ModelCard>().audits
  const acceptFrom = async (least: number, expected: number) => {
    const { id } = (await accept({ least, expected })).json<BulkAcceptance>()
    await finishedJobs(owner, project.id)
    return id
  }
  const itemsOf = (id: string) => db.selectFrom('ai_audit_item').selectAll().where('decision_id', '=', id).orderBy('place').execute()
  /** Answers the crops of an audit: the first ones wrongly, then the unsure ones. */
  const answer = async (id: string, { wrong, unsure = 0 }: { wrong: number; unsure?: number }) => {
    for (const [place, { id: itemId, accepted_label_id: label }] of (await itemsOf(id)).entries()) {
      const other = label === labelIds[0] ? labelIds[1] : labelIds[0]
      const labelId = place < wrong ? other : place < wrong + unsure ? null : label
      await owner.put(`/ai/audit-items/${itemId}/answer`, { labelId })
    }
  }
  const end = (id: string) => owner.post(`/ai/acceptances/${id}/audit/end`)
  return { ...base, versionId, audits, acceptFrom, itemsOf, answer, end }
}

/** Counts from the stored answers, by other means than the code under test: judged, wrong, and wrong ones still there. */
async function recount({ db, itemsOf }: Awaited<ReturnType<typeof modelScene>>, id: string) {
  const judged = (await itemsOf(id)).filter(item => item.label_id !== null)
  const wrong = judged.filter(item => item.label_id !== item.accepted_label_id)
  let left = 0
  for (const item of wrong) {
    const { made_annotation_id: made } = await db
      .selectFrom('ai_suggestion')
      .select('made_annotation_id')
      .where('id', '=', item.suggestion_id)
      .executeTakeFirstOrThrow()
    const annotation = await db.selectFrom('annotation').selectAll().where('id', '=', made).executeTakeFirst()
    if (annotation?.removed_at === null && annotation.label_id === item.accepted_label_id) left++
  }
  return { judged: judged.length, wrong: wrong.length, left }
}

const near = (t: Test, found: readonly (number | null | undefined)[], expected: readonly number[], name: string) =>
  t.ok(found.length === expected.length && found.every((value, at) => Math.abs((value ?? Number.NaN) - (expected[at] ?? 0)) < 1e-6), name, {
    found,
    expected
  })

const nothing = { acceptances: 0, labels: 0 }

await forEachDatabase(t, (t, database) => {
  // Long: the card of one model, from its first acceptance to the undo of one.
  t.test('the card of a model has its ended audits, the latest first, and counts what no audit covers', async t => {
    const scene = await modelScene(t, database)
    const { db, owner, project, audits, acceptFrom, answer, end, itemsOf, runId } = scene
    t.same(await audits(), { ended: [], unaudited: nothing, undoing: nothing })
    const first = await acceptFrom(0.9, 400)
    await answer(first, { wrong: 3, unsure: 2 })
    t.same(await audits(), { ended: [], unaudited: { acceptances: 1, labels: 400 }, undoing: nothing }, 'an open audit has no result')
    await end(first)
    const second = await acceptFrom(0.5, 1600)
    await answer(second, { wrong: 0 })

    const expectFirst = async (expected: object) => {
      const { judged, wrong, left } = await recount(scene, first)
      t.match({ judged, wrong, left }, expected)
      const found = (await audits()).ended.find(({ bulkAcceptanceId: id }) => id === first)
      t.match(found, { runId, runNumber: 1, accepted: 400, judged, wrong, mostWrong: null, isBelowTarget: true, isOfOneLabel: false })
      const [low, high] = wilsonEnds(judged - wrong, judged)
      const { precision, remaining, remainingShare } = found!
      near(t, [precision!.value, precision!.low, precision!.high], [(judged - wrong) / judged, low, high], 'share of right labels')
      const outside = 400 - judged
      const counts = [left + (outside * wrong) / judged, left + outside * (1 - high), left + outside * (1 - low)]
      near(t, [remaining!.value, remaining!.low, remaining!.high], counts, 'remaining errors')
      near(
        t,
        [remainingShare!.value, remainingShare!.low, remainingShare!.high],
        counts.map(count => count / 400),
        'their share'
      )
    }
    await expectFirst({ judged: 28, wrong: 3, left: 3 })
    t.match(await audits(), { ended: { length: 1 }, unaudited: { acceptances: 1, labels: 1600 } })

    await end(second)
    const both = await audits()
    t.same(
      both.ended.map(({ bulkAcceptanceId: id }) => id),
      [second, first]
    )
    t.same(both.unaudited, { acceptances: 0, labels: 0 })
    t.match(both.ended[0], { accepted: 1600, judged: 80, wrong: 0, mostWrong: 3 / 80, remaining: { value: null, low: 0 } })
    near(t, [both.ended[0]!.remaining!.high, both.ended[0]!.remainingShare!.high], [(1520 * 3) / 80, 0.035625], 'the rule of three')

    const [difference] = await itemsOf(first)
    t.match((await owner.post(`/ai/audit-items/${difference!.id}/relabel`)).json(), { state: 'relabelled' })
    await expectFirst({ judged: 28, wrong: 3, left: 2 })

    await owner.post(`/ai/acceptances/${first}/undo`)
    await finishedJobs(owner, project.id)
    t.match((await audits()).ended[1], { isUndone: true, wrong: 3, remaining: null, remainingShare: null }, 'the evidence stays')
    const otherRun = await insertRun(db, { projectId: project.id, accountId: owner.id })
    const other = await db.selectFrom('ai_run').select('model_version_id').where('id', '=', otherRun).executeTakeFirstOrThrow()
    const card = (await owner.get(`/ai/models/${other.model_version_id}`)).json<ModelCard>()
    t.same(card.audits, { ended: [], unaudited: nothing, undoing: nothing }, 'another model has none of them')
  })

  t.test('an audit of unsure answers alone, and an acceptance without an audit, have no share', async t => {
    const { db, audits, acceptFrom, answer, end } = await modelScene(t, database)
    const id = await acceptFrom(0.9, 400)
    await answer(id, { wrong: 0, unsure: 30 })
    await end(id)
    const unknown = { judged: 0, wrong: 0, precision: null, mostWrong: null, remaining: null, remainingShare: null }
    t.match((await audits()).ended, [unknown])
    await db.deleteFrom('ai_audit').execute()
    t.same(await audits(), { ended: [], unaudited: { acceptances: 1, labels: 400 }, undoing: nothing }, 'from before there were audits')
    await db.updateTable('ai_acceptance').set({ state: 'undoing' }).execute()
    t.same(await audits(), { ended: [], unaudited: nothing, undoing: { acceptances: 1, labels: 400 } })
    await db.updateTable('ai_acceptance').set({ state: 'undone' }).execute()
    t.same(await audits(), { ended: [], unaudited: nothing, undoing: nothing })
  })

  t.test('the card of an uploaded model has its audits; strangers and blind members are refused both cards', async t => {
    const scene = await modelScene(t, database)
    const { db, owner, bo, project, runId, versionId, acceptFrom, answer, end, audits, begin, signUp } = scene
    const id = await acceptFrom(0.9, 400)
    await answer(id, { wrong: 1 })
    await end(id)
    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: 'vi@lab.example', role: 'viewer' })
    const expected: ModelAudits = await audits(viewer)
    t.match(expected.ended, [{ judged: 30, wrong: 1 }])

    const uploadedId = newId()
    const manifest = manifestWith()
    await db
      .insertInto('ai_uploaded_model')
      .values({
        ...{ id: uploadedId, project_id: project.id, sha256: 'e'.repeat(64), file_name: 'net.onnx', size_bytes: 10, state: 'ready' },
        ...{ manifest: JSON.stringify(manifest), manifest_sha256: 'f', name: manifest.name, version: manifest.version },
        inspection: JSON.stringify({
          ...{ irVersion: 8, opset: 13, producer: '', nodeCount: 1, weightCount: 0, metadata: {}, warnings: [] },
          ...{ input: { name: 'x', dtype: 'float32', shape: [] }, outputs: [] }
        }),
        ...{ dry_run: null, job_id: null, licence_read_by: null, licence_read_at: null },
        ...{ created_by: owner.id, created_at: '2026-06-04T07:12:00.000Z' }
      })
      .execute()
    await db.updateTable('ai_run').set({ model_version_id: null, uploaded_model_id: uploadedId }).where('id', '=', runId).execute()
    const cards = [`/ai/models/${versionId}`, `/ai/uploaded-models/${uploadedId}`]
    t.same((await viewer.get(cards[1]!)).json<UploadedModelCard>().audits, expected)
    t.same(await audits(), { ended: [], unaudited: nothing, undoing: nothing })
    const stranger = await signUp('eve@lab.example')
    await begin()
    for (const card of cards) {
      t.equal((await stranger.get(card)).statusCode, 404, card)
      const refused = await bo.get(card)
      t.equal(refused.json().code, 'WORKING_BLIND', card)
      t.notMatch(refused.body, 'judged')
    }
  })
})
