import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { openDiskBlobs } from '../../../../server/backend/storage/blobs-disk.ts'
import { temporaryFolder } from '../../../support/backend.ts'

const content = Buffer.from('a picture of a sponge')
const sha256 = createHash('sha256').update(content).digest('hex')

t.test('a blob is named by its content, and comes back as it was put, whole or in part', async t => {
  const blobs = await openDiskBlobs(temporaryFolder(t), { alone: true })
  t.same(await blobs.put(Readable.from([content.subarray(0, 5), content.subarray(5)])), { sha256, sizeBytes: content.length, added: true })
  t.equal(await blobs.sizeOf(sha256), content.length)
  t.same(await buffer(await blobs.open(sha256)), content)
  t.same(await buffer(await blobs.open(sha256, { start: 2, end: 8 })), Buffer.from('picture'))
  t.same(await blobs.read(sha256, { start: 2, end: 8 }), Buffer.from('picture'))
})

t.test('the same content is kept once, however it comes', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder, { alone: true })
  await blobs.put(Readable.from([content]))
  writeFileSync(join(folder, 'upload'), content)
  t.match(await blobs.putFile(join(folder, 'upload')), { sha256, added: false })
  t.match(await blobs.put(Readable.from([content])), { sha256, added: false })
  t.ok(existsSync(join(folder, 'upload')), 'a file that was taken in stays where it was')
  t.same(readdirSync(join(folder, 'tmp')), [], 'nothing unfinished is left')
})

t.test('a removed blob is gone, and removing it twice is no error', async t => {
  const blobs = await openDiskBlobs(temporaryFolder(t), { alone: true })
  await blobs.put(Readable.from([content]))
  await blobs.remove(sha256)
  await blobs.remove(sha256)
  t.equal(await blobs.sizeOf(sha256), null)
  await t.rejects(blobs.open(sha256), { code: 'BLOB_MISSING' })
  await t.rejects(blobs.localPath(sha256), { code: 'BLOB_MISSING' })
})

t.test('a source that breaks off leaves nothing behind', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder, { alone: true })
  const broken = Readable.from(
    (async function* () {
      yield content
      throw new Error('the link broke')
    })()
  )
  await t.rejects(blobs.put(broken), { message: 'the link broke' })
  t.same(readdirSync(join(folder, 'tmp')), [])
  t.same(readdirSync(join(folder, 'blobs')), [])
})

t.test('row 47: a full disk is said as such, and no half object stays', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder, { alone: true })
  const noRoom = new Readable({
    read() {
      this.destroy(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
    }
  })
  await t.rejects(blobs.put(noRoom), { code: 'STORAGE_FULL', statusCode: 507 })
})

t.test('what a killed process left unfinished is deleted at the next start, but not the work of another process', async t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'tmp', 'work-1'), { recursive: true })
  writeFileSync(join(folder, 'tmp', 'half'), content)
  await openDiskBlobs(folder, { alone: false })
  t.same(readdirSync(join(folder, 'tmp')).sort(), ['half', 'work-1'])
  await openDiskBlobs(folder, { alone: true })
  t.same(readdirSync(join(folder, 'tmp')), [])
})

t.test('row 46: no name leads out of the folder', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder, { alone: true })
  writeFileSync(join(folder, 'secret'), 'key')
  symlinkSync(join(folder, 'secret'), join(folder, 'blobs', 'link'))
  for (const name of ['../secret', 'link', '', sha256.toUpperCase(), `${sha256}/..`]) await t.rejects(blobs.open(name), TypeError, name)
})
