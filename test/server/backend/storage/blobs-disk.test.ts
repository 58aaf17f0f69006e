import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { openDiskBlobs } from '../../../../server/backend/storage/blobs-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const content = Buffer.from('a picture of a sponge')
const sha256 = createHash('sha256').update(content).digest('hex')

t.test('a blob is named by its content, and read back unchanged, whole or in part', async t => {
  const blobs = await openDiskBlobs(temporaryFolder(t))
  t.same(await blobs.put(Readable.from([content.subarray(0, 5), content.subarray(5)])), { sha256, sizeBytes: content.length, added: true })
  t.equal(await blobs.sizeOf(sha256), content.length)
  t.same(await buffer(await blobs.open(sha256)), content)
  t.same(await buffer(await blobs.open(sha256, { start: 2, end: 8 })), Buffer.from('picture'))
  t.same(await blobs.read(sha256, { start: 2, end: 8 }), Buffer.from('picture'))
})

t.test('the same content is stored once, however it arrives', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder)
  await blobs.put(Readable.from([content]))
  writeFileSync(join(folder, 'upload'), content)
  t.match(await blobs.putFile(join(folder, 'upload')), { sha256, added: false })
  t.match(await blobs.put(Readable.from([content])), { sha256, added: false })
  t.ok(existsSync(join(folder, 'upload')), 'a stored file stays where it was')
  t.same(readdirSync(join(folder, 'tmp')), [], 'no unfinished file is left')
})

t.test('a blob in the trash is restored when it is read, looked up or stored again', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder)
  await blobs.put(Readable.from([content]))
  const inTrash = () => readdirSync(join(folder, 'trash', sha256.slice(0, 2)))
  const ways: [string, () => Promise<unknown>][] = [
    ['opened', async () => buffer(await blobs.open(sha256))],
    ['read', () => blobs.read(sha256, { start: 0, end: 3 })],
    ['its size', () => blobs.sizeOf(sha256)],
    ['its path', () => blobs.localPath(sha256)],
    ['put again', () => blobs.put(Readable.from([content]))]
  ]
  for (const [title, way] of ways) {
    await blobs.discard([sha256])
    t.same(inTrash(), [sha256], title)
    await way()
    t.same(inTrash(), [], title)
    t.same(await buffer(await blobs.open(sha256)), content, title)
  }
})

t.test('a blob removed from the trash is gone, and removing it twice is not an error', async t => {
  const blobs = await openDiskBlobs(temporaryFolder(t))
  await blobs.put(Readable.from([content]))
  await blobs.trash.remove([sha256])
  t.equal(await blobs.sizeOf(sha256), content.length, 'only files in the trash are removed')
  await blobs.discard([sha256])
  await blobs.trash.remove([sha256])
  await blobs.trash.remove([sha256])
  t.equal(await blobs.sizeOf(sha256), null)
  await t.rejects(blobs.open(sha256), { code: 'BLOB_MISSING' })
  await t.rejects(blobs.localPath(sha256), { code: 'BLOB_MISSING' })
})

t.test('an aborted source leaves nothing behind', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder)
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

t.test('row 47: a full disk is reported as such, and no partial object stays', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder)
  const noRoom = new Readable({
    read() {
      this.destroy(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))
    }
  })
  await t.rejects(blobs.put(noRoom), { code: 'STORAGE_FULL', statusCode: 503 })
})

t.test('opening the storage deletes nothing', async t => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'tmp', 'work-1'), { recursive: true })
  writeFileSync(join(folder, 'tmp', 'half'), content)
  utimesSync(join(folder, 'tmp', 'half'), 0, 0)
  await openDiskBlobs(folder)
  t.same(readdirSync(join(folder, 'tmp')).sort(), ['half', 'work-1'])
})

t.test('row 46: no name leads out of the folder', async t => {
  const folder = temporaryFolder(t)
  const blobs = await openDiskBlobs(folder)
  writeFileSync(join(folder, 'secret'), 'key')
  symlinkSync(join(folder, 'secret'), join(folder, 'blobs', 'link'))
  for (const name of ['../secret', 'link', '', sha256.toUpperCase(), `${sha256}/..`]) await t.rejects(blobs.open(name), TypeError, name)
})
