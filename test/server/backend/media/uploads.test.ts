import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import t from 'tap'
import { uploadRecords } from '../../../../server/backend/media/upload-records.ts'
import { UploadStore } from '../../../../server/backend/media/upload-store.ts'
import { defaultRoom } from '../../../../server/lib/room-limits.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { bombPng, picture, realFile } from '../../../support/pictures.ts'
import { until } from '../../../support/until.ts'
import { noTraces, uploadScene, uploadTraces } from '../../../support/upload-scene.ts'
import { sendPiece, startUpload, tus, upload } from '../../../support/uploads.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('an uploaded image immediately becomes a media item, with its small thumbnail', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture({ width: 800, height: 600 })
    const answer = await upload(base, owner, { projectId: project.id, fileName: 'IMG_0001.JPG', content, pieceBytes: 4096 })
    t.equal(answer.status, 204)
    const mediaId = answer.headers.get('isobath-media-id')
    const media = (await owner.get(`/media/${mediaId}`)).json<Media>()
    t.match(media, { fileName: 'IMG_0001.JPG', format: 'image/jpeg', width: 800, height: 600, state: 'processing', addedBy: owner.email })
    t.equal(media.sizeBytes, content.length)
    t.equal((await owner.get(`/media/${mediaId}/thumbnail/small`)).headers['content-type'], 'image/webp')
    t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 1 })
    t.match((await owner.get(`/projects/${project.id}/jobs`)).json(), {
      items: [{ kind: 'media.derive', state: 'waiting', subject: 'IMG_0001.JPG' }]
    })
  })

  t.test('the same content is not added to a project twice, not even simultaneously', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture()
    const names = ['a.jpg', 'b.jpg', 'c.jpg']
    const answers = await Promise.all(names.map(fileName => upload(base, owner, { projectId: project.id, fileName, content })))
    t.same(answers.map(answer => answer.status).sort(), [204, 409, 409])
    const refused = answers.find(answer => answer.status === 409)
    t.match(await refused?.json(), { code: 'ALREADY_IN_PROJECT', detail: /is already in this project as [abc]\.jpg/ })
    t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 1 })
    const other = await owner.makeProject({ title: 'Another' })
    t.equal(
      (await upload(base, owner, { projectId: other.id, fileName: 'a.jpg', content })).status,
      204,
      'another project may contain it too'
    )
  })

  t.test('a duplicate leaves nothing behind', async t => {
    const place = await uploadScene(t, database)
    const content = await picture()
    await upload(place.base, place.owner, { projectId: place.project.id, fileName: 'a.jpg', content })
    const before = await uploadTraces(place)
    await upload(place.base, place.owner, { projectId: place.project.id, fileName: 'b.jpg', content })
    t.same(await uploadTraces(place), before)
  })

  t.test('rows 44 and 45: hostile files are refused with a clear explanation and leave nothing behind', async t => {
    const place = await uploadScene(t, database)
    const jpeg = await picture({ width: 1600, height: 1200 })
    const png = await picture({ format: 'png' })
    const tiff = await picture({ format: 'tiff' })
    const webp = await picture({ format: 'webp' })
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const files: [string, Buffer, number, string, RegExp][] = [
      ['bomb.png', bombPng(100_000, 100_000), 413, 'TOO_MANY_PIXELS', /^bomb\.png has 10000 megapixels: images of up to 200 megapixels/],
      ['large.png', bombPng(20_001, 10_000), 413, 'TOO_MANY_PIXELS', /megapixels/],
      ['empty-inside.png', bombPng(4000, 4000), 422, 'BROKEN_IMAGE', /cannot be read completely/],
      ['cut.jpg', jpeg.subarray(0, jpeg.length / 2), 422, 'BROKEN_IMAGE', /truncated or damaged/],
      ['cut.png', png.subarray(0, png.length / 2), 422, 'BROKEN_IMAGE', /truncated or damaged/],
      ['cut.tif', tiff.subarray(0, tiff.length / 2), 422, 'BROKEN_IMAGE', /truncated or damaged/],
      ['cut.webp', webp.subarray(0, webp.length / 2), 422, 'BROKEN_IMAGE', /truncated or damaged/],
      ['only-a-start.jpg', jpeg.subarray(0, 200), 422, 'BROKEN_IMAGE', /truncated or damaged/],
      ['page.jpg', html, 415, 'NOT_AN_IMAGE', /page\.jpg is a web page: only JPEG, PNG, TIFF and WebP/],
      ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415, 'NOT_AN_IMAGE', /an SVG/],
      ['polyglot.jpg', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//'), 415, 'NOT_AN_IMAGE', /a GIF/],
      ['archive.jpg', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]), 415, 'NOT_AN_IMAGE', /a ZIP archive/],
      ['text.jpg', Buffer.from('just words'), 415, 'NOT_AN_IMAGE', /another kind of file/],
      ['photo.dng', tiff, 415, 'NOT_AN_IMAGE', /a camera raw file/],
      ['signature.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 422, 'BROKEN_IMAGE', /truncated or damaged/]
    ]
    for (const [fileName, content, status, code, detail] of files) {
      const answer = await upload(place.base, place.owner, { projectId: place.project.id, fileName, content })
      t.equal(answer.status, status, `${fileName}: ${status}`)
      t.equal(answer.headers.get('content-type'), 'application/problem+json')
      t.match(await answer.json(), { code, detail, status, requestId: String }, fileName)
    }
    const empty = await startUpload(place.base, place.owner, { projectId: place.project.id, fileName: 'nothing.jpg', sizeBytes: 0 })
    t.match(await empty.json(), { status: 422, code: 'EMPTY_FILE', detail: /nothing\.jpg is empty \(0 bytes\)/ })
    t.same(await uploadTraces(place), noTraces)
  })

  t.test('row 47: a file over the limit is refused before a byte of it is sent', async t => {
    const place = await uploadScene(t, database)
    const answer = await startUpload(place.base, place.owner, {
      projectId: place.project.id,
      fileName: 'a.tif',
      sizeBytes: 4 * 1024 ** 3 + 1
    })
    t.match(await answer.json(), { status: 413, code: 'UPLOAD_TOO_LARGE', detail: 'A file can be up to 4 GiB in size' })
    t.same(await uploadTraces(place), noTraces)
  })

  t.test('every accepted format is recognised by its content, whatever its name', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const) {
      const answer = await upload(base, owner, { projectId: project.id, fileName: `${format}.bin`, content: await picture({ format }) })
      const media = (await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>()
      t.match(media, { format: `image/${format}`, width: 640, height: 480 })
    }
  })

  t.test('width and height are those of the upright picture', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const content = await picture({ width: 600, height: 400, orientation: 6 })
    const answer = await upload(base, owner, { projectId: project.id, fileName: 'turned.jpg', content })
    t.match((await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json(), { width: 400, height: 600 })
  })

  t.test(
    'row 47: a full disk is reported as such and leaves no partial media item',
    { skip: existsSync('/dev/full') ? false : 'there is no /dev/full' },
    async t => {
      const { base, owner, project, config } = await uploadScene(t, database)
      const content = await picture()
      const created = await startUpload(base, owner, { projectId: project.id, fileName: 'a.jpg', sizeBytes: content.length })
      const location = created.headers.get('location') ?? ''
      const file = join(config.dataDir, location.replace('/api', ''))
      rmSync(file)
      symlinkSync('/dev/full', file)
      const answer = await sendPiece(new URL(location, base), owner, 0, content)
      t.match(await answer.json(), { status: 503, code: 'STORAGE_FULL', detail: /server’s disk is full/ })
      t.match((await owner.get(`/projects/${project.id}`)).json(), { mediaCount: 0 })
    }
  )

  t.test('editors upload, and only the person who began an upload continues it', async t => {
    const { app, base, owner, project, signUp } = await uploadScene(t, database)
    const stranger = await signUp()
    const reader = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: reader.email, role: 'viewer' })
    const request = { projectId: project.id, fileName: 'a.jpg', sizeBytes: 10 }

    t.equal((await app.inject({ method: 'POST', url: '/api/uploads', headers: { 'tus-resumable': '1.0.0' } })).statusCode, 401)
    t.match(await (await startUpload(base, stranger, request)).json(), { status: 404, code: 'NOT_FOUND' })
    t.match(await (await startUpload(base, reader, request)).json(), { status: 403, code: 'ROLE_NEEDED' })

    const location = (await startUpload(base, owner, request)).headers.get('location') ?? ''
    const editor = await signUp()
    await owner.post(`/projects/${project.id}/members`, { email: editor.email, role: 'editor' })
    for (const person of [stranger, editor]) {
      t.equal((await tus(base + location, person, 'HEAD')).status, 404)
      t.equal((await sendPiece(new URL(location, base), person, 0, Buffer.alloc(10))).status, 404)
      t.equal((await tus(base + location, person, 'DELETE')).status, 404)
    }
    t.equal((await tus(base + location, owner, 'DELETE')).status, 204)
    t.equal((await tus(base + location, owner, 'HEAD')).status, 404)
  })

  t.test('a former member is refused at the last piece, and nothing is left', async t => {
    const place = await uploadScene(t, database)
    const editor = await place.signUp()
    await place.owner.post(`/projects/${place.project.id}/members`, { email: editor.email, role: 'editor' })
    const content = await picture()
    const created = await startUpload(place.base, editor, { projectId: place.project.id, fileName: 'a.jpg', sizeBytes: content.length })
    await place.owner.delete(`/projects/${place.project.id}/members/${editor.id}`)
    t.equal((await sendPiece(new URL(created.headers.get('location') ?? '', place.base), editor, 0, content)).status, 404)
    const traces = await until(
      () => uploadTraces(place),
      ({ files }) => files === 0
    )
    t.same(traces, noTraces, 'uploads without a right may end a moment later')
  })

  t.test('an upload that is cancelled while its picture is decoded adds no image', async t => {
    if (database !== 'sqlite') return void t.pass('the trigger that cancels it is one of SQLite')
    const { base, owner, project, storage } = await uploadScene(t, database)
    await sql`create trigger cancelled after insert on media begin delete from upload; end`.execute(storage.db)
    const answer = await upload(base, owner, { projectId: project.id, fileName: 'a.jpg', content: await picture({ seed: 1 }) })
    t.equal(answer.status, 404)
    t.same(await storage.db.selectFrom('media').select('id').execute(), [])
  })

  t.test('a request that is not tus, or is incomplete, is answered with the missing part', async t => {
    const { base, owner, project } = await uploadScene(t, database)
    const encoded = (text: string) => Buffer.from(text).toString('base64')
    const post = (headers: Record<string, string>) => tus(`${base}/api/uploads`, owner, 'POST', { 'upload-length': '10', ...headers })
    t.match(await (await post({})).json(), { status: 422, detail: /projectId is required/ })
    t.match(await (await post({ 'upload-metadata': `projectId ${encoded(project.id)}` })).json(), {
      status: 422,
      detail: /filename is required/
    })
    t.match(await (await post({ 'upload-metadata': `projectId ${encoded(project.id)},filename ${encoded('..')}` })).json(), { status: 422 })
    t.match(await (await post({ 'upload-metadata': '§' })).json(), { status: 400, code: 'UPLOAD_PROTOCOL' })
    t.match(await (await post({ 'tus-resumable': '0.2.0' })).json(), { status: 400 })
    t.match(await (await tus(`${base}/api/uploads/..%2f..%2fsecret`, owner, 'PATCH')).json(), { status: 404 })
    t.match(await (await sendPiece(new URL(`${base}/api/uploads/nobody`), owner, 0, Buffer.from('x'))).json(), {
      status: 404,
      code: 'NOT_FOUND'
    })
  })

  t.test('an abandoned upload is removed', async t => {
    const place = await uploadScene(t, database)
    await startUpload(place.base, place.owner, { projectId: place.project.id, fileName: 'a.jpg', sizeBytes: 10 })
    await place.storage.db.updateTable('upload').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    const folder = join(place.config.dataDir, 'uploads')
    t.equal(await new UploadStore(folder, uploadRecords(place.storage.db), defaultRoom).deleteExpired(), 1)
    t.same(await uploadTraces(place), noTraces)
  })

  for (const name of ['reef-quadrat-2007.jpg', 'reef-transect-2017.jpg', 'rov-seafloor-2022.jpg', 'rov-framegrab-with-gps-2019.jpg']) {
    const file = realFile(`images/${name}`)
    t.test(`the field photograph ${name} is added`, { skip: 'skip' in file && file.skip }, async t => {
      if (!('content' in file)) return
      const { base, owner, project } = await uploadScene(t, database)
      const answer = await upload(base, owner, { projectId: project.id, fileName: name, content: file.content, pieceBytes: 500_000 })
      t.equal(answer.status, 204)
      const media = (await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>()
      t.equal(media.timeBasis?.source === 'unanswered', media.eventDate === null)
      t.ok(media.timeBasis?.cameraTime ?? media.eventDate)
      // This copy lacks its last bytes: the picture is kept, and the loss is reported.
      if (name.startsWith('reef-quadrat')) t.equal(media.exif.Damage, 'the file ends early: the last 7 of 1935 rows are damaged')
    })
  }
})
