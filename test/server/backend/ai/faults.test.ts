import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { texturedProject } from '../../../support/textured-project.ts'
import { until } from '../../../support/until.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a killed process, a cancelled run and a lost server double nothing and lose nothing', async t => {
    const { owner, project, config, storage, unlabelled, start, details, suggestions } = await texturedProject(t, { database })
    const pool = config.pictures!.analysis
    const first = await start()
    t.equal((await owner.post(`/projects/${project.id}/ai/runs`, {})).json().code, 'AI_RUN_ACTIVE')
    await until(
      async () => pool.pids,
      pids => pids.length > 0
    )
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
    await finishedJobs(owner, project.id)
    t.match(await details(first.id), { state: 'done', imagesDone: 2, imagesFailed: 0, suggestionCount: 48 })

    const second = await start()
    t.match((await owner.post(`/jobs/${second.jobId}/cancel`)).json(), { state: 'cancelled' })
    await until(
      () => details(second.id),
      ({ state }) => state === 'cancelled'
    )
    t.match((await owner.post(`/jobs/${second.jobId}/retry`)).json(), { state: 'waiting' })
    await finishedJobs(owner, project.id)
    t.match(await details(second.id), { state: 'done', imagesDone: 2, suggestionCount: 48 })

    // as a server leaves it that was lost after its first image
    const made = await suggestions(second.id)
    const kept = made[0]!
    const lost = made.find(({ mediaId }) => mediaId !== kept.mediaId)!
    const { db } = storage
    await db.deleteFrom('ai_suggestion').where('run_id', '=', second.id).where('media_id', '=', lost.mediaId).execute()
    await db.deleteFrom('job_item').where('job_id', '=', second.jobId).where('media_id', '=', lost.mediaId).execute()
    await db.updateTable('ai_run').set({ finished_at: null, images_done: 1, suggestion_count: 24 }).where('id', '=', second.id).execute()
    await db.updateTable('job').set({ state: 'failed' }).where('id', '=', second.jobId).execute()
    await owner.post(`/jobs/${second.jobId}/retry`)
    await finishedJobs(owner, project.id)
    const all = await suggestions(second.id)
    t.same(new Set(all.map(({ annotationId }) => annotationId)), new Set(unlabelled))
    t.equal(all.length, unlabelled.length)
    t.ok(
      all.some(({ id }) => id === kept.id),
      'a finished image is not done again'
    )
    t.match(await details(second.id), { imagesDone: 2, suggestionCount: 48 })
  })

  t.test('an image that cannot be read fails alone', async t => {
    const { storage, run, unlabelledMedia } = await texturedProject(t, { database })
    await storage.db
      .updateTable('media')
      .set({ sha256: 'f'.repeat(64) })
      .where('id', '=', unlabelledMedia[0]!)
      .execute()
    t.match(await run(), { state: 'done', imagesDone: 1, imagesFailed: 1, sentence: '24 suggestions. 1 image could not be read' })
  })

  t.test('too few labels, nothing to label, and a blind member are refused', async t => {
    const { owner, project, signUp, storage, start } = await texturedProject(t, { database, sites: 1, unlabelledImages: 1 })
    const { id } = await start()
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/ai/runs/${id}`)).json(), { state: 'failed', sentence: /^At least two labels need 5 examples/ })

    const [bo, cy] = [await signUp('bo@lab.example'), await signUp('cy@lab.example')]
    for (const { email } of [bo, cy]) await owner.post(`/projects/${project.id}/members`, { email, role: 'editor' })
    const times = { startsAt: new Date(Date.now() + 60_000).toISOString(), endsAt: '2999-01-01T00:00:00Z' }
    const round = { name: 'Blind', images: { kind: 'all' }, memberIds: [bo.id, cy.id], ...times }
    const made = await owner.post(`/projects/${project.id}/annotation-sessions`, round)
    t.equal(made.statusCode, 201, made.body)
    await storage.db.updateTable('annotation_session').set({ starts_at: '2020-01-01T00:00:00.000Z' }).execute()
    for (const path of [
      `/projects/${project.id}/ai`,
      `/projects/${project.id}/ai/runs`,
      `/projects/${project.id}/ai/models`,
      `/ai/runs/${id}`
    ])
      t.match((await bo.get(path)).json(), { status: 409, code: 'WORKING_BLIND' }, path)
    t.equal((await owner.get(`/ai/runs/${id}`)).statusCode, 200)

    await storage.db.updateTable('annotation').set({ removed_at: new Date().toISOString() }).where('label_id', 'is', null).execute()
    t.equal((await owner.post(`/projects/${project.id}/ai/runs`, {})).json().code, 'NOTHING_TO_LABEL')
  })
})
