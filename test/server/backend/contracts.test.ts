import t from 'tap'
import { annotationSessionsApi } from '../../../shared/contracts/annotation-sessions.ts'
import { everyContract } from '../../../shared/contracts/api.ts'
import type { Contract } from '../../../shared/contracts/contract.ts'
import { navigationApi } from '../../../shared/contracts/navigation.ts'
import { forEachDatabase, type Person, testBackend } from '../../support/backend.ts'

const nameOf = ({ method, url }: Contract) => `${method} ${url}`
const filled = (url: string, ids: Record<string, string> = {}) => url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0')

/** Queries that pass the contracts. */
const queries: Record<string, string> = {
  'GET /projects/:projectId/catalog-versions/comparison': '?from=a-version',
  'POST /projects/:projectId/navigation': '?name=hers&source=gps',
  'GET /projects/:projectId/results/sizes': '?labelId=a-label',
  'DELETE /media/:mediaId/scale': '?revision=0'
}

t.test('every contract is served', async t => {
  const { app } = await testBackend(t)
  await app.ready()
  for (const contract of everyContract) {
    t.ok(app.hasRoute({ method: contract.method, url: `/api${contract.url}` }), nameOf(contract))
  }
})

t.test('every call refuses who is not signed in, unless its contract says otherwise (row 29)', async t => {
  const { app } = await testBackend(t)
  const open = everyContract.filter(contract => contract.auth === 'none').map(nameOf)
  t.same(open.sort(), [
    'GET /server',
    'POST /auth/forgot-password',
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/prove-email',
    'POST /auth/refresh',
    'POST /auth/register',
    'POST /auth/reset-password',
    'POST /invitations/look'
  ])
  for (const contract of everyContract) {
    if (contract.auth === 'none') continue
    for (const authorization of [undefined, 'Bearer nonsense', 'Bearer isobath_nonsense', 'Basic YTpi']) {
      const answer = await app.inject({
        method: contract.method,
        url: `/api${filled(contract.url)}`,
        headers: { ...(authorization && { authorization }) }
      })
      t.equal(answer.statusCode, 401, `${nameOf(contract)} with ${authorization ?? 'nothing'}`)
    }
  }
})

