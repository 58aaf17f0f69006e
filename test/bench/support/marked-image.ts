import { randomUUID } from 'node:crypto'
import sharp from 'sharp'

export interface Caller {
  url: string
  /** Cookie header of a session. */
  cookie: string
}

export async function post<T>({ url, cookie }: Caller, path: string, body: object): Promise<T> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { cookie, 'x-requested-by': 'app', 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Uploads an image by the calls that every version has. @returns its id */
export async function bringImage(caller: Caller, projectId: string): Promise<string> {
  const file = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#135' } })
    .jpeg()
    .toBuffer()
  const headers = { cookie: caller.cookie, 'x-requested-by': 'app', 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ projectId, filename: 'reef.jpg' }).map(([name, value]) => `${name} ${btoa(value)}`)
  const begun = await fetch(`${caller.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(file.length), 'upload-metadata': metadata.join(',') }
  })
  const done = await fetch(new URL(begun.headers.get('location')!, caller.url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(file)
  })
  const mediaId = done.headers.get('isobath-media-id')
  if (!mediaId) throw new Error(`the image was refused: ${done.status} ${await done.text()}`)
  return mediaId
}

/** Adds boxes and outlines of twelve vertices to an image, half of each. */
export async function mark(caller: Caller, projectId: string, mediaId: string, count: number): Promise<void> {
  const coordinate = (most: number) => Math.round(Math.random() * most * 100) / 100
  const shape = (at: number) =>
    at % 2
      ? { kind: 'box', x: coordinate(3900), y: coordinate(2900), width: 40.5, height: 33.25 }
      : { kind: 'polygon', points: Array.from({ length: 12 }, () => [coordinate(4000), coordinate(3000)]) }
  for (let from = 0; from < count; from += 500) {
    const operations = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
      id: randomUUID(),
      kind: 'create',
      annotationId: randomUUID(),
      mediaId,
      shape: shape(at),
      labelId: null,
      confidence: null
    }))
    await post(caller, `/api/projects/${projectId}/annotations/operations`, { operations })
  }
}
