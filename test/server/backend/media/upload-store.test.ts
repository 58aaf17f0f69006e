import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { UploadStore } from '../../../../server/backend/media/upload-store.ts'
import { newId } from '../../../../server/lib/ids.ts'

t.test('row 47: uploads that are under way leave the last room on the disk to the audit log and the database', async t => {
  const folder = t.testdir({})
  const id = newId()
  const none = {} as never
  writeFileSync(join(folder, id), 'abc')
  const full = new UploadStore(folder, none, Number.MAX_SAFE_INTEGER)
  await t.rejects(full.write(Readable.from([Buffer.from('def')]), id, 3), { code: 'STORAGE_FULL', statusCode: 503 })
  t.equal(statSync(join(folder, id)).size, 3, 'what was there is kept')
  const roomy = new UploadStore(folder, none, 0)
  t.equal(await roomy.write(Readable.from([Buffer.from('def')]), id, 3), 6)
})
