import t from 'tap'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { picture } from '../../../support/pictures.ts'
import { listening, upload } from '../../../support/uploads.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('members see the jobs of their project; editors cancel and retry them', async t => {
    const backend = await testBackend(t, { database })
    const base = await listening(t, backend)
    const { app, signUp } = backend
    const owner = await signUp()
    const stranger = await signUp()
    const reader = await signUp()
    const project = await owner.makeProject()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    await upload(base, owner, { projectId: project.id, fileName: 'a.jpg', content: await picture() })
    const [job] = (await owner.get(`/projects/${project.id}/jobs`)).json<{ items: Job[] }>().items
    const id = job?.id

    for (const [method, url, forReader] of [
      ['GET', `/projects/${project.id}/jobs`, 200],
      ['GET', `/jobs/${id}`, 200],
      ['POST', `/jobs/${id}/cancel`, 403],
      ['POST', `/jobs/${id}/retry`, 403]
    ] as const) {
      t.equal((await app.inject({ method, url: `/api${url}` })).statusCode, 401)
      t.match((await stranger.call(method, url)).json(), { status: 404, code: 'NOT_FOUND' })
      t.equal((await reader.call(method, url)).statusCode, forReader)
    }
    t.match((await owner.get('/jobs/nothing')).json(), { status: 404 })
    t.equal((await owner.get(`/projects/${project.id}/jobs?limit=1000`)).statusCode, 400)

    t.match((await owner.post(`/jobs/${id}/retry`)).json(), { status: 409, detail: 'Only a failed or cancelled job can be tried again' })
    t.match((await owner.post(`/jobs/${id}/cancel`)).json(), { state: 'cancelled' })
    t.match((await owner.post(`/jobs/${id}/cancel`)).json(), {
      status: 409,
      detail: 'The job has already ended'
    })
    t.match((await owner.post(`/jobs/${id}/retry`)).json(), { state: 'waiting' })
  })
})
