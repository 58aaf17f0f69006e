import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { forgetPatches } from '../../../../../server/backend/annotations/review/patches.ts'
import { newId } from '../../../../../server/lib/ids.ts'
import type { AnnotationOperation } from '../../../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../../support/backend.ts'
import { finishedJobs } from '../../../../support/jobs.ts'
import { listening, upload } from '../../../../support/uploads.ts'

type Colour = [red: number, green: number, blue: number]
const sand: Colour = [200, 170, 110]
const coral: Colour = [220, 40, 60]

interface Painting {
  width: number
  height: number
  /** Part that is coral; the rest is sand. */
  patch: { left: number; top: number; width: number; height: number }
  format?: 'png' | 'jpeg' | 'tiff'
  orientation?: number
}

/** Draws sand with one rectangle of coral. */
async function painted({ width, height, patch, format = 'png', orientation }: Painting): Promise<Buffer> {
  const [r, g, b] = sand
  const [cr, cg, cb] = coral
  const { left, top, ...size } = patch
  const overlay = await sharp({ create: { ...size, channels: 3, background: { r: cr, g: cg, b: cb } } })
    .png()
    .toBuffer()
  const image = sharp({ create: { width, height, channels: 3, background: { r, g, b } } }).composite([{ input: overlay, left, top }])
  const turned = orientation ? image.withMetadata({ orientation }) : image
  return format === 'jpeg' ? turned.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer() : turned.toFormat(format).toBuffer()
}

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database, runJobs: true })
  const base = await listening(t, backend)
  const owner = await backend.signUp()
  const project = await owner.makeProject()
  const folder = join(backend.config.dataDir, 'cache', 'patches')

  async function add(fileName: string, content: Buffer): Promise<string> {
    const answer = await upload(base, owner, { projectId: project.id, fileName, content })
    if (answer.status !== 204) throw new Error(await answer.text())
    await finishedJobs(owner, project.id)
    return answer.headers.get('isobath-media-id') ?? ''
  }

  async function operate(operation: AnnotationOperation) {
    const { results } = (await owner.post(`/projects/${project.id}/annotations/operations`, { operations: [operation] })).json()
    if (results[0].outcome !== 'done') throw new Error(results[0].message)
  }

  async function mark(mediaId: string, shape: Shape | null): Promise<string> {
    const annotationId = newId()
    await operate({ id: newId(), kind: 'create', annotationId, mediaId, shape, labelId: null })
    return annotationId
  }

  const get = (annotationId: string, query = '', headers: Record<string, string> = {}, person: Person = owner) =>
    backend.app.inject({
      method: 'GET',
      url: `/api/annotations/${annotationId}/patch${query}`,
      headers: { authorization: `Bearer ${person.tokens.access_token}`, ...headers }
    })

  /** Reads the pixels of a crop. @throws unless it is a WebP */
  async function patch(annotationId: string) {
    const answer = await get(annotationId)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const { format } = await sharp(answer.rawPayload).metadata()
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x) * info.channels + 3)]
    return { format, width: info.width, height: info.height, at }
  }

  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())

  return { ...backend, base, owner, project, folder, add, operate, mark, get, patch, files }
}

/** Compares colours with a tolerance, as WebP is lossy. */
const near = (t: Test, found: number[], expected: Colour, what: string) =>
  t.ok(
    found.every((value, at) => Math.abs(value - expected[at]!) <= 14),
    `${what}: ${found} is about ${expected}`
  )

