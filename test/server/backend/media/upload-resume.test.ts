import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Upload } from 'tus-js-client'
import { forEachDatabase } from '../../../support/backend.ts'
import { picture } from '../../../support/pictures.ts'
import { uploadScene, uploadTraces } from '../../../support/upload-scene.ts'
import { sendPiece, startUpload, tus } from '../../../support/uploads.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('tus-js-client uploads in pieces and continues after an interruption', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture({ width: 1200, height: 900, format: 'png' })
    const options = {
      endpoint: `${base}/api/uploads`,
      chunkSize: 32 * 1024,
      headers: { authorization: `Bearer ${owner.tokens.access_token}` },
      metadata: { projectId: project.id, filename: 'dive 12/seafloor ünïcode 🦀.png' }
    }
    const first = new Upload(content, options)
    const url = await new Promise<string>((resolve, reject) => {
      first.options.onError = reject
      first.options.onChunkComplete = (_size, accepted) => {
        if (accepted >= 64 * 1024) void first.abort().then(() => resolve(first.url ?? ''))
      }
      first.start()
    })
    const mediaId = await new Promise<string | undefined>((resolve, reject) => {
      const second = new Upload(content, {
        ...options,
        uploadUrl: url,
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Isobath-Media-Id'))
      })
      second.start()
    })
    t.match((await owner.get(`/media/${mediaId}`)).json(), { fileName: 'seafloor ünïcode 🦀.png', format: 'image/png' })
    t.same((await owner.get(`/media/${mediaId}/content`)).rawPayload, content)
  })

  t.test('creation returns an address without a host, and its expiry; HEAD returns the received length', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: 100 })
    t.equal(created.status, 201)
    const location = created.headers.get('location') ?? ''
    t.match(location, /^\/api\/uploads\/[0-9a-f-]{36}$/)
    t.ok(Date.parse(created.headers.get('upload-expires') ?? '') > Date.now() + 86_400_000)
    t.equal(created.headers.get('access-control-allow-origin'), null)
    await sendPiece(new URL(location, base), owner, 0, Buffer.alloc(40, 1))
    const head = await tus(base + location, owner, 'HEAD')
    t.match(Object.fromEntries(head.headers), { 'upload-offset': '40', 'upload-length': '100', 'cache-control': 'no-store' })
    t.equal(
      (await sendPiece(new URL(location, base), owner, 10, Buffer.alloc(5))).status,
      409,
      'a piece must begin where the last one ended'
    )
    t.equal((await sendPiece(new URL(location, base), owner, 40, Buffer.alloc(61))).status, 413, 'and not exceed the total size')
  })

  t.test('reading the received length changes nothing, and never reports the total (row 25)', async t => {
    const place = await uploadScene(t, database)
    const { base, owner, project, config } = place
    const content = await picture()
    const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: content.length })
    const location = created.headers.get('location') ?? ''
    // All bytes are there, and the server crashed before it added the picture.
    writeFileSync(join(config.dataDir, location.replace('/api', '')), content)
    const before = await uploadTraces(place)
    for (let n = 0; n < 2; n++) {
      const head = await tus(base + location, owner, 'HEAD')
      t.equal(head.status, 200)
      t.equal(head.headers.get('upload-offset'), String(content.length - 1))
      t.equal(head.headers.get('isobath-media-id'), null)
    }
    t.same(await uploadTraces(place), before)
  })

  t.test('an upload whose last response was lost is completed by its last byte, which may be sent again', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture()
    const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: content.length })
    const url = new URL(created.headers.get('location') ?? '', base)
    const mediaId = (await sendPiece(url, owner, 0, content)).headers.get('isobath-media-id')
    for (let n = 0; n < 3; n++) {
      t.equal((await tus(url, owner, 'HEAD')).headers.get('upload-offset'), String(content.length - 1))
      const answer = await sendPiece(url, owner, content.length - 1, Buffer.from('?'))
      t.equal(answer.status, 204)
      t.equal(answer.headers.get('isobath-media-id'), mediaId)
      t.equal(answer.headers.get('upload-offset'), String(content.length))
    }
    t.equal((await sendPiece(url, owner, content.length - 1, Buffer.from('??'))).status, 413)
    t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 1 })
    t.same((await owner.get(`/media/${mediaId}/content`)).rawPayload, content)
  })

  t.test('tus-js-client completes an upload that had fully arrived before the server crashed', async t => {
    const { base, owner, project, config } = await uploadScene(t, database)
    const content = await picture()
    const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: content.length })
    const location = created.headers.get('location') ?? ''
    writeFileSync(join(config.dataDir, location.replace('/api', '')), content)
    const mediaId = await new Promise<string | undefined>((resolve, reject) => {
      const again = new Upload(content, {
        uploadUrl: base + location,
        headers: { authorization: `Bearer ${owner.tokens.access_token}` },
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Isobath-Media-Id'))
      })
      again.start()
    })
    t.same((await owner.get(`/media/${mediaId}/content`)).rawPayload, content)
  })

  t.test('an image one byte shorter than announced is not complete', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture()
    const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: content.length })
    const url = new URL(created.headers.get('location') ?? '', base)
    t.equal((await sendPiece(url, owner, 0, content.subarray(0, -1))).headers.get('isobath-media-id'), null)
    t.equal((await sendPiece(url, owner, content.length - 1, Buffer.alloc(0))).headers.get('isobath-media-id'), null)
    const mediaId = (await sendPiece(url, owner, content.length - 1, content.subarray(-1))).headers.get('isobath-media-id')
    t.same((await owner.get(`/media/${mediaId}/content`)).rawPayload, content)
  })
})
