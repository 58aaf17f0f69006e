import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { heldBetweenEdits } from '../../../../server/backend/ai/held.ts'
import { lockProject } from '../../../../server/backend/projects/edit-project.ts'
import { everything } from '../../../../server/backend/projects/scope.ts'
import type { Database } from '../../../../server/backend/storage/database.ts'
import type { AiRun, RunDetails } from '../../../../shared/contracts/ai.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { chance } from '../../../support/fuzz/chance.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'
import { suggestedRun } from '../../../support/suggested-run.ts'
import { until } from '../../../support/until.ts'

/** Counts of a database: those that triggers keep, and those of the rows. */
async function counts(db: Database) {
  const kept = await db.selectFrom('ai_suggestion_count').selectAll().execute()
  const rows = await db
    .selectFrom('ai_suggestion')
    .innerJoin('media', 'media.id', 'ai_suggestion.media_id')
    .select(['run_id', 'ai_suggestion.state', 'label_id', 'label_text', 'bin', 'is_unlike'])
    .where('media.removed_at', 'is', null)
    .execute()
  const keyOf = (row: (typeof rows)[number]) =>
    [row.run_id, row.state, row.label_id, row.label_text ?? '', row.bin, row.is_unlike].join(' ')
  const found: Record<string, number> = {}
  for (const row of rows) found[keyOf(row)] = (found[keyOf(row)] ?? 0) + 1
  return {
    kept: Object.fromEntries(kept.flatMap(row => (Number(row.count) === 0 ? [] : [[keyOf(row), Number(row.count)]]))),
    found
  }
}

async function sameCounts(t: Test, db: Database, when: string): Promise<void> {
  const { kept, found } = await counts(db)
  t.same(kept, found, when)
}

await forEachDatabase(t, (t: Test, database: DatabaseKind) => {
  t.test('the counts of a run follow decisions, undo, bulk acceptance and images in the bin', async t => {
    const { owner, project, db, runId, decide, accept, mediaIds } = await suggestedRun(t, { database, count: 240 })
    const details = async () => (await owner.get(`/ai/runs/${runId}`)).json<RunDetails>()
    const listed = async () => (await owner.get(`/projects/${project.id}/ai/runs`)).json<{ items: AiRun[] }>().items[0]
    t.match([await details(), await listed()], [{ waitingCount: 240 }, { waitingCount: 240 }])
    await sameCounts(t, db, 'after the run')
    const items = (await owner.get(`/ai/runs/${runId}/suggestions?limit=10`)).json<{ items: { id: string }[] }>().items.map(({ id }) => id)
    const decision = (await decide(items.slice(0, 4))).json<{ id: string }>()
    await decide(items.slice(4, 6), 'reject')
    await sameCounts(t, db, 'after decisions')
    t.match(await details(), { waitingCount: 234 })
    await owner.post(`/ai/decisions/${decision.id}/undo`)
    await sameCounts(t, db, 'after an undo')
    await owner.delete(`/media/${mediaIds[0]}`)
    await sameCounts(t, db, 'after an image went to the bin')
    const { waitingCount } = await details()
    t.equal(waitingCount, (await listed())?.waitingCount)
    t.ok(waitingCount < 238)
    t.equal((await accept({ least: 0, expected: waitingCount + 1 })).statusCode, 409)
    t.equal((await accept({ least: 0, expected: waitingCount })).statusCode, 200)
  })

  // Long: one operation after another, at random.
  t.test('the counts are those of the rows after any order of changes', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const media = await insertMediaRows(db, { projectId, accountId: owner.id, count: 4 })
    const runs = [await insertRun(db, { projectId, accountId: owner.id }), await insertRun(db, { projectId, accountId: owner.id })]
    const { below, one, in100 } = chance('suggestion counts')
    const states = ['waiting', 'accepted', 'rejected', 'gone'] as const
    let x = 0
    for (let step = 0; step < 120; step++) {
      const kind = below(7)
      if (kind <= 2) {
        const rows = Array.from({ length: 1 + below(5) }, () => ({
          ...suggestionRow({
            ...{ runId: one(runs), projectId, mediaId: one(media), annotationId: null, shape: { kind: 'point', x: ++x, y: 0 } },
            ...{ labelId: one(['a', 'b']), probability: one([0.505, 0.715]) }
          }),
          label_text: one([null, 'Fish'])
        }))
        await db.insertInto('ai_suggestion').values(rows).execute()
      } else if (kind === 3)
        await db
          .updateTable('ai_suggestion')
          .set({ state: one(states), ...(in100(30) && { label_text: null, label_id: one(['a', 'c']) }) })
          .where('media_id', '=', one(media))
          .execute()
      else if (kind === 4) await db.updateTable('ai_suggestion').set({ shape: '{}' }).where('run_id', '=', one(runs)).execute()
      else if (kind === 5)
        await db
          .updateTable('media')
          .set({ removed_at: one([null, '2026-06-04T07:12:00.000Z']) })
          .where('id', 'in', [one(media), one(media)])
          .execute()
      else await db.deleteFrom('ai_suggestion').where('media_id', '=', one(media)).where('state', '=', one(states)).execute()
      if (step % 10 === 9) await sameCounts(t, db, `after ${step + 1} changes`)
    }
    t.ok(Object.keys((await counts(db)).kept).length > 5, 'there is something to count')
    await db.updateTable('media').set({ removed_at: '2026-06-04T07:12:00.000Z' }).where('id', '=', media[0]!).execute()
    await db.deleteFrom('media').where('id', '=', media[0]!).execute()
    await sameCounts(t, db, 'after an image was deleted for good')
    await db.deleteFrom('ai_run').where('id', '=', runs[0]!).execute()
    await sameCounts(t, db, 'after a run was deleted')
    await sql`delete from project where id = ${projectId}`.execute(db)
    t.same(await counts(db), { kept: {}, found: {} }, 'after the project was deleted')
  })

  t.test('a run writes its suggestions after an edit of the project', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const order: string[] = []
    const pause = () => new Promise(resolve => setTimeout(resolve, 300))
    const job = { hold: async () => {} }
    const edit = db.transaction().execute(async transaction => {
      await lockProject(transaction, everything(projectId, 'a test'))
      order.push('edit begins')
      await pause()
      order.push('edit ends')
    })
    await until(
      () => order.length,
      length => length > 0
    )
    const writing = heldBetweenEdits(job, db, projectId, async () => {
      order.push('run begins')
      await pause()
      order.push('run ends')
    })
    await Promise.all([edit, writing])
    t.same(order, ['edit begins', 'edit ends', 'run begins', 'run ends'])
  })

  t.test('two transactions that change many counts in opposite order both end', async t => {
    if (database === 'sqlite') return void t.pass('SQLite has one writer at a time')
    const { storage, signUp } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const media = await insertMediaRows(db, { projectId, accountId: owner.id, count: 2 })
    const runId = await insertRun(db, { projectId, accountId: owner.id })
    const labels = Array.from({ length: 40 }, (_, index) => `label-${String(index).padStart(2, '0')}`)
    const add = (mediaId: string, order: readonly string[], from: number) =>
      db
        .insertInto('ai_suggestion')
        .values(
          order.map((labelId, index) =>
            suggestionRow({ runId, projectId, mediaId, annotationId: null, shape: { kind: 'point', x: from + index, y: 0 }, labelId })
          )
        )
        .execute()
    for (let round = 0; round < 20; round++)
      await Promise.all([add(media[0]!, labels, round * 100), add(media[1]!, labels.toReversed(), round * 100 + 50)])
    await sameCounts(t, db, 'nothing is lost')
  })
})
