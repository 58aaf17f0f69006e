import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../../../server/lib/ids.ts'
import type { AnnotationOperation, OperationResult } from '../../../shared/contracts/annotations.ts'
import type { Project } from '../../../shared/contracts/projects.ts'
import { picture } from '../pictures.ts'

export interface PendingUpload {
  path: string
  fileName: string
  content: Buffer
  /** Bytes that the server has acknowledged. */
  acknowledged: number
}

/** Everything that the server has acknowledged over all its lives. None of it may ever be missing. */
export interface Acknowledged {
  /** Last acknowledged title and revision. */
  projects: Map<string, { title: string; revision: number }>
  /** Content by media id. */
  media: Map<string, { fileName: string; sha256: string; sizeBytes: number }>
  pending: PendingUpload | null
  /** Last acknowledged revision, by annotation. */
  annotations: Map<string, number>
  /** An edit without an answer, which is repeated at the next start. */
  unanswered: AnnotationOperation | null
  /** Wrong answers during the writes. */
  faults: string[]
  counter: number
  /** Number of answers that acknowledged a write. */
  answers: number
}

export const nothingYet = (): Acknowledged => ({
  projects: new Map(),
  media: new Map(),
  pending: null,
  annotations: new Map(),
  unanswered: null,
  faults: [],
  counter: 0,
  answers: 0
})

/** Creates the first account and an API token for the writing scripts. */
export async function signUpScript(url: string): Promise<{ token: string; projectId: string }> {
  const browser = { 'x-requested-by': 'app', 'content-type': 'application/json' }
  const credentials = { email: 'owner@lab.example', password: 'gorgonian lantern halocline' }
  const registered = await fetch(`${url}/api/auth/register`, { method: 'POST', headers: browser, body: JSON.stringify(credentials) })
  if (!registered.ok) throw new Error(`no account: ${await registered.text()}`)
  const cookie = registered.headers
    .getSetCookie()
    .map(one => one.split(';')[0])
    .join('; ')
  const made = await fetch(`${url}/api/auth/tokens`, {
    method: 'POST',
    headers: { ...browser, cookie },
    body: JSON.stringify({ name: 'writer', scope: 'write' })
  })
  const { secret } = (await made.json()) as { secret: string }
  const project = await call(url, secret, 'POST', '/projects', { title: 'Media' })
  return { token: secret, projectId: ((await project.json()) as Project).id }
}

function call(url: string, token: string, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  return fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** Creates projects and renames them, one after the other, until the server is gone. */
export async function writeProjects(url: string, token: string, known: Acknowledged): Promise<void> {
  for (;;) {
    const title = `Project ${++known.counter}`
    const made = await call(url, token, 'POST', '/projects', { title })
    const { id } = await expect<Project>(made, 201)
    known.projects.set(id, { title, revision: 1 })
    known.answers += 1
    const renamed = await call(url, token, 'PUT', `/projects/${id}`, { revision: 1, title: `${title}, renamed` })
    await expect<Project>(renamed, 200)
    known.projects.set(id, { title: `${title}, renamed`, revision: 2 })
    known.answers += 1
  }
}

/** Uploads pictures in pieces, until the server is gone. Unfinished uploads from before a kill come first. */
export async function writeMedia(url: string, token: string, projectId: string, known: Acknowledged): Promise<void> {
  for (;;) {
    const upload = known.pending ?? (await begin())
    known.pending = upload
    const at = await offsetOf(upload)
    for (let offset = at; offset < upload.content.length; ) {
      const piece = upload.content.subarray(offset, offset + Math.ceil(upload.content.length / 4))
      const answer = await tus(
        'PATCH',
        upload.path,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        piece
      )
      await expect(answer, 204)
      offset += piece.length
      upload.acknowledged = offset
      known.answers += 1
      finish(upload, answer)
    }
  }

  async function begin(): Promise<PendingUpload> {
    const seed = ++known.counter
    const content = await picture({ width: 64 + (seed % 100), height: 48, seed, format: 'png' })
    const fileName = `IMG_${seed}.png`
    const metadata = Object.entries({ projectId, filename: fileName }).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`
    )
    const answer = await tus('POST', '/api/uploads', { 'upload-length': String(content.length), 'upload-metadata': metadata.join(',') })
    await expect(answer, 201)
    return { path: answer.headers.get('location') ?? '', fileName, content, acknowledged: 0 }
  }

  /** Reads the offset at which an upload continues. */
  async function offsetOf(upload: PendingUpload): Promise<number> {
    const answer = await tus('HEAD', upload.path)
    await expect(answer, 200)
    const offset = Number(answer.headers.get('upload-offset'))
    if (offset < upload.acknowledged)
      known.faults.push(`${upload.fileName}: ${upload.acknowledged} bytes were acknowledged, ${offset} are there`)
    return offset
  }

  function finish(upload: PendingUpload, answer: Response): void {
    const mediaId = answer.headers.get('isobath-media-id')
    if (!mediaId) return
    const { fileName, content } = upload
    known.media.set(mediaId, { fileName, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    known.pending = null
  }

  function tus(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer): Promise<Response> {
    const always = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
    return fetch(url + path, { method, headers: { ...always, ...headers }, ...(body && { body: new Uint8Array(body) }) })
  }
}

/** Draws boxes and moves them, one edit after the other, until the server is gone. An edit left unanswered by a kill comes first. */
export async function writeAnnotations(url: string, token: string, projectId: string, known: Acknowledged): Promise<void> {
  for (;;) {
    const [mediaId] = known.media.keys()
    if (!mediaId) {
      await call(url, token, 'GET', '/server') // until there is a first picture, or the server is gone
      await pause(20)
      continue
    }
    const operation = known.unanswered ?? nextEdit(mediaId)
    known.unanswered = operation
    const answer = await call(url, token, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [operation] })
    const { results } = await expect<{ results: OperationResult[] }>(answer, 200)
    const [result] = results
    if (result?.outcome !== 'done') known.faults.push(`an edit was not done: ${result?.message}`)
    known.annotations.set(operation.annotationId, result?.annotation?.revision ?? 0)
    known.unanswered = null
    known.answers += 1
  }

  function nextEdit(mediaId: string): AnnotationOperation {
    const shape = { kind: 'box' as const, x: ++known.counter, y: 1, width: 10, height: 10 }
    const last = [...known.annotations].at(-1)
    if (!last || last[1] > 3) return { id: newId(), kind: 'create', annotationId: newId(), mediaId, shape, labelId: null }
    return { id: newId(), kind: 'revise', annotationId: last[0], revision: last[1], shape }
  }
}

/** An answer that a dying gateway may give while its backend is gone: nothing was acknowledged. */
class NotAcknowledged extends Error {}

async function expect<T>(answer: Response, status: number): Promise<T> {
  const text = await answer.text()
  if (answer.status >= 500) throw new NotAcknowledged(text)
  if (answer.status !== status) throw new WrongAnswer(`${answer.url} answered ${answer.status}: ${text}`)
  return (text ? JSON.parse(text) : null) as T
}

/** Thrown when the server revoked an acknowledged write, or refused a valid one. */
export class WrongAnswer extends Error {}
