import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import { insertAnnotationRows } from '../../../support/annotation-rows.ts'
import { testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

t.test('an image with many annotations is sent compressed to clients that accept gzip', async t => {
  const { app, storage, signUp } = await testBackend(t)
  const ada = await signUp()
  const { id: projectId } = await ada.makeProject()
  const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
  await insertAnnotationRows(
    storage.db,
    Array.from({ length: 200 }, () => ({ id: newId(), project_id: projectId, media_id: mediaId, created_by: ada.id }))
  )
  const read = (encoding: string) =>
    app.inject({
      url: `/api/media/${mediaId}/annotations`,
      headers: { authorization: `Bearer ${ada.tokens.access_token}`, 'accept-encoding': encoding }
    })
  const [zipped, plain] = [await read('gzip, br'), await read('identity')]
  t.equal(zipped.headers['content-encoding'], 'gzip')
  t.equal(zipped.headers.vary, 'accept-encoding')
  t.equal(plain.headers['content-encoding'], undefined)
  t.equal(gunzipSync(zipped.rawPayload).toString(), plain.body)
  t.equal(plain.json().annotations.length, 200)
  t.ok(zipped.rawPayload.length * 4 < plain.rawPayload.length)
})
