import t from 'tap'
import { forEachDatabase } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { texturedProject } from '../../../support/textured-project.ts'
import { until } from '../../../support/until.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a killed process, a cancelled run and a crashed server neither duplicate nor lose anything', async t => {
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

    // as a server leaves it that crashed after its first image
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
      'a finished image is not repeated'
    )
    t.match(await details(second.id), { imagesDone: 2, suggestionCount: 48 })
  })

  t.test('an image that cannot be read fails alone, and a retry reads it and no other', async t => {
    const { owner, project, signUp, storage, run, details, suggestions, unlabelledMedia } = await texturedProject(t, { database })
    const { db } = storage
    const [broken = '', whole = ''] = unlabelledMedia
    const content = async (sha256: string) => db.updateTable('media').set({ sha256 }).where('id', '=', broken).execute()
    const { sha256 } = await db.selectFrom('media').select('sha256').where('id', '=', broken).executeTakeFirstOrThrow()
    await content('f'.repeat(64))
    const ended = await run()
    t.match(ended, { state: 'done', imagesDone: 1, imagesFailed: 1, sentence: '24 suggestions. 1 image could not be read' })
    const failed = async () => (await owner.get(`/ai/runs/${ended.id}/failed-images`)).json()
    t.match(await failed(), { count: 1, reasons: [{ code: 'BLOB_MISSING', count: 1, fileNames: ['site-0-9000.png'] }] })
    const kept = (await suggestions(ended.id)).map(({ id }) => id)

    const retry = async (by = owner) => {
      const answer = await by.post(`/ai/runs/${ended.id}/failed-images/retry`)
      await finishedJobs(owner, project.id)
      return answer
    }
    const [stranger, viewer] = [await signUp('eve@lab.example'), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: 'vi@lab.example', role: 'viewer' })
    t.equal((await retry(stranger)).statusCode, 404)
    t.equal((await retry(viewer)).statusCode, 403)
    t.equal((await stranger.get(`/ai/runs/${ended.id}/failed-images`)).statusCode, 404)

    t.equal((await retry()).statusCode, 202)
    t.match(await details(ended.id), { state: 'done', imagesDone: 1, imagesFailed: 1 }, 'it fails again')
    await content(sha256)
    await db.updateTable('annotation').set({ label_id: null, origin: null }).where('media_id', 'not in', [broken, whole]).execute()
    t.equal((await retry()).statusCode, 202)
    const after = await details(ended.id)
    t.match(after, { state: 'done', imagesDone: 2, imagesFailed: 0, suggestionCount: 48, sentence: '48 suggestions' })
    const all = await suggestions(ended.id)
    t.same(
      new Set(all.map(({ mediaId }) => mediaId)),
      new Set([broken, whole]),
      'images that have lost their labels since are not included'
    )
    t.ok(
      kept.every(id => all.some(each => each.id === id)),
      'finished images are not repeated'
    )
    t.same(await failed(), { count: 0, reasons: [] })
    t.match((await retry()).json(), { status: 409, code: 'NOTHING_TO_RETRY' })
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items
    t.match(events[0], { event: 'ai.retried', detail: { number: 1, count: 1 } })
  })

  t.test('too few labels, nothing to label, and a blind member are refused', async t => {
    const { owner, project, signUp, storage, start } = await texturedProject(t, { database, sites: 1, unlabelledImages: 1 })
    const { id } = await start()
    await finishedJobs(owner, project.id)
    t.match((await owner.get(`/ai/runs/${id}`)).json(), {
      state: 'failed',
      sentence: /^Learning needs at least 2 labels with 5 examples each/
    })

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
      `/ai/runs/${id}`,
      `/ai/runs/${id}/failed-images`
    ])
      t.match((await bo.get(path)).json(), { status: 409, code: 'WORKING_BLIND' }, path)
    t.equal((await owner.get(`/ai/runs/${id}`)).statusCode, 200)

    await storage.db.updateTable('annotation').set({ removed_at: new Date().toISOString() }).where('label_id', 'is', null).execute()
    t.equal((await owner.post(`/projects/${project.id}/ai/runs`, {})).json().code, 'NOTHING_TO_LABEL')
  })
})
