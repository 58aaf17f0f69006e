import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import t from 'tap'
import { UploadStore } from '../../../../server/backend/media/upload-store.ts'
import { newId } from '../../../../server/lib/ids.ts'
import { defaultRoom } from '../../../../server/lib/room-limits.ts'
import { cannotMount, smallDisk } from '../../../support/small-disk.ts'

t.test('running uploads leave the reserved disk space to the audit log and the database', { skip: cannotMount }, async t => {
  const folder = smallDisk(t, 32)
  const id = newId()
  const records = { markArrived: async () => true } as never
  writeFileSync(join(folder, id), 'abc')
  const full = new UploadStore(folder, records, defaultRoom)
  await t.rejects(full.write(Readable.from([Buffer.from('def')]), id, 3), { code: 'STORAGE_FULL', statusCode: 503 })
  t.equal(statSync(join(folder, id)).size, 3, 'received bytes are kept')
  const roomy = new UploadStore(folder, records, { ...defaultRoom, minFreeBytes: 0 })
  t.equal(await roomy.write(Readable.from([Buffer.from('def')]), id, 3), 6)
})