await forEachDatabase(t, (t, database) => {
  t.test('what belongs to someone else is not there: every call with an id, all verbs (row 28)', async t => {
    const { app, signUp, storage } = await testBackend(t, { database })
    const ada = await signUp('ada@lab.example')
    const bob = await signUp('bob@lab.example')
    const { id: projectId } = await ada.makeProject()
    const { id: tokenId } = (await ada.post('/auth/tokens', { name: 'hers', scope: 'read' })).json()
    const { id: labelId } = (await ada.post(`/projects/${projectId}/labels`, { name: 'Porifera' })).json()
    const sessionId = (await ada.get('/auth/sessions')).json().sessions[0].id
    const now = new Date().toISOString()
    const mediaId = 'media-of-ada'
    const sha256 = 'a'.repeat(64)
    await storage.db
      .insertInto('media')
      .values({
        ...{ id: mediaId, project_id: projectId, file_name: 'reef.jpg', name_key: 'reef.jpg', stem_key: 'reef', format: 'image/jpeg' },
        ...{ size_bytes: 1, sha256, width: 1, height: 1, state: 'ready', captured_key: '~', exif: '{}', metadata: '{}' },
        ...{ added_by: ada.id, created_at: now, revision: 1, small_sha256: sha256, large_sha256: sha256, tiles_sha256: sha256 }
      } as never)
      .execute()
    const jobId = 'job-of-ada'
    await storage.db
      .insertInto('job')
      .values({
        id: jobId,
        kind: 'media.derive',
        project_id: projectId,
        payload: '{}',
        state: 'failed',
        done: 0,
        attempts: 1,
        run_after: now,
        created_at: now
      } as never)
      .execute()
    const uploadId = 'upload-of-ada'
    await storage.db
      .insertInto('upload')
      .values({
        id: uploadId,
        project_id: projectId,
        account_id: ada.id,
        file_name: 'a.jpg',
        size_bytes: 9,
        media_id: null,
        created_at: now,
        expires_at: '2999-01-01T00:00:00.000Z'
      })
      .execute()

    const annotationId = 'annotation-of-ada'
    const creation = { id: 'creation', kind: 'create', annotationId, mediaId, shape: null, labelId }
    await ada.post(`/projects/${projectId}/annotations/operations`, { operations: [creation] })

    const plan = { method: 'random', count: 1, seed: 'a' }
    const drawn = await ada.post(`/projects/${projectId}/samples`, { mediaIds: [mediaId], plan })
    const sampleId = drawn.json().samples[0].id

    const commentId = (await ada.post(`/annotations/${annotationId}/comments`, { text: 'A sponge?' })).json().id

    const exportId = (await ada.post(`/projects/${projectId}/exports`, { format: 'coco' })).json().id
    const brought = { url: `/api/projects/${projectId}/imports`, headers: { authorization: `Bearer ${ada.tokens.access_token}` } }
    const importId = (await app.inject({ method: 'POST', ...brought, payload: Buffer.from('a file') })).json().id

    const memberIds: string[] = []
    for (const email of ['cy@lab.example', 'di@lab.example']) {
      memberIds.push((await signUp(email)).id)
      await ada.post(`/projects/${projectId}/members`, { email, role: 'editor' })
    }
    const planned = { ...annotationSessionsApi.create.example, startsAt: '2998-01-01T00:00:00Z', endsAt: '2999-01-01T00:00:00Z', memberIds }
    const annotationSessionId = (await ada.post(`/projects/${projectId}/annotation-sessions`, planned)).json().id

    const field = { name: 'individualCount', type: 'integer', minimum: 1 }
    const fieldId = (await ada.post(`/projects/${projectId}/attribute-fields`, field)).json().id
    const surveyId = (await ada.post(`/projects/${projectId}/surveys`, { name: 'First' })).json().id
    const siteId = (await ada.post(`/projects/${projectId}/sites`, { name: 'M1' })).json().id

    const trackOf = { url: `/api/projects/${projectId}/navigation?name=hers&source=gps`, headers: brought.headers }
    const trackId = (await app.inject({ method: 'POST', ...trackOf, payload: Buffer.from('a file') })).json().id
    await storage.db.updateTable('nav_track').set({ state: 'ready', first_at: now, last_at: now }).where('id', '=', trackId).execute()
    const placementId = (await ada.post(`/navigation/${trackId}/placements`, { ...navigationApi.place.example, seenAt: now })).json().id

    const invitation = { role: 'viewer', days: 1, once: true }
    const invitationId = (await ada.post(`/projects/${projectId}/invitations`, invitation)).json().id

    const rule = { labelId: null, grid: '0.1', fromRole: 'owner' }
    const { id: generalisationId } = (await ada.post(`/projects/${projectId}/generalisations`, rule)).json()
    const ids = {
      invitationId,
      annotationSessionId,
      fieldId,
      generalisationId,
      surveyId,
      siteId,
      trackId,
      placementId,
      annotationId,
      exportId,
      importId,
      commentId,
      sampleId,
      projectId,
      tokenId,
      sessionId,
      labelId,
      mediaId,
      jobId,
      uploadId,
      accountId: ada.id,
      size: 'small',
      level: '0',
      column: '0',
      row: '0'
    }
    const before = await snapshot(ada)
    for (const contract of everyContract) {
      if (!contract.url.includes(':')) continue
      const answer = await bob.call(contract.method, filled(contract.url, ids) + (queries[nameOf(contract)] ?? ''), contract.example)
      const refused = contract.body === 'stream' ? [404, 412, 415] : [404]
      t.ok(refused.includes(answer.statusCode), `${nameOf(contract)} answered ${answer.statusCode}`)
    }
    t.same(await snapshot(ada), before, 'and nothing changed')

    async function snapshot(person: Person) {
      const parts = [
        `/projects/${projectId}`,
        `/projects/${projectId}/members`,
        `/projects/${projectId}/invitations`,
        `/projects/${projectId}/activity`,
        `/projects/${projectId}/labels`,
        `/projects/${projectId}/exports`,
        `/projects/${projectId}/imports`,
        `/media/${mediaId}/annotations`,
        `/annotations/${annotationId}/comments`,
        `/media/${mediaId}/comments/counts`,
        `/projects/${projectId}/sites`,
        `/projects/${projectId}/navigation`,
        `/projects/${projectId}/placements`,
        `/media/${mediaId}/scale`,
        `/projects/${projectId}/scale-settings`,
        `/projects/${projectId}/annotation-sessions`,
        `/projects/${projectId}/attribute-fields`,
        '/auth/tokens',
        '/auth/sessions'
      ]
      return Promise.all(parts.map(async url => (await person.get(url)).json()))
    }
  })
})
