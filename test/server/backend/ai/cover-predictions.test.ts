import t from 'tap'
import { predictionsOf } from '../../../../server/backend/ai/point-predictions.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { CorrectedCoverResult } from '../../../../shared/contracts/corrected-cover.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { isClose } from '../../../support/close.ts'
import { endlessImage } from '../../../support/endless-image.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { texturedProject } from '../../../support/textured-project.ts'
import { until } from '../../../support/until.ts'

/** Makes all annotations of a project sample points. @returns the annotations */
async function asSamplePoints({ owner, project, storage: { db } }: Awaited<ReturnType<typeof texturedProject>>) {
  const annotations = await db.selectFrom('annotation').select(['id', 'media_id']).orderBy('id').execute()
  for (const [mediaId, points] of Map.groupBy(annotations, ({ media_id: id }) => id)) {
    const sampleId = newId()
    await db
      .insertInto('sample')
      .values({ id: sampleId, project_id: project.id, media_id: mediaId, plan: '{}', created_by: owner.id, created_at: '2026-01-01' })
      .execute()
    await db
      .insertInto('sample_point')
      .values(points.map(({ id }, position) => ({ annotation_id: id, sample_id: sampleId, position })))
      .execute()
  }
  return annotations
}

await forEachDatabase(t, (t, database) => {
  t.test('a run predicts all sample points of its project, for a cover corrected with its test labels', async t => {
    const scene = await texturedProject(t, { database, sites: 8, imagesPerSite: 2 })
    const { owner, project, run, storage, suggestions, unlabelledMedia } = scene
    const { db } = storage
    const annotations = await asSamplePoints(scene)
    const cover = async () => (await owner.get(`/projects/${project.id}/results/corrected-cover`)).json<CorrectedCoverResult>()
    t.equal((await cover()).version, null)

    const first = await run()
    const rows = await db.selectFrom('ai_cover_prediction').selectAll().orderBy('media_id').execute()
    t.equal(rows.length, 18)
    const job = await db.selectFrom('job').selectAll().where('id', '=', first.jobId).executeTakeFirstOrThrow()
    t.match(job, { done: 18, total: 18 }, 'the job reports the images whose points are predicted')
    t.ok(rows.every(row => row.version_id === first.modelVersionId && row.run_id === first.id))
    const parts = new Map((await db.selectFrom('ai_group').selectAll().execute()).map(row => [row.group_key, row.part]))
    const sites = new Map((await db.selectFrom('media').select(['id', 'site_id']).execute()).map(row => [row.id, row.site_id]))
    for (const row of rows) {
      const siteId = sites.get(row.media_id)
      const part = siteId ? parts.get(`site:${siteId}`) : undefined
      t.equal(row.is_held_out, part === undefined || part === 2 ? 1 : 0)
    }
    t.ok(rows.some(row => row.is_held_out === 0))

    // the same probabilities as those of the suggestions, and all of them
    const card = (await owner.get(`/ai/models/${first.modelVersionId}`)).json<{ classes: { labelId: string }[] }>()
    const classes = card.classes.map(({ labelId }) => labelId)
    const predicted = await predictionsOf(db, { column: 'version_id', id: first.modelVersionId ?? '' }, classes.length, unlabelledMedia)
    for (const suggestion of await suggestions(first.id)) {
      const probabilities = predicted.get(suggestion.mediaId)?.points.get(suggestion.annotationId ?? '')
      isClose(
        t,
        probabilities?.reduce((sum, p) => sum + p, 0),
        1,
        1e-9
      )
      for (const { labelId, probability } of suggestion.alternatives)
        if (classes.includes(labelId)) isClose(t, probabilities?.[classes.indexOf(labelId)], probability, 1e-4)
    }

    const found = await cover()
    const heldOut = rows.filter(row => row.is_held_out === 1 && sites.get(row.media_id)).length
    const perImage = rows[0]?.point_count ?? 0
    t.match(found.version, { id: first.modelVersionId, isPromoted: true, runs: [1], images: 18, points: annotations.length })
    t.match(found.all.points, { labelled: 16 * perImage, predicted: 2 * perImage, heldOut: heldOut * perImage })

    // decisions do not change what was predicted, nor which points count as labelled
    const waiting = await suggestions(first.id)
    const accept = { decision: 'accept', suggestionIds: waiting.slice(0, 5).map(({ id }) => id) }
    t.equal((await owner.post(`/ai/runs/${first.id}/decisions`, accept)).statusCode, 200)
    t.same((await cover()).all.covers, found.all.covers)

    // another run leaves them, and a moved image does not become held out
    const trained = rows.find(row => row.is_held_out === 0)?.media_id ?? ''
    const testSite = [...parts].find(([, part]) => part === 2)?.[0].slice('site:'.length) ?? ''
    await db.updateTable('media').set({ site_id: testSite }).where('id', '=', trained).execute()
    const annotationId = newId()
    const created = { id: newId(), kind: 'create', annotationId, mediaId: trained, shape: { kind: 'point', x: 9, y: 9 }, labelId: null }
    await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [created] })
    const { sample_id: sampleId } = await db
      .selectFrom('sample')
      .innerJoin('sample_point', 'sample_point.sample_id', 'sample.id')
      .select('sample_point.sample_id')
      .where('sample.media_id', '=', trained)
      .executeTakeFirstOrThrow()
    await db.insertInto('sample_point').values({ annotation_id: annotationId, sample_id: sampleId, position: 99 }).execute()
    await run()
    const after = await db.selectFrom('ai_cover_prediction').selectAll().orderBy('media_id').execute()
    t.same(
      after.filter(row => row.media_id !== trained),
      rows.filter(row => row.media_id !== trained)
    )
    t.match(
      after.find(row => row.media_id === trained),
      { is_held_out: 0, point_count: perImage + 1 }
    )
    t.match((await cover()).version, { runs: [2, 1] })
  })

  t.test('an image that cannot be read, and a cancellation among the sample points, leave the other predictions whole', async t => {
    const scene = await texturedProject(t, { database, sites: 6 })
    const { owner, project, run, start, details, storage, config, unlabelledMedia } = scene
    const { db } = storage
    await asSamplePoints(scene)
    const version = (await run()).modelVersionId
    const rows = () => db.selectFrom('ai_cover_prediction').selectAll().orderBy('media_id').execute()
    const expected = await rows()
    t.equal(expected.length, 8)
    const [one, two] = expected.map(row => row.media_id).filter(id => !unlabelledMedia.includes(id))
    const contents = new Map((await db.selectFrom('media').select(['id', 'sha256']).execute()).map(row => [row.id, row.sha256]))
    const setContent = (id = '', sha256 = contents.get(id) ?? '') => db.updateTable('media').set({ sha256 }).where('id', '=', id).execute()
    /** Forgets what is stored of the images with labels, so that a run has to read them. */
    const forget = async () => {
      await db.deleteFrom('ai_cover_prediction').execute()
      await db.deleteFrom('ai_feature').where('media_id', 'not in', unlabelledMedia).execute()
    }
    const withoutTimes = (list: typeof expected) => list.map(({ predicted_at: _at, run_id: _run, ...row }) => row)

    await forget()
    await setContent(one, 'f'.repeat(64))
    const partly = await run({ modelVersionId: version })
    const sentence = '48 suggestions. The sample points of 1 image could not be predicted for cover'
    t.match(partly, { state: 'done', imagesDone: 2, imagesFailed: 0, coverFailed: 1, sentence })
    t.match((await owner.get(`/ai/runs/${partly.id}/failed-images`)).json(), { count: 1, reasons: [{ code: 'BLOB_MISSING' }] })
    t.same(
      (await rows()).map(row => row.media_id),
      expected.map(row => row.media_id).filter(id => id !== one)
    )
    await setContent(one)
    t.equal((await owner.post(`/ai/runs/${partly.id}/failed-images/retry`)).statusCode, 202)
    await finishedJobs(owner, project.id)
    t.match(await details(partly.id), { state: 'done', imagesDone: 2, coverFailed: 0, sentence: '48 suggestions' })
    t.same(withoutTimes(await rows()), withoutTimes(expected))

    await forget()
    await setContent(two, endlessImage(t, config.dataDir))
    const { id, jobId } = await start({ modelVersionId: version })
    const before = expected.map(row => row.media_id).indexOf(two ?? '')
    await until(rows, found => found.length === before)
    const made = await rows()
    t.equal(made.length, before)
    t.equal((await owner.post(`/jobs/${jobId}/cancel`)).statusCode, 200)
    await until(
      () => details(id),
      ({ state }) => state === 'cancelled'
    )
    t.match(await details(id), { state: 'cancelled', imagesDone: 2, coverFailed: 0, finishedAt: null })
    t.same(await rows(), made, 'nothing is half done')
    await setContent(two)
    t.equal((await owner.post(`/jobs/${jobId}/retry`)).statusCode, 200)
    await finishedJobs(owner, project.id)
    t.match(await details(id), { state: 'done', imagesDone: 2, coverFailed: 0, suggestionCount: 48 })
    t.same((await rows()).slice(0, before), made, 'images that were predicted are not repeated')
    t.same(withoutTimes(await rows()), withoutTimes(expected), 'the same numbers as without an interruption')
  })
})
