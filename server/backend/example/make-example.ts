import { readFile } from 'node:fs/promises'
import type { Annotation } from '../../../shared/contracts/annotations.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import type { Project } from '../../../shared/contracts/projects.ts'
import type { Site, Survey } from '../../../shared/contracts/sites.ts'
import type { Label } from '../../../shared/contracts/taxonomy.ts'
import { newId } from '../../lib/ids.ts'
import type { Organism } from './organisms.ts'
import { description, type ExampleFrame, frames, labels, lasers, mud, organismAt, shapeOf, sites, title } from './scene.ts'

export interface ApiCall {
  method: 'POST' | 'PUT' | 'PATCH' | 'GET' | 'DELETE'
  /** Path of the request, below `/api`. */
  path: string
  headers?: Record<string, string>
  body?: object | Buffer
}

export interface ApiAnswer {
  headers: Record<string, unknown>
  json<T>(): T
}

/** Sends an API request on behalf of an account. @throws the error if the request is refused */
export type CallAs = (call: ApiCall) => Promise<ApiAnswer>

/** Fills a project with the example data through the public API, so that all rules of the API apply. */
export async function makeExample(call: CallAs, project: Project): Promise<void> {
  const at = `/projects/${project.id}`
  const labelIds = await addLabels(call, at)
  const siteIds = await addSites(call, at)
  const mediaIds: string[] = []
  for (const frame of frames) mediaIds.push(await addPicture(call, project.id, frame))
  for (const [site, siteId] of siteIds.entries()) {
    const there = mediaIds.filter((_, position) => frames[position]?.site === site)
    await call({ method: 'POST', path: `${at}/sites/assign`, body: { mediaIds: there, siteId } })
  }
  const [first = '', ...others] = mediaIds
  await call({ method: 'PUT', path: `/media/${first}/scale`, body: { revision: 0, basis: lasers } })
  await call({ method: 'POST', path: `${at}/scales/apply`, body: { from: first, mediaIds: others } })
  for (const [position, frame] of frames.entries()) {
    const mediaId = mediaIds[position] ?? ''
    if (frame.isMarked) await mark(call, at, mediaId, frame, labelIds)
    if (frame.hasSample) await nameSample(call, at, mediaId, frame, labelIds)
    if (frame.isMarked) await call({ method: 'PUT', path: `/media/${mediaId}/work-state`, body: { state: 'done' } })
  }
}

type LabelIds = Record<Organism['kind'] | 'mud', string>

export const exampleDraft = { title, description, habitat: 'abyssal plain and knoll', region: 'Fictional: a drawn sea floor' }

async function addLabels(call: CallAs, at: string): Promise<LabelIds> {
  const made = Object.entries({ ...labels, mud }).map(async ([kind, label]) => {
    const answer = await call({ method: 'POST', path: `${at}/labels`, body: label })
    return [kind, answer.json<Label>().id] as const
  })
  return Object.fromEntries(await Promise.all(made)) as LabelIds
}

async function addSites(call: CallAs, at: string): Promise<string[]> {
  const survey = { name: 'Dive 1', startDate: '2026-06-08', endDate: '2026-06-08' }
  const { id: surveyId } = (await call({ method: 'POST', path: `${at}/surveys`, body: survey })).json<Survey>()
  const made = sites.map(async site => (await call({ method: 'POST', path: `${at}/sites`, body: { ...site, surveyId } })).json<Site>().id)
  return Promise.all(made)
}

async function addPicture(call: CallAs, projectId: string, frame: ExampleFrame): Promise<string> {
  const content = await readFile(new URL(`pictures/${frame.fileName}`, import.meta.url))
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `projectId ${base64(projectId)},filename ${base64(frame.fileName)}`
  const begun = await call({
    method: 'POST',
    path: '/uploads',
    headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': metadata }
  })
  const sent = await call({
    method: 'PATCH',
    path: String(begun.headers.location).replace(/^.*\/api/, ''),
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: content
  })
  const mediaId = String(sent.headers['isobath-media-id'])
  const { revision } = (await call({ method: 'GET', path: `/media/${mediaId}` })).json<Media>()
  const { eventDate, decimalLatitude, decimalLongitude, depthInMeters } = frame
  await call({
    method: 'PATCH',
    path: `/media/${mediaId}`,
    body: { revision, eventDate, decimalLatitude, decimalLongitude, depthInMeters }
  })
  return mediaId
}

async function mark(call: CallAs, at: string, mediaId: string, { organisms }: ExampleFrame, labelIds: LabelIds) {
  const operations = organisms.map(organism => ({
    id: newId(),
    kind: 'create',
    annotationId: newId(),
    mediaId,
    shape: shapeOf(organism),
    labelId: labelIds[organism.kind]
  }))
  await call({ method: 'POST', path: `${at}/annotations/operations`, body: { operations } })
}

/** Draws sample points and labels each with the animal or sea floor under it. */
async function nameSample(call: CallAs, at: string, mediaId: string, { organisms }: ExampleFrame, labelIds: LabelIds) {
  const plan = { method: 'stratified', count: 50, seed: 'example' }
  await call({ method: 'POST', path: `${at}/samples`, body: { mediaIds: [mediaId], plan } })
  const { annotations } = (await call({ method: 'GET', path: `/media/${mediaId}/annotations` })).json<{ annotations: Annotation[] }>()
  const operations = annotations.flatMap(({ id, revision, shape, labelId }) => {
    if (shape?.kind !== 'point' || labelId !== null) return []
    const under = organismAt(organisms, shape)
    return [{ id: newId(), kind: 'revise', annotationId: id, revision, labelId: labelIds[under?.kind ?? 'mud'] }]
  })
  await call({ method: 'POST', path: `${at}/annotations/operations`, body: { operations } })
}
