import t, { type Test } from 'tap'
import { acceptanceRecords } from '../../../../server/backend/ai/acceptance-records.ts'
import { auditSize, rankOf } from '../../../../server/backend/ai/audit-sample.ts'
import type { OpenRun } from '../../../../server/backend/ai/open-run.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { AcceptanceAudit, AuditDifference, AuditItem, AuditReport } from '../../../../shared/contracts/acceptance-audits.ts'
import type { BulkAcceptance } from '../../../../shared/contracts/bulk-acceptances.ts'
import { type BackendOptions, forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { suggestedRun } from '../../../support/suggested-run.ts'
import { wilsonEnds } from '../../../support/wilson-ends.ts'

/** A run whose suggestions were all accepted in bulk, with the calls of its audit. */
async function auditedRun(t: Test, options: BackendOptions & { count: number }) {
  const base = await suggestedRun(t, options)
  const { db, owner, project, accept, labelIds } = base
  const acceptance = (await accept({ least: 0, expected: options.count })).json<BulkAcceptance>()
  await finishedJobs(owner, project.id)
  const address = `/ai/acceptances/${acceptance.id}/audit`
  const stored = () =>
    db
      .selectFrom('ai_audit_item')
      .innerJoin('ai_suggestion', 'ai_suggestion.id', 'ai_audit_item.suggestion_id')
      .selectAll('ai_audit_item')
      .select(['ai_suggestion.made_annotation_id', 'ai_suggestion.media_id'])
      .where('ai_audit_item.decision_id', '=', acceptance.id)
      .orderBy('ai_audit_item.place')
      .execute()
  const report = async () => (await owner.get(address)).json<AuditReport>()
  const items = async (by = owner) => (await by.get(`${address}/items`)).json<{ items: AuditItem[] }>().items
  const answer = (itemId: string, labelId: string | null, by = owner) => by.put(`/ai/audit-items/${itemId}/answer`, { labelId })
  const end = (by = owner) => by.post(`${address}/end`)
  const differences = async (query = '') =>
    (await owner.get(`${address}/differences${query}`)).json<{ items: AuditDifference[]; nextCursor: string | null }>()
  const other = (labelId: string) => (labelId === labelIds[0] ? labelIds[1] : labelIds[0])
  const present = async (annotationId: string) =>
    db.selectFrom('annotation').select(['label_id', 'origin', 'revision']).where('id', '=', annotationId).executeTakeFirstOrThrow()
  return { ...base, acceptance, address, stored, report, items, answer, end, differences, other, present }
}

t.test('the sample has 5 % of the accepted suggestions, at least 30, and at most all', async t => {
  const sizes = [1, 29, 30, 600, 601, 1000, 100_000].map(auditSize)
  t.same(sizes, [1, 29, 30, 30, 31, 50, 5000])
})

await forEachDatabase(t, (t, database) => {
  t.test('the sample is drawn when the acceptance is complete, and again from its seed', async t => {
    const scene = await auditedRun(t, { count: 1100, database })
    const { db, owner, acceptance, labelIds, stored, report, items, runId } = scene
    t.match(await report(), { state: 'open', size: 55, accepted: 1100, answered: 0, lost: 0, least: 30, result: null, classes: [] })
    const { seed } = await report()
    const accepted = await db.selectFrom('ai_suggestion').select('id').where('run_id', '=', runId).execute()
    const expected = accepted.map(({ id }) => id).sort((one, other) => (rankOf(seed, one) < rankOf(seed, other) ? -1 : 1))
    const rows = await stored()
    t.same(
      rows.map(({ suggestion_id: id }) => id),
      expected.slice(0, 55)
    )
    const shown = await items()
    t.equal(shown.length, 30, 'in batches of 30')
    t.ok(shown.every(({ id }) => rows.some(row => row.id === id)))
    t.same(await items(), shown, 'in an order that stays the same')
    t.match(await report(), { runId, isUndone: false, isOfOneLabel: false })
    const text = JSON.stringify(shown)
    const secrets = rows.flatMap(row => [row.suggestion_id, row.made_annotation_id!, row.media_id, row.accepted_label_id])
    t.notOk(
      [...secrets, ...labelIds].some(secret => text.includes(secret)),
      'nothing refers to the accepted label'
    )
    t.same(Object.keys(shown[0]!).sort(), ['id', 'mediaHeight', 'mediaWidth', 'shape'])
    t.match((await owner.get(`/ai/acceptances/${acceptance.id}`)).json(), { audit: { state: 'open', size: 55, result: null } })
  })

  // Long: one audit from its first answer to its last relabelling.
  t.test('blind answers change no annotation, give the result at the end, and are offered for relabelling', async t => {
    const scene = await auditedRun(t, { count: 90, database })
    const { owner, project, labelIds, acceptance, stored, report, items, answer, end, differences, other, present, db } = scene
    const [sponge] = labelIds
    const add = async (body: object) => (await owner.post(`/projects/${project.id}/labels`, body)).json<{ id: string }>().id
    const finer = await add({ name: 'Tube sponge', parentId: sponge })
    const rows = await stored()
    t.equal(rows.length, 30)
    const before = await Promise.all(rows.map(row => present(row.made_annotation_id!)))
    const ofSponge = rows.find(row => row.accepted_label_id === sponge)!
    const wrong = rows.filter(row => row !== ofSponge).slice(0, 4)
    const [unsure] = rows.filter(row => row !== ofSponge && !wrong.includes(row))
    for (const row of rows) {
      const given =
        row === unsure ? null : row === ofSponge ? finer : wrong.includes(row) ? other(row.accepted_label_id) : row.accepted_label_id
      if (row === rows.at(-1)) t.match((await end()).json(), { code: 'AUDIT_TOO_SMALL', detail: /^Label 1 more of the crops/ })
      const audit = (await answer(row.id, given)).json<AcceptanceAudit>()
      t.equal(audit.result, null, 'the result is hidden while the audit is open')
    }
    t.match(await report(), { answered: 30, unsure: 1, result: null, classes: [] })
    t.same(await items(), [])
    t.equal((await owner.get(`${scene.address}/differences`)).json().code, 'AUDIT_OPEN')
    t.equal((await owner.post(`/ai/audit-items/${wrong[0]!.id}/relabel`)).json().code, 'AUDIT_OPEN')
    t.equal((await owner.delete(`/ai/audit-items/${unsure!.id}/answer`)).statusCode, 204)
    t.match(await items(), [{ id: unsure!.id }])
    await answer(unsure!.id, null)
    t.same(await Promise.all(rows.map(row => present(row.made_annotation_id!))), before, 'no annotation has changed')

    const ended = (await end()).json<AuditReport>()
    const [low, high] = wilsonEnds(25, 29)
    t.match(ended, { state: 'done', endedAt: /T/, endedBy: String })
    t.match(ended.result, { judged: 29, wrong: 4, mostWrong: null, isBelowTarget: true })
    const { precision } = ended.result!
    t.ok(Math.abs(precision!.value - 25 / 29) + Math.abs(precision!.low! - low) + Math.abs(precision!.high! - high) < 1e-9)
    t.equal(
      ended.classes.reduce((sum, { judged }) => sum + judged, 0),
      29
    )
    for (const { labelId, judged, wrong: count, precision } of ended.classes) {
      t.equal(judged, rows.filter(row => row !== unsure && row.accepted_label_id === labelId).length)
      t.equal(count, wrong.filter(row => row.accepted_label_id === labelId).length)
      t.equal(precision === null, judged < 20)
    }
    t.match((await owner.get(`/projects/${project.id}/activity`)).json().items[0], {
      event: 'suggestions.audited',
      detail: { judged: 29, wrong: 4 }
    })
    t.match((await owner.get(`/ai/acceptances/${acceptance.id}`)).json(), { audit: { state: 'done', result: { wrong: 4 } } })
    for (const refused of [await answer(rows[0]!.id, sponge), await owner.delete(`/ai/audit-items/${rows[0]!.id}/answer`), await end()])
      t.equal(refused.json().code, 'AUDIT_ENDED')

    const expectRemaining = async (left: number) => {
      const { remaining } = await report()
      const expected = [left + (61 * 4) / 29, left + 61 * (1 - high), left + 61 * (1 - low)]
      const found = [remaining!.value!, remaining!.low, remaining!.high]
      t.ok(
        found.every((value, at) => Math.abs(value - expected[at]!) < 1e-6),
        `${left} wrong labels are still there`,
        { found, expected }
      )
    }
    await expectRemaining(4)

    const first = await differences('?limit=3')
    const rest = await differences(`?limit=3&cursor=${first.nextCursor}`)
    t.same([first.items.length, rest.items.length, rest.nextCursor], [3, 1, null])
    const listed = [...first.items, ...rest.items]
    t.strictSame(
      listed.map(({ id }) => id),
      wrong.map(({ id }) => id)
    )
    t.match(listed[0], {
      state: 'open',
      annotationId: wrong[0]!.made_annotation_id,
      acceptedLabelId: wrong[0]!.accepted_label_id,
      givenLabelId: other(wrong[0]!.accepted_label_id)
    })
    t.match((await owner.post(`/ai/audit-items/${wrong[0]!.id}/relabel`)).json(), { state: 'relabelled' })
    t.match(await present(wrong[0]!.made_annotation_id!), { label_id: other(wrong[0]!.accepted_label_id), origin: 'human_seen' })
    t.equal((await owner.post(`/ai/audit-items/${wrong[0]!.id}/relabel`)).json().code, 'AUDIT_CHANGED')
    await db
      .updateTable('annotation')
      .set({ removed_at: '2026-06-05T07:12:00.000Z' })
      .where('id', '=', wrong[1]!.made_annotation_id!)
      .execute()
    t.equal((await owner.post(`/ai/audit-items/${wrong[1]!.id}/relabel`)).json().code, 'AUDIT_CHANGED')
    t.match((await differences()).items, [{ state: 'relabelled' }, { state: 'changed' }, { state: 'open' }, { state: 'open' }])
    t.equal((await owner.post(`/ai/audit-items/${ofSponge.id}/relabel`)).statusCode, 404, 'a finer label is no difference')
    await expectRemaining(2)

    t.equal((await owner.post(`/ai/acceptances/${acceptance.id}/undo`)).json().audit.state, 'done', 'the result stays after the undo')
    t.match(await report(), { isUndone: true, remaining: null, result: ended.result!, classes: ended.classes })
    t.equal((await owner.post(`/ai/audit-items/${wrong[2]!.id}/relabel`)).json().code, 'AUDIT_CHANGED')
    await db.deleteFrom('ai_audit_item').execute()
    t.match(await report(), { answered: 30, lost: 0, result: ended.result!, classes: ended.classes }, 'also without its crops')
  })

  t.test('without an error the result is a bound, and an audit of more than 30 can end early', async t => {
    const { owner, runId, acceptance, stored, answer, end, report } = await auditedRun(t, { count: 1100, database })
    const record = async () => (await owner.get(`/ai/runs/${runId}`)).json().provenance.bulkAcceptances
    t.match(await record(), [{ id: acceptance.id, state: 'done', accepted: 1100, audit: null, remainingErrors: null }])
    t.equal((await report()).remaining, null, 'unknown until the end')
    const rows = await stored()
    for (const row of rows.slice(0, 30)) await answer(row.id, row.accepted_label_id)
    const { result, classes } = (await end()).json<AuditReport>()
    t.match(result, { judged: 30, wrong: 0, mostWrong: 0.1, isBelowTarget: false, precision: { value: 1, high: 1 } })
    t.ok(result!.precision!.low! < 0.9)
    t.equal(
      classes.reduce((sum, { judged }) => sum + judged, 0),
      30
    )
    const remaining = { value: null, low: 0, high: 1070 * 0.1 }
    t.match(await report(), { size: 55, answered: 30, remaining })
    t.match(await record(), [{ audit: { judged: 30, wrong: 0 }, remainingErrors: remaining }])
    await owner.post(`/ai/acceptances/${acceptance.id}/undo`)
    t.match(await record(), [{ state: /^undo/, audit: { judged: 30 }, remainingErrors: null }])
  })

  t.test('the report states that an acceptance of one label is not audited blind', async t => {
    const { owner, accept, labelIds, project, db } = await suggestedRun(t, { count: 40, database })
    const { count } = await db
      .selectFrom('ai_suggestion')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('label_id', '=', labelIds[0]!)
      .executeTakeFirstOrThrow()
    const { id } = (await accept({ least: 0, expected: Number(count), labelIds: [labelIds[0]!] })).json<BulkAcceptance>()
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/ai/acceptances/${id}/audit`)).json(), { isOfOneLabel: true })
  })

  t.test('two people share an audit, and neither can change the answer of the other', async t => {
    const { owner, project, signUp, stored, answer, items, labelIds, present } = await auditedRun(t, { count: 40, database })
    const second = await signUp('dee@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: 'dee@lab.example', role: 'editor' })
    const [row] = await stored()
    t.equal((await answer(row!.id, labelIds[0])).statusCode, 200)
    t.equal((await answer(row!.id, labelIds[1])).statusCode, 200, 'an own answer can be replaced')
    t.equal((await answer(row!.id, labelIds[0], second)).json().code, 'AUDIT_ANSWERED')
    t.equal((await second.delete(`/ai/audit-items/${row!.id}/answer`)).json().code, 'AUDIT_ANSWERED')
    t.equal((await items(second)).length, 29)
    t.equal((await stored())[0]!.label_id, labelIds[1])
    t.match(await present(row!.made_annotation_id!), { revision: 1 })
  })

  t.test('people who label in turn rarely meet at the same crop', async t => {
    const { db, owner, project, signUp, answer, items } = await auditedRun(t, { count: 1400, database })
    const second = await signUp('dee@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: 'dee@lab.example', role: 'editor' })
    let met = 0
    for (let left = 70; left > 1; left--) {
      const [[ours], [theirs]] = await Promise.all([items(), items(second)])
      if (ours?.id === theirs?.id) met++
      const [item, by] = left % 2 === 0 ? [ours, owner] : [theirs, second]
      t.equal((await answer(item!.id, null, by)).statusCode, 200)
    }
    t.ok(met < 15, `they meet ${met} times`)
    const row = await db.selectFrom('ai_audit_item').select('id').where('answered_at', 'is', null).execute()
    t.equal(row.length, 1)
  })

  t.test('a batch of a large sample is drawn from its beginning', async t => {
    const { db, stored, items, answer, signUp, owner, project } = await auditedRun(t, { count: 40, database })
    const rows = await stored()
    const more = Array.from({ length: 1470 }, (_, at) => {
      const { made_annotation_id: _made, media_id: _media, ...row } = rows[at % rows.length]!
      return { ...row, id: newId(), place: rows.length + at }
    })
    for (let from = 0; from < more.length; from += 200)
      await db
        .insertInto('ai_audit_item')
        .values(more.slice(from, from + 200))
        .execute()
    const placeOf = new Map([...rows, ...more].map(({ id, place }) => [id, place]))
    const second = await signUp('dee@lab.example')
    await owner.post(`/projects/${project.id}/members`, { email: 'dee@lab.example', role: 'editor' })
    for (const by of [owner, second]) {
      const shown = await items(by)
      t.equal(shown.length, 30)
      t.ok(shown.every(({ id }) => placeOf.get(id)! < 1000))
      t.ok(shown.some(({ id }) => placeOf.get(id)! > 100))
    }
    const [next] = await items()
    await answer(next!.id, null)
    t.equal((await items()).length, 30)
    t.notOk((await items()).some(({ id }) => id === next!.id))
  })

  t.test('the crops of an audit without an error are not read again after its end', async t => {
    const { db, acceptance, runId, project, stored, answer, end } = await auditedRun(t, { count: 40, database })
    const readsCrops = async (read: (watched: Database) => Promise<unknown>) => {
      const found: string[] = []
      const watched = db.withPlugin({
        transformQuery({ node }) {
          found.push(JSON.stringify(node))
          return node
        },
        transformResult: async ({ result }) => result
      })
      await read(watched)
      return found.some(node => node.includes('ai_audit_item'))
    }
    const run = { projectId: project.id, runId } as OpenRun
    t.ok(await readsCrops(watched => acceptanceRecords(watched, run)), 'they are counted while it is open')
    for (const row of await stored()) await answer(row.id, row.accepted_label_id)
    await end()
    t.match((await acceptanceRecords(db, run))[0], { id: acceptance.id, audit: { judged: 30 } })
    t.notOk(await readsCrops(watched => acceptanceRecords(watched, run)))
  })

  t.test('an undo closes the audit; removed images and merged labels leave it sound', async t => {
    const scene = await auditedRun(t, { count: 40, database })
    const { db, owner, acceptance, labelIds, project, stored, report, items, answer, end } = scene
    const rows = await stored()
    const gone = rows.filter(({ media_id: id }) => id === rows[0]!.media_id)
    await db.updateTable('media').set({ removed_at: '2026-06-05T07:12:00.000Z' }).where('id', '=', rows[0]!.media_id).execute()
    t.match(await report(), { lost: gone.length, least: 30 - gone.length })
    t.equal((await items()).length, 30 - gone.length)
    t.equal((await owner.get(`/ai/audit-items/${rows[0]!.id}/patch`)).statusCode, 404)
    const left = rows.filter(row => !gone.includes(row))
    const merged = (await owner.post(`/projects/${project.id}/labels`, { name: 'Stony coral' })).json<{ id: string; revision: number }>()
    for (const row of left) await answer(row.id, row.accepted_label_id === labelIds[1] ? merged.id : row.accepted_label_id)
    const merge = await owner.post(`/labels/${merged.id}/merge`, { into: labelIds[1], revision: merged.revision })
    t.equal(merge.statusCode, 200, merge.body)
    t.match((await end()).json(), { state: 'done', result: { judged: left.length, wrong: 0 } })
    const { revision } = (await owner.get(`/labels/${labelIds[1]}`)).json<{ revision: number }>()
    t.equal((await owner.post(`/labels/${labelIds[1]}/merge`, { into: labelIds[0], revision })).statusCode, 200)
    t.match((await report()).classes, [{ labelId: labelIds[0], judged: left.length, wrong: 0 }], 'a merged label counts as its successor')

    const other = await auditedRun(t, { count: 40, database })
    const [first] = await other.stored()
    await other.answer(first!.id, other.labelIds[0])
    t.equal((await other.owner.post(`/ai/acceptances/${other.acceptance.id}/undo`)).json().audit.state, 'closed')
    t.match(await other.report(), { state: 'closed', answered: 1, result: null, classes: [] })
    for (const refused of [await other.answer(first!.id, null), await other.end(), await other.owner.get(`${other.address}/items`)])
      t.equal(refused.json().code, 'AUDIT_ENDED')
    t.equal((await owner.get(`/ai/acceptances/${acceptance.id}`)).json().audit.state, 'done')
  })

  t.test('strangers, viewers, blind members, other labels and unknown audits are refused', async t => {
    const { db, owner, project, bo, acceptance, stored, answer, signUp, begin, address } = await auditedRun(t, { count: 20, database })
    const [row] = await stored()
    const item = `/ai/audit-items/${row!.id}`
    const calls = [
      ['GET', address, undefined, true],
      ['GET', `${address}/items`, undefined, false],
      ['POST', `${address}/end`, undefined, false],
      ['GET', `${address}/differences`, undefined, true],
      ['GET', `${item}/patch`, undefined, true],
      ['PUT', `${item}/answer`, { labelId: null }, false],
      ['DELETE', `${item}/answer`, undefined, false],
      ['POST', `${item}/relabel`, undefined, false]
    ] as const
    const send = (by: typeof owner, [method, path, body]: readonly [string, string, object | undefined, ...unknown[]]) =>
      method === 'GET'
        ? by.get(path)
        : method === 'PUT'
          ? by.put(path, body ?? {})
          : method === 'DELETE'
            ? by.delete(path)
            : by.post(path, body)
    const [stranger, viewer] = [await signUp('eve@lab.example'), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: 'vi@lab.example', role: 'viewer' })
    const otherProject = (await stranger.post('/projects', { title: 'Other' })).json<{ id: string }>()
    const foreign = (await stranger.post(`/projects/${otherProject.id}/labels`, { name: 'Foreign' })).json<{ id: string }>()
    for (const labelId of [foreign.id, 'none', '']) t.equal((await answer(row!.id, labelId)).statusCode, 422, labelId)
    t.equal((await owner.put(`${item}/answer`, {})).statusCode, 422)
    for (const call of calls) {
      t.equal((await send(stranger, call)).statusCode, 404, `a stranger: ${call[0]} ${call[1]}`)
      const { statusCode } = await send(viewer, call)
      t.ok(call[3] ? statusCode !== 403 : statusCode === 403, `a viewer: ${call[0]} ${call[1]}`)
      const unknown = call[1].replace(acceptance.id, 'none').replace(row!.id, 'none')
      t.equal((await send(owner, [call[0], unknown, call[2]])).statusCode, 404, `unknown: ${call[0]} ${call[1]}`)
    }
    await begin()
    for (const call of calls) t.match((await send(bo, call)).json(), { code: 'WORKING_BLIND' }, `a blind member: ${call[0]} ${call[1]}`)
    await db.updateTable('ai_audit').set({ state: 'done' }).execute()
    t.equal((await owner.get(`${address}/differences?cursor=x`)).statusCode, 400)
    t.equal((await owner.get(`${address}/differences?cursor=99999999999`)).statusCode, 200)
    await db.deleteFrom('ai_audit').execute()
    for (const call of calls) t.equal((await send(owner, call)).statusCode, 404, `from before: ${call[0]} ${call[1]}`)
    t.equal((await owner.get(`/ai/acceptances/${acceptance.id}`)).json().audit, null)
  })
})
