import { annotationSessionsApi } from '../../shared/contracts/annotation-sessions.ts'
import type { Contract } from '../../shared/contracts/contract.ts'
import type { Person, TestBackend } from './backend.ts'
import { nounLines } from './noun-lines.ts'

export const nameOf = ({ method, url }: Contract) => `${method} ${url}`
export const filled = (url: string, ids: Record<string, string> = {}) => url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '0')

/** Valid queries, by call. */
export const queries: Record<string, string> = Object.assign({}, ...nounLines.map(lines => lines.queries))

/**
 * Creates one of each object that a call can name, in a project of an owner.
 * @param others become editors, and members of a planned blind session
 * @returns ids, keyed by the parameter names in the addresses of calls
 */
export async function oneOfEach({ app, storage }: TestBackend, ada: Person, others: readonly Person[]) {
  const { id: projectId } = await ada.makeProject()
  const { id: tokenId } = (await ada.post('/auth/tokens', { name: 'hers', scope: 'read' })).json()
  const { id: labelId } = (await ada.post(`/projects/${projectId}/labels`, { name: 'Porifera' })).json()
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

  for (const { email } of others) await ada.post(`/projects/${projectId}/members`, { email, role: 'editor' })
  const memberIds = others.map(({ id }) => id)
  const times = { startsAt: '2998-01-01T00:00:00Z', endsAt: '2999-01-01T00:00:00Z' }
  const planned = { ...annotationSessionsApi.create.example, ...times, memberIds }
  const annotationSessionId = (await ada.post(`/projects/${projectId}/annotation-sessions`, planned)).json().id

  const made: Record<string, string> = {}
  for (const { make } of nounLines) Object.assign(made, await make?.({ app, storage, owner: ada, projectId, mediaId }))
  return {
    ...made,
    annotationSessionId,
    annotationId,
    commentId,
    sampleId,
    projectId,
    tokenId,
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
}
