import { sql } from 'kysely'
import t from 'tap'
import { coverPredictions } from '../../../../server/backend/ai/migrations/0071-cover-predictions.ts'
import { migrations, schemaVersion } from '../../../../server/backend/schema.ts'
import { migrate } from '../../../../server/backend/storage/migrate.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { beforeCoverPredictions, beforeSuggestionCounts } from '../../../support/earlier-schemas.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'

await forEachDatabase(t, (t, database) => {
  t.test('an upgrade lets uploaded models predict cover, and keeps the predictions of versions', async t => {
    const backend = await testBackend(t, { database })
    const { storage, signUp, config } = backend
    const { db, dialect } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(db, { projectId, accountId: owner.id, count: 1 })
    const runId = await insertRun(db, { projectId, accountId: owner.id })
    const { model_version_id: versionId } = await db
      .selectFrom('ai_run')
      .select('model_version_id')
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    await beforeCoverPredictions(db)
    await coverPredictions.up(db, dialect)
    const row = {
      ...{ version_id: versionId, media_id: mediaId, project_id: projectId, run_id: runId, predicted_at: '2026-11-28T00:00:00.000Z' },
      ...{ point_count: 1, points_sha256: 'a', is_held_out: 0, annotation_ids: '["a"]', probabilities: Buffer.from([1, 2, 3, 4]) }
    }
    await db
      .insertInto('ai_cover_prediction')
      .values(row as never)
      .execute()
    await sql`delete from schema_version where version > 71`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { to: schemaVersion })
    const [kept, ...others] = await db.selectFrom('ai_cover_prediction').selectAll().execute()
    t.same({ ...kept, probabilities: Buffer.from(kept?.probabilities ?? '') }, { ...row, uploaded_model_id: null })
    t.equal(others.length, 0)
    await t.rejects(
      db
        .insertInto('ai_cover_prediction')
        .values({ ...row, version_id: null, is_held_out: 0, uploaded_model_id: null })
        .execute(),
      'a prediction is of one model'
    )
    t.match((await owner.get(`/projects/${projectId}/results/corrected-cover`)).json(), { version: { id: versionId, points: 1 } })
  })

  t.test('an upgrade counts the suggestions of earlier runs, without images in the bin', async t => {
    const { storage, signUp, config } = await testBackend(t, { database })
    const { db } = storage
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [kept = '', removed = ''] = await insertMediaRows(db, { projectId, accountId: owner.id, count: 2 })
    const runId = await insertRun(db, { projectId, accountId: owner.id })
    const rows = [kept, kept, removed].map((mediaId, x) =>
      suggestionRow({ runId, projectId, mediaId, annotationId: null, shape: { kind: 'point', x, y: 0 }, labelId: 'a', probability: 0.815 })
    )
    await db.insertInto('ai_suggestion').values(rows).execute()
    await db.updateTable('media').set({ removed_at: '2026-06-04T07:12:00.000Z' }).where('id', '=', removed).execute()
    await beforeSuggestionCounts(db)
    await sql`delete from schema_version where version > 76`.execute(db)
    t.match(await migrate(storage, config.dataDir, migrations), { from: 76, to: schemaVersion })
    t.match((await owner.get(`/ai/runs/${runId}`)).json(), { waitingCount: 2, states: [{ state: 'waiting', count: 2 }] })
    await db.updateTable('media').set({ removed_at: null }).where('id', '=', removed).execute()
    t.match((await owner.get(`/ai/runs/${runId}`)).json(), { waitingCount: 3 })
  })
})
