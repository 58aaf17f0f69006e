import { setTimeout as pause } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Export, ExportFormat, ExportOptions, Import, ImportMapping, ImportOptions } from '../../shared/contracts/exchange.ts'
import type { Job } from '../../shared/contracts/jobs.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import { type BackendOptions, type Person, testBackend } from './backend.ts'
import { insertMediaRows } from './media-rows.ts'

export interface ImageOfTest {
  fileName: string
  width?: number | null
  height?: number | null
}

/** A file is ready, and an import applied, a moment before the job itself is done. */
const isUnderWay = (job: Job | null) => job?.state === 'waiting' || job?.state === 'running'

/** Creates a project with images of the given names, whose jobs run, and the calls that tests of exchange make. */
export async function exchangingProject(t: Test, images: readonly ImageOfTest[], options: BackendOptions = {}) {
  const backend = await testBackend(t, { runJobs: true, ...options })
  const owner = await backend.signUp('ana@lab.example')
  const { db } = backend.storage

  async function makeProject(of: readonly ImageOfTest[], title = 'Reef survey') {
    const project = await owner.makeProject({ title })
    const ids = await insertMediaRows(db, {
      projectId: project.id,
      accountId: owner.id,
      count: of.length,
      fileName: at => of[at]?.fileName ?? ''
    })
    for (const [at, { width, height }] of of.entries()) {
      if (width && height) await db.updateTable('media').set({ width, height }).where('id', '=', ids[at]!).execute()
    }
    return { ...project, mediaIds: ids }
  }

  const project = await makeProject(images)

  /** Uploads a file. @returns the unparsed answer */
  function bring(content: string | Buffer, query: ImportOptions & { fileName?: string } = {}, { to = project.id, by = owner } = {}) {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return backend.app.inject({
      method: 'POST',
      url: `/api/projects/${to}/imports?${search}`,
      headers: { authorization: `Bearer ${by.tokens.access_token}`, 'content-type': 'application/octet-stream' },
      payload: content
    })
  }

  const importOf = async (id: string) => (await owner.get(`/imports/${id}`)).json<Import>()

  /** Waits until the newest job of an import has ended. */
  async function settled(answer: LightMyRequestResponse): Promise<Import> {
    if (answer.statusCode !== 202) throw new Error(`refused: ${answer.body}`)
    const { id } = answer.json<Import>()
    for (;;) {
      const now = await importOf(id)
      if (now.job && ['done', 'failed', 'cancelled'].includes(now.job.state)) return now
      await pause(20)
    }
  }

  /** Uploads a file and waits for its preview. */
  const preview = async (content: string | Buffer, query: ImportOptions & { fileName?: string } = {}, to = project.id) =>
    settled(await bring(content, query, { to }))

  const map = async (of: Import, mapping: Omit<ImportMapping, 'revision'>) =>
    (await owner.put(`/imports/${of.id}/mapping`, { revision: of.revision, ...mapping })).json<Import>()

  const apply = async (of: Import) => settled(await owner.post(`/imports/${of.id}/apply`, { revision: of.revision }))

  /** Uploads a file and imports all of it. */
  const importFile = async (content: string | Buffer, query: ImportOptions & { fileName?: string } = {}, to = project.id) =>
    apply(await preview(content, query, to))

  /** Exports a project and waits for the file. */
  async function exported(format: ExportFormat, options: ExportOptions = {}, of = project.id): Promise<Export & { content: Buffer }> {
    const answer = await owner.post(`/projects/${of}/exports`, { format, options })
    if (answer.statusCode !== 202) throw new Error(`refused: ${answer.body}`)
    const { id } = answer.json<Export>()
    for (;;) {
      const now = (await owner.get(`/exports/${id}`)).json<Export>()
      if (now.state === 'making' || isUnderWay(now.job)) {
        await pause(20)
        continue
      }
      const content = now.state === 'ready' ? (await owner.get(`/exports/${id}/content`)).rawPayload : Buffer.alloc(0)
      return { ...now, content }
    }
  }

  /** Exports a project including the suggestions of machines. */
  const exportedWhole = (format: ExportFormat, options: ExportOptions = {}, of = project.id) =>
    exported(format, { include: 'all', leastConfidence: 0, ...options }, of)

  const annotationsOf = async (mediaId: string, by: Person = owner) =>
    (await by.get(`/media/${mediaId}/annotations`)).json<{ annotations: Annotation[] }>().annotations

  /** Shapes of a project, by its images. */
  async function shapesOf({ mediaIds }: { mediaIds: string[] }): Promise<(Shape | null)[]> {
    const images = await Promise.all(mediaIds.map(id => annotationsOf(id)))
    return images.flat().map(({ shape }) => shape)
  }

  return {
    ...backend,
    shapesOf,
    db,
    owner,
    project,
    makeProject,
    bring,
    preview,
    map,
    apply,
    importFile,
    importOf,
    settled,
    exported,
    exportedWhole,
    annotationsOf
  }
}
