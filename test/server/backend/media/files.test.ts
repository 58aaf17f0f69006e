import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Media } from '../../../../shared/contracts/media.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { openFiles } from '../../../support/open-files.ts'
import { picture, realFile } from '../../../support/pictures.ts'
import { listening, upload } from '../../../support/uploads.ts'

async function scene(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database, runJobs: true })
  const base = await listening(t, backend)
  const owner = await backend.signUp()
  const project = await owner.makeProject()
  /** Uploads a picture and waits until all of its views exist. */
  async function add(fileName: string, content: Buffer): Promise<Media> {
    const answer = await upload(base, owner, { projectId: project.id, fileName, content })
    if (answer.status !== 204) throw new Error(await answer.text())
    await finishedJobs(owner, project.id)
    return (await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>()
  }
  const get = (url: string, headers: Record<string, string> = {}, person: Person = owner) =>
    backend.app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${person.tokens.access_token}`, ...headers } })
  return { ...backend, base, owner, project, add, get }
}

await forEachDatabase(t, async (t, database) => {
  t.test('thumbnails fit 320 and 1600 px, are upright, and never larger than the image', async t => {
    const { add, get } = await scene(t, database)
    const media = await add('turned.jpg', await picture({ width: 3000, height: 2000, orientation: 6 }))
    t.match(media, { state: 'ready', tiled: false, width: 2000, height: 3000 })
    const size = async (name: string, id = media.id) => {
      const answer = await get(`/media/${id}/thumbnail/${name}`)
      t.equal(answer.headers['content-type'], 'image/webp')
      const { format, width, height } = await sharp(answer.rawPayload).metadata()
      return { format, width, height }
    }
    t.same(await size('small'), { format: 'webp', width: 213, height: 320 })
    t.same(await size('large'), { format: 'webp', width: 1067, height: 1600 })
    const tiny = await add('tiny.png', await picture({ width: 40, height: 30, format: 'png' }))
    t.same(await size('large', tiny.id), { format: 'webp', width: 40, height: 30 })
  })

  t.test('a rotated image is cut upright, and an image of any pixel format can be cut', async t => {
    const { add, get } = await scene(t, database)
    const turned = await add('turned.jpg', await picture({ width: 5000, height: 700, orientation: 8 }))
    t.match(turned, { width: 700, height: 5000, tiled: true, state: 'ready' })
    const levels = pyramidLevels(700, 5000)
    const last = levels.at(-1)
    t.match(await sharp((await get(`/media/${turned.id}/tiles/${levels.length - 1}/1/9`)).rawPayload).metadata(), {
      width: 188,
      height: 392
    })
    t.match(last, { columns: 2, rows: 10 })
    const deep = await sharp(await picture({ width: 4200, height: 300, format: 'png' }))
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    t.match(await add('deep.png', deep), { tiled: true, state: 'ready' })
    const clear = await sharp(await picture({ width: 4200, height: 200, format: 'png' }))
      .ensureAlpha(0.5)
      .tiff()
      .toBuffer()
    t.match(await add('clear.tif', clear), { tiled: true, state: 'ready' })
  })

  t.test('content is the file as it was uploaded, whole or in ranges', async t => {
    const { add, get } = await scene(t, database)
    const content = await picture()
    const { id, sha256 } = await add('a.jpg', content)
    const url = `/media/${id}/content`
    const whole = await get(url)
    t.same(whole.rawPayload, content)
    t.match(whole.headers, {
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes',
      'content-length': content.length,
      'content-type': 'image/jpeg'
    })

    const size = content.length
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-50', size - 50, size - 1],
      ['bytes=10-999999999', 10, size - 1]
    ] as const) {
      const part = await get(url, { range })
      t.equal(part.statusCode, 206, range)
      t.equal(part.headers['content-range'], `bytes ${from}-${to}/${size}`)
      t.same(part.rawPayload, content.subarray(from, to + 1))
    }
    t.match(await get(url, { range: `bytes=${size}-` }), { statusCode: 416, headers: { 'content-range': `bytes */${size}` } })
    for (const range of ['bytes=5-1', 'bytes=0-1,5-6', 'pages=1-2', 'bytes=-']) t.equal((await get(url, { range })).statusCode, 200, range)
    t.equal((await get(url, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode, 200)
    t.equal((await get(url, { range: 'bytes=0-9', 'if-range': `"${sha256}"` })).statusCode, 206)
    t.equal((await get(url, { 'if-none-match': `"old", W/"${sha256}"` })).statusCode, 304)
  })

  t.test('a HEAD request gets the headers of a file without opening the file', async t => {
    const { app, add, config, owner } = await scene(t, database)
    const content = await picture()
    const { id, sha256 } = await add('a.jpg', content)
    const name = readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' }).find(each => each.endsWith(sha256)) ?? ''
    truncateSync(join(config.dataDir, name), 16 * 1024 ** 3) // so that reading it would take a while
    const headers = { authorization: `Bearer ${owner.tokens.access_token}` }
    const head = (more: Record<string, string> = {}) =>
      app.inject({ method: 'HEAD', url: `/api/media/${id}/content`, headers: { ...headers, ...more } })
    const whole = await head()
    t.notOk(openFiles().some(path => path.endsWith(sha256)))
    t.equal(whole.statusCode, 200)
    t.equal(whole.body, '')
    t.match(whole.headers, {
      'content-length': `${content.length}`,
      'content-type': 'image/jpeg',
      etag: `"${sha256}"`,
      'accept-ranges': 'bytes'
    })
    const part = await head({ range: 'bytes=10-19' })
    t.notOk(openFiles().some(path => path.endsWith(sha256)))
    t.match(part, { statusCode: 206, body: '', headers: { 'content-length': '10', 'content-range': `bytes 10-19/${content.length}` } })
  })

  t.test('row 44: browsers cache files privately, and never sniff or run them', async t => {
    const { add, get } = await scene(t, database)
    const { id } = await add('a.jpg', await picture())
    for (const path of ['content', 'thumbnail/small', 'thumbnail/large']) {
      const { headers } = await get(`/media/${id}/${path}`)
      t.match(headers, {
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': /^sandbox; default-src 'none'$/,
        etag: /^"[0-9a-f-]+"$/
      })
      t.equal((await get(`/media/${id}/${path}`, { 'if-none-match': String(headers.etag) })).statusCode, 304)
    }
  })

  t.test('row 46: any file name gives a safe Content-Disposition', async t => {
    const { add, get } = await scene(t, database)
    const names: [string, string][] = [
      ['plain name.jpg', `attachment; filename="plain name.jpg"; filename*=UTF-8''plain%20name.jpg`],
      ['a"b\\c.jpg', `attachment; filename="c.jpg"; filename*=UTF-8''c.jpg`],
      ['quo"te;%41.jpg', `attachment; filename="quo_te;_41.jpg"; filename*=UTF-8''quo%22te%3B%2541.jpg`],
      ['a\r\nSet-Cookie: x=1.jpg', `attachment; filename="aSet-Cookie: x=1.jpg"; filename*=UTF-8''aSet-Cookie%3A%20x%3D1.jpg`],
      ['\u202Egpj.exe', `attachment; filename="gpj.exe"; filename*=UTF-8''gpj.exe`],
      ['אלמוג.jpg', `attachment; filename="_____.jpg"; filename*=UTF-8''%D7%90%D7%9C%D7%9E%D7%95%D7%92.jpg`],
      ['🦀 krabbe’s.jpg', `attachment; filename="__ krabbe_s.jpg"; filename*=UTF-8''%F0%9F%A6%80%20krabbe%E2%80%99s.jpg`]
    ]
    for (const [at, [fileName, expected]] of names.entries()) {
      const { id } = await add(fileName, await picture({ seed: at }))
      const { headers } = await get(`/media/${id}/content?download=true`)
      t.equal(headers['content-disposition'], expected)
    }
  })

  t.test('strangers do not find a file; members of any role see it', async t => {
    const { app, add, get, owner, project, signUp } = await scene(t, database)
    const { id } = await add('a.jpg', await picture())
    const stranger = await signUp()
    const reader = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    for (const path of ['content', 'thumbnail/small', 'tiles/0/0/0']) {
      t.equal((await app.inject(`/api/media/${id}/${path}`)).statusCode, 401)
      const refused = await get(`/media/${id}/${path}`, {}, stranger)
      t.match(refused.json(), { status: 404, code: 'NOT_FOUND', detail: /^The image/ })
      t.equal(refused.headers['cache-control'], 'no-store')
    }
    t.equal((await get(`/media/${id}/content`, {}, reader)).statusCode, 200)
    t.equal((await get(`/media/${id}/thumbnail/huge`)).statusCode, 400)
    t.equal((await get(`/media/${id}/tiles/0/0/-1`)).statusCode, 400)
    t.equal((await get('/media/nothing/content')).statusCode, 404)
    await owner.delete(`/media/${id}`)
    t.equal((await get(`/media/${id}/content`)).statusCode, 404)
  })

  const transect = realFile('images/reef-transect-2017.jpg')
  t.test('the 4000 × 3000 field photograph needs no pyramid', { skip: 'skip' in transect && transect.skip }, async t => {
    if (!('content' in transect)) return
    const { add, get } = await scene(t, database)
    const media = await add('reef-transect-2017.jpg', transect.content)
    t.match(media, { tiled: false, state: 'ready' })
    t.equal((await get(`/media/${media.id}/tiles/0/0/0`)).statusCode, 404)
    t.same((await get(`/media/${media.id}/content`)).rawPayload, transect.content)
  })
})

t.test('a 100-megapixel image becomes a pyramid whose joined tiles are the image', async t => {
  const { add, get } = await scene(t, 'sqlite')
  const media = await add('mosaic.jpg', await picture({ width: 12_500, height: 8_000 }))
  t.match(media, { state: 'ready', tiled: true })
  const levels = pyramidLevels(12_500, 8_000)
  t.equal(levels.length, 6)
  const sizeOf = async (level: number, column: number, row: number) => {
    const { format, width, height } = await sharp((await get(`/media/${media.id}/tiles/${level}/${column}/${row}`)).rawPayload).metadata()
    return `${format} ${width}×${height}`
  }
  t.equal(await sizeOf(0, 0, 0), 'jpeg 391×250', 'the whole image in one tile')
  t.equal(await sizeOf(5, 0, 0), 'jpeg 512×512')
  t.equal(await sizeOf(5, 24, 15), 'jpeg 212×320', 'the last tile is cut, not padded')
  for (const [level, column, row] of [
    [5, 25, 0],
    [5, 0, 16],
    [6, 0, 0],
    [0, 1, 0]
  ]) {
    const answer = await get(`/media/${media.id}/tiles/${level}/${column}/${row}`)
    t.match(answer.json(), { status: 404, code: 'NOT_FOUND' })
    t.equal(answer.headers.etag, undefined)
  }
  const tile = await sharp((await get(`/media/${media.id}/tiles/5/12/7`)).rawPayload)
    .raw()
    .toBuffer()
  const original = await sharp((await get(`/media/${media.id}/content`)).rawPayload)
    .extract({ left: 12 * 512, top: 7 * 512, width: 512, height: 512 })
    .raw()
    .toBuffer()
  const difference = tile.reduce((sum, value, at) => sum + Math.abs(value - (original[at] ?? 0)), 0) / tile.length
  t.ok(difference < 4, `mean difference of ${difference.toFixed(2)} of 255`)
})
