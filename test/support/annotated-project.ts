import { newId } from '../../server/lib/ids.ts'
import { type Caller, callApi, makeProject } from './browser.ts'
import { picture } from './pictures.ts'

/** Uploads a picture in one piece, as the person of the page. @returns the id of the media item */
export async function upload(page: Caller, projectId: string, fileName: string, content: Buffer): Promise<string> {
  const { request } = page.context()
  const tus = { 'X-Requested-By': 'app', 'Tus-Resumable': '1.0.0' }
  const meta = Object.entries({ projectId, filename: fileName }).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const started = await request.post('/api/uploads', {
    headers: { ...tus, 'Upload-Length': String(content.length), 'Upload-Metadata': meta.join(',') }
  })
  const sent = await request.fetch(started.headers().location ?? '', {
    method: 'PATCH',
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    data: content
  })
  const id = sent.headers()['isobath-media-id']
  if (!id) throw new Error(`${fileName} was refused: ${sent.status()} ${await sent.text()}`)
  return id
}

export interface Marked {
  label: string
  /** Index of the image, from 0. */
  image: number
  count: number
}

/** Creates a project with pictures of these names, small ones by default, its labels, and boxes of 40 × 30 px on them, all through the API. */
export async function annotatedProject(
  page: Caller,
  title: string,
  fileNames: readonly string[],
  marked: readonly Marked[],
  size = { width: 160, height: 120 }
) {
  const { id: projectId } = await makeProject(page, title)
  const mediaIds: string[] = []
  for (const [seed, fileName] of fileNames.entries())
    mediaIds.push(await upload(page, projectId, fileName, await picture({ ...size, seed })))
  const labels = new Map<string, string>()
  for (const name of new Set(marked.map(({ label }) => label)))
    labels.set(
      name,
      (await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name, scientificName: name, taxonRank: 'species' }))
        .id
    )
  const operations = marked.flatMap(({ label, image, count }) =>
    Array.from({ length: count }, () => ({
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId: mediaIds[image],
      shape: { kind: 'box', x: 10, y: 10, width: 40, height: 30 },
      labelId: labels.get(label) ?? null
    }))
  )
  if (operations.length > 0) await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  return { projectId, mediaIds, labels }
}
