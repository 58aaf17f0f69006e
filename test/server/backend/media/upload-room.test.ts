import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { uploadRecords } from '../../../../server/backend/media/upload-records.ts'
import { freeBytes } from '../../../../server/lib/free-space.ts'
import { defaultRoom, type RoomLimits } from '../../../../server/lib/room-limits.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { type DatabaseKind, forEachDatabase, testBackend } from '../../../support/backend.ts'
import { picture } from '../../../support/pictures.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { listening, sendPiece, startUpload, tus, upload } from '../../../support/uploads.ts'

async function scene(t: Test, database: DatabaseKind, room: Partial<RoomLimits>) {
  const backend = await testBackend(t, { database, room: { ...defaultRoom, minFreeBytes: 0, ...room } })
  const base = await listening(t, backend)
  const [owner, other] = [await backend.signUp(), await backend.signUp()]
  const { id: projectId } = await owner.makeProject()
  await owner.post(`/projects/${projectId}/members`, { email: other.email, role: 'editor' })
  const begin = (person = owner, sizeBytes = 1000) => startUpload(base, person, { projectId, fileName: 'reef.jpg', sizeBytes })
  const waiting = async () => (await backend.storage.db.selectFrom('upload').select('id').where('media_id', 'is', null).execute()).length
  const files = () => readdirSync(join(backend.config.dataDir, 'uploads')).length
  const bytesOf = async (url: URL) => (await stat(join(backend.config.dataDir, 'uploads', basename(url.pathname)))).size
  const urlOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', base)
  return { ...backend, base, owner, other, projectId, begin, waiting, files, bytesOf, urlOf }
}

await forEachDatabase(t, (t, database) => {
  t.test('running uploads keep their reservation: together they never exceed the free space of the disk', async t => {
    const folder = temporaryFolder(t)
    const free = await freeBytes(folder)
    const { begin, owner, urlOf, waiting, files } = await scene(t, database, { minFreeBytes: free - 6e9 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin(owner, 4e9)))
    t.same(answers.map(({ status }) => status).sort(), [201, 503, 503, 503, 503, 503, 503, 503], 'of eight simultaneous uploads, one fits')
    const refused = answers.find(({ status }) => status === 503)!
    t.match(await refused.json(), { code: 'STORAGE_FULL', detail: /server’s disk is full/ })
    t.same([await waiting(), files()], [1, 1], 'the refused ones left nothing behind')
    await tus(urlOf(answers.find(({ status }) => status === 201)!), owner, 'DELETE')
    t.equal((await begin(owner, 4e9)).status, 201, 'a cancelled one releases its space')
  })

  t.test('a quota counts stored files, restorable files and running uploads', async t => {
    const content = await picture()
    const quotaBytes = Math.floor(content.length * 2.5)
    const { base, begin, owner, other, projectId, urlOf, storage } = await scene(t, database, { quotaBytes })
    const kept = await upload(base, owner, { projectId, fileName: 'a.jpg', content })
    t.equal(kept.status, 204)
    const coming = await begin(other, content.length)
    t.equal(coming.status, 201)
    const over = await begin(owner, content.length)
    t.equal(over.status, 413)
    t.match(await over.json(), { code: 'STORAGE_QUOTA_REACHED', detail: /^reef\.jpg does not fit: .* 0 MB is left/ })
    t.equal((await begin(owner, Math.floor(content.length * 0.4))).status, 201, 'a smaller one fits')

    await tus(urlOf(coming), other, 'DELETE')
    const media = (await owner.get(`/media/${kept.headers.get('isobath-media-id')}`)).json<Media>()
    await owner.delete(`/media/${media.id}`)
    t.equal((await begin(owner, content.length * 2)).status, 413, 'restorable files take space')
    t.equal((await storage.db.selectFrom('storage_use').selectAll().executeTakeFirstOrThrow()).media_bytes, content.length)
  })

  t.test('the quota of one person does not affect others', async t => {
    const { begin, owner, other } = await scene(t, database, { quotaPerPersonBytes: 5_000_000 })
    t.equal((await begin(owner, 4_000_000)).status, 201)
    const over = await begin(owner, 2_000_000)
    t.equal(over.status, 413)
    t.match(await over.json(), { code: 'OWN_QUOTA_REACHED', detail: /you can store 5 MB of images and models, and 1 MB is left/ })
    t.equal((await begin(other, 4_000_000)).status, 201)
  })

  t.test('an upload without data releases its reservation after a day, one with data after a week', async t => {
    const { begin, owner, urlOf, storage } = await scene(t, database, { quotaBytes: 10_000 })
    const answer = await begin(owner, 8_000)
    const days = async () => {
      const { expires_at } = await storage.db.selectFrom('upload').select('expires_at').executeTakeFirstOrThrow()
      return Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)
    }
    t.equal(await days(), 1)
    await sendPiece(urlOf(answer), owner, 0, Buffer.alloc(100))
    t.equal(await days(), 7)
    t.equal((await begin(owner, 8_000)).status, 413)
    await storage.db.updateTable('upload').set({ expires_at: '2020-01-01T00:00:00.000Z' }).execute()
    t.equal((await begin(owner, 8_000)).status, 201, 'an expired one no longer counts')
    const late = await sendPiece(urlOf(answer), owner, 100, Buffer.alloc(100))
    t.equal(late.status, 410)
    await uploadRecords(storage.db).removeExpired()
  })

  t.test('the upload of a demoted or former member ends immediately: idle, and while its bytes arrive', async t => {
    const { begin, owner, other, projectId, urlOf, waiting, files, bytesOf } = await scene(t, database, {})
    const urls = [urlOf(await begin(other)), urlOf(await begin(owner))]
    await sendPiece(urls[0]!, other, 0, Buffer.alloc(10))
    const running = urlOf(await begin(other, 4e6))
    const piece = httpRequest(running, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${other.tokens.access_token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': 4e6
      }
    })
    const answered = once(piece, 'response') as Promise<[IncomingMessage]>
    piece.on('error', () => undefined)
    piece.write(Buffer.alloc(100_000))
    while ((await bytesOf(running)) === 0) await pause(5)
    const members = `/projects/${projectId}/members/${other.id}`
    t.equal((await owner.patch(members, { role: 'viewer' })).statusCode, 200)

    const [answer] = await answered
    t.equal(answer.statusCode, 403)
    let body = ''
    for await (const part of answer) body += part
    t.match(JSON.parse(body), { code: 'ROLE_NEEDED' })
    while ((await waiting()) > 1 || files() > 1) await pause(20)
    t.equal((await sendPiece(urls[1]!, owner, 0, Buffer.alloc(10))).status, 204, 'those of others continue')
    t.equal((await sendPiece(urls[0]!, other, 10, Buffer.alloc(10))).status, 404)
  })
})
