import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { AiRun, RunDetails, Suggestion } from '../../shared/contracts/ai.ts'
import type { AnnotationOperation } from '../../shared/contracts/annotations.ts'
import { type BackendOptions, testBackend } from './backend.ts'
import { finishedJobs } from './jobs.ts'
import { textureCount, texturedImage } from './textures.ts'
import { listening, upload } from './uploads.ts'

interface TexturedOptions extends BackendOptions {
  sites?: number
  imagesPerSite?: number
  /** Number of images with unlabelled points, each at a separate site. */
  unlabelledImages?: number
}

/** Creates a project of drawn textures, each labelled at its centre by the owner, with further images whose points are unlabelled. */
// Long: sets up one project.
export async function texturedProject(t: Test, { sites = 6, imagesPerSite = 1, unlabelledImages = 2, ...options }: TexturedOptions = {}) {
  const backend = await testBackend(t, { runJobs: true, ...options })
  const base = await listening(t, backend)
  const owner = await backend.signUp('ana@lab.example')
  const project = await owner.makeProject()
  const labelIds: string[] = []
  for (let texture = 0; texture < textureCount; texture++)
    labelIds.push((await owner.post(`/projects/${project.id}/labels`, { name: `Texture ${texture}` })).json().id)
  const surveyId = (await owner.post(`/projects/${project.id}/surveys`, { name: 'Drawn' })).json().id

  /** Texture of each point, by the id of its annotation. */
  const truth = new Map<string, number>()
  const unlabelled: string[] = []

  async function addImage(site: number, seed: number, isLabelled: boolean): Promise<string> {
    const { content, cells } = await texturedImage(site, seed)
    const answer = await upload(base, owner, { projectId: project.id, fileName: `site-${site}-${seed}.png`, content })
    const mediaId = answer.headers.get('isobath-media-id') ?? ''
    const operations = cells.map(({ x, y, texture }): AnnotationOperation => {
      const annotationId = newId()
      truth.set(annotationId, texture)
      if (!isLabelled) unlabelled.push(annotationId)
      const labelId = isLabelled ? (labelIds[texture] ?? null) : null
      return { id: newId(), kind: 'create', annotationId, mediaId, shape: { kind: 'point', x, y }, labelId }
    })
    const edited = await owner.post(`/projects/${project.id}/annotations/operations`, { operations })
    if (edited.statusCode !== 200) throw new Error(`the points were refused: ${edited.body}`)
    return mediaId
  }

  for (let site = 0; site < sites; site++) {
    const siteId = (await owner.post(`/projects/${project.id}/sites`, { surveyId, name: `S${site}`, type: 'station' })).json().id
    const mediaIds: string[] = []
    for (let image = 0; image < imagesPerSite; image++) mediaIds.push(await addImage(site, site * 100 + image, true))
    await backend.storage.db.updateTable('media').set({ site_id: siteId }).where('id', 'in', mediaIds).execute()
  }
  const unlabelledMedia: string[] = []
  for (let image = 0; image < unlabelledImages; image++) unlabelledMedia.push(await addImage(image, 9000 + image, false))
  await finishedJobs(owner, project.id)

  async function start(body: object = {}): Promise<AiRun> {
    const answer = await owner.post(`/projects/${project.id}/ai/runs`, body)
    if (answer.statusCode !== 202) throw new Error(`the run was refused: ${answer.body}`)
    return answer.json()
  }

  return {
    ...backend,
    base,
    owner,
    project,
    labelIds,
    truth,
    unlabelled,
    unlabelledMedia,
    start,
    details: async (runId: string): Promise<RunDetails> => (await owner.get(`/ai/runs/${runId}`)).json(),
    suggestions: async (runId: string, query = ''): Promise<Suggestion[]> =>
      (await owner.get(`/ai/runs/${runId}/suggestions?limit=200${query}`)).json().items,
    /** Runs to the end. */
    async run(body: object = {}): Promise<RunDetails> {
      const { id } = await start(body)
      await finishedJobs(owner, project.id)
      return (await owner.get(`/ai/runs/${id}`)).json()
    }
  }
}
