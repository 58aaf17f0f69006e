import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import type { TestBackend } from './backend.ts'

/** Lets a test backend listen on a free port of this machine. @returns its base URL */
export async function listening(t: Test, { app }: TestBackend): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(() => app.server.closeAllConnections())
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Anyone with an access token or a personal API token. */
export interface Uploader {
  tokens: { access_token: string }
}

export interface UploadRequest {
  projectId: string
  fileName: string
  content: Buffer
  /** Batch of files that were added together. */
  batch?: string
  /** `model` for an uploaded model. */
  purpose?: string
  /** Bytes of one PATCH; by default everything in one. */
  pieceBytes?: number
}

/** Uploads a file. @returns the last answer: 204 with `Isobath-Media-Id`, or the refusal */
export async function upload(
  base: string,
  person: Uploader,
  { projectId, fileName, content, batch, purpose, pieceBytes = Infinity }: UploadRequest
): Promise<Response> {
  const created = await startUpload(base, person, {
    projectId,
    fileName,
    sizeBytes: content.length,
    ...(batch && { batch }),
    ...(purpose && { purpose })
  })
  if (created.status !== 201) return created
  const url = new URL(created.headers.get('location') ?? '', base)
  let answer = created
  for (let offset = 0; offset < content.length && answer.ok; ) {
    const piece = content.subarray(offset, offset + Math.min(pieceBytes, content.length))
    answer = await sendPiece(url, person, offset, piece)
    offset += piece.length
  }
  return answer
}

export function startUpload(
  base: string,
  person: Uploader,
  {
    projectId,
    fileName,
    sizeBytes,
    batch,
    purpose
  }: { projectId: string; fileName: string; sizeBytes: number; batch?: string; purpose?: string }
): Promise<Response> {
  const metadata = Object.entries({ projectId, filename: fileName, ...(batch && { batch }), ...(purpose && { purpose }) }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`
  )
  return tus(`${base}/api/uploads`, person, 'POST', { 'upload-length': String(sizeBytes), 'upload-metadata': metadata.join(',') })
}

export function sendPiece(url: URL, person: Uploader, offset: number, piece: Buffer): Promise<Response> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  return tus(url, person, 'PATCH', headers, new Uint8Array(piece))
}

/** Makes a call of the tus protocol. */
export function tus(
  url: string | URL,
  person: Uploader,
  method: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>
): Promise<Response> {
  const always = { authorization: `Bearer ${person.tokens.access_token}`, 'tus-resumable': '1.0.0' }
  return fetch(url, { method, headers: { ...always, ...headers }, ...(body && { body }) })
}