await forEachDatabase(t, (t, database) => {
  const paintings: (Painting & { name: string; reads: string })[] = [
    { name: 'small.png', reads: 'a small image', width: 400, height: 300, patch: { left: 100, top: 120, width: 60, height: 40 } },
    {
      name: 'detail.jpg',
      reads: 'the file',
      width: 3600,
      height: 2400,
      patch: { left: 2000, top: 1500, width: 80, height: 60 },
      format: 'jpeg'
    },
    {
      name: 'coarse.jpg',
      reads: 'the large thumbnail',
      width: 3600,
      height: 2400,
      patch: { left: 600, top: 500, width: 900, height: 600 },
      format: 'jpeg'
    },
    { name: 'tiled.png', reads: 'four tiles', width: 5000, height: 3000, patch: { left: 970, top: 980, width: 110, height: 90 } },
    { name: 'level.png', reads: 'a coarser level', width: 12_000, height: 900, patch: { left: 5_000, top: 200, width: 600, height: 400 } },
    { name: 'deep.tif', reads: 'a TIFF', width: 700, height: 500, patch: { left: 300, top: 250, width: 100, height: 100 }, format: 'tiff' }
  ]

  t.test('a crop shows the annotation with a margin, whatever file it is cut from', async t => {
    const { add, mark, patch } = await scene(t, database)
    for (const { name, reads, ...painting } of paintings) {
      const mediaId = await add(name, await painted(painting))
      const { left, top, width, height } = painting.patch
      const made = await patch(await mark(mediaId, { kind: 'box', x: left, y: top, width, height }))
      const margin = Math.max(12, Math.max(width, height) * 0.3)
      const scale = Math.min(1, 192 / (width + 2 * margin))
      t.equal(made.format, 'webp')
      t.ok(Math.abs(made.width - (width + 2 * margin) * scale) <= 2, `${reads}: ${made.width} px wide`)
      t.ok(Math.abs(made.height - (height + 2 * margin) * scale) <= 2, `${reads}: ${made.height} px high`)
      const [middleX, middleY] = [Math.floor(made.width / 2), Math.floor(made.height / 2)]
      const edge = margin * scale
      near(t, made.at(middleX, middleY), coral, `${reads}, the middle`)
      near(t, made.at(Math.round(edge + 4), Math.round(edge + 4)), coral, `${reads}, inside the corner`)
      near(t, made.at(2, middleY), sand, `${reads}, the left margin`)
      near(t, made.at(made.width - 3, middleY), sand, `${reads}, the right margin`)
      near(t, made.at(middleX, 2), sand, `${reads}, the upper margin`)
      near(t, made.at(middleX, made.height - 3), sand, `${reads}, the lower margin`)
    }
  })

  t.test('points, lines, rotated boxes and whole images have a crop too, and rotated photographs are upright', async t => {
    const { add, mark, patch } = await scene(t, database)
    const mediaId = await add('reef.png', await painted({ width: 1000, height: 600, patch: { left: 0, top: 0, width: 48, height: 48 } }))
    const point = await patch(await mark(mediaId, { kind: 'point', x: 500, y: 300 }))
    t.match(point, { width: 96, height: 96 })
    const corner = await patch(await mark(mediaId, { kind: 'point', x: 1, y: 1 }))
    t.match(corner, { width: 96, height: 96 }, 'the square is moved into the image')
    near(t, corner.at(20, 20), coral, 'the corner of the image')
    near(t, corner.at(80, 80), sand, 'what lies inwards')
    const line = await mark(mediaId, {
      kind: 'line',
      points: [
        [100, 100],
        [100, 400]
      ]
    })
    t.match(await patch(line), { width: 72, height: 192 })
    const whole = await patch(await mark(mediaId, null))
    t.match(whole, { width: 192, height: 115 })
    near(t, whole.at(3, 3), coral, 'the corner of the whole image')
    const out = await patch(await mark(mediaId, { kind: 'box', x: 950, y: 550, width: 500, height: 500 }))
    t.ok(out.width <= 192 && out.height <= 192, 'a shape beyond the edge shows the part inside')

    const turned = await add(
      'turned.jpg',
      await painted({ width: 800, height: 500, patch: { left: 700, top: 50, width: 60, height: 60 }, format: 'jpeg', orientation: 6 })
    )
    const upright = await patch(await mark(turned, { kind: 'box', x: 390, y: 700, width: 60, height: 60 }))
    near(t, upright.at(Math.floor(upright.width / 2), Math.floor(upright.height / 2)), coral, 'where it is in the upright image')
    near(t, upright.at(1, 1), sand, 'around it')
  })

  t.test('a crop is made once, stays after relabelling, and is renewed after a change of the outline', async t => {
    const { add, mark, operate, get, files, owner, project } = await scene(t, database)
    const mediaId = await add('reef.png', await painted({ width: 600, height: 400, patch: { left: 100, top: 100, width: 50, height: 50 } }))
    const annotationId = await mark(mediaId, { kind: 'box', x: 100, y: 100, width: 50, height: 50 })
    const made = await get(annotationId, '?revision=1')
    t.equal(made.headers['cache-control'], 'private, max-age=31536000, immutable')
    t.equal(made.headers['content-type'], 'image/webp')
    t.equal(made.headers['content-security-policy'], "sandbox; default-src 'none'")
    t.equal((await get(annotationId, '?revision=1', { 'if-none-match': String(made.headers.etag) })).statusCode, 304)
    t.equal((await get(annotationId)).headers['cache-control'], 'private, no-cache')
    t.equal((await get(annotationId, '?revision=7')).headers['cache-control'], 'private, no-cache', 'a revision that is not current')
    t.equal(files().length, 1)
    const label = (await owner.post(`/projects/${project.id}/labels`, { name: 'Porifera' })).json()
    await operate({ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: label.id })
    t.equal((await get(annotationId, '?revision=2')).headers.etag, made.headers.etag)
    t.equal(files().length, 1)
    await operate({ id: newId(), kind: 'revise', annotationId, revision: 2, shape: { kind: 'point', x: 300, y: 300 } })
    t.not((await get(annotationId, '?revision=3')).headers.etag, made.headers.etag)
    t.equal(files().length, 2)
  })

  t.test('a job creates the crops of a project in advance, and upkeep removes old ones', async t => {
    const { add, mark, files, folder, owner, project } = await scene(t, database)
    const mediaId = await add('reef.png', await painted({ width: 600, height: 400, patch: { left: 100, top: 100, width: 50, height: 50 } }))
    for (let x = 0; x < 250; x++) await mark(mediaId, { kind: 'point', x: 50 + x, y: 200 })
    await mark(mediaId, { kind: 'point', x: -700, y: 0 })
    const job = await owner.post(`/projects/${project.id}/annotations/patches`)
    t.equal(job.statusCode, 202)
    t.match((await finishedJobs(owner, project.id))[0], { kind: 'annotations.patches', state: 'done', done: 251, total: 251 })
    t.equal(files().length, 250, 'a shape outside the image has no crop')
    t.equal(await forgetPatches(folder, Date.now() - 60_000), 0)
    t.equal(await forgetPatches(folder, Date.now() + 60_000), 250)
    t.equal(files().length, 0)
  })

  t.test('an unavailable crop gives the reason; strangers find nothing', async t => {
    const { add, mark, get, config, owner, signUp, project } = await scene(t, database)
    const mediaId = await add('reef.png', await painted({ width: 600, height: 400, patch: { left: 100, top: 100, width: 50, height: 50 } }))
    const outside = await get(await mark(mediaId, { kind: 'circle', x: -50, y: -50, radius: 20 }))
    t.equal(outside.statusCode, 404)
    t.match(outside.json(), { code: 'NO_PATCH', detail: 'No crop is available: the annotation lies outside its image' })
    const annotationId = await mark(mediaId, { kind: 'point', x: 300, y: 200 })
    const [stranger, viewer] = [await signUp(), await signUp('vi@lab.example')]
    await owner.post(`/projects/${project.id}/members`, { email: viewer.email, role: 'viewer' })
    t.equal((await get(annotationId, '', {}, stranger)).statusCode, 404)
    t.equal((await stranger.post(`/projects/${project.id}/annotations/patches`)).statusCode, 404)
    t.equal((await viewer.post(`/projects/${project.id}/annotations/patches`)).statusCode, 403)
    t.equal((await get('nothing')).statusCode, 404)
    t.equal((await get(annotationId, '?revision=0')).statusCode, 400)
    rmSync(join(config.dataDir, 'blobs'), { recursive: true })
    const lost = await get(annotationId, '', {}, viewer)
    t.equal(lost.statusCode, 404)
    t.match(lost.json(), { detail: 'No crop is available: the image cannot be read' })
    t.equal((await owner.delete(`/media/${mediaId}`)).statusCode, 204)
    t.match((await get(annotationId)).json(), { code: 'NOT_FOUND' })
  })
})
