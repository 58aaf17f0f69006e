import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { forgetMediaRemovedLongAgo, sweepFiles, unusedFiles } from '../../../../server/backend/media/sweep.ts'
import { openDiskBlobs } from '../../../../server/backend/storage/blobs-disk.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { Media } from '../../../../shared/contracts/media.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { picture } from '../../../support/pictures.ts'
import { listening, upload } from '../../../support/uploads.ts'

await forEachDatabase(t, async (t, database) => {
  t.test('files of media removed a month ago are deleted; files in use and recent ones stay', async t => {
    const backend = await testBackend(t, { database, runJobs: true })
    const base = await listening(t, backend)
    const { storage, config } = backend
    const owner = await backend.signUp()
    const project = await owner.makeProject()
    const other = await owner.makeProject()
    const add = async (projectId: string, seed: number) => {
      const answer = await upload(base, owner, { projectId, fileName: `${seed}.jpg`, content: await picture({ seed }) })
      await finishedJobs(owner, projectId)
      return (await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>()
    }
    const [kept, shared, gone] = [await add(project.id, 1), await add(project.id, 2), await add(project.id, 3)]
    await add(other.id, 2)
    for (const media of [shared, gone]) await owner.delete(`/media/${media.id}`)

    const folder = join(config.dataDir, 'blobs')
    const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    const blobs = await openDiskBlobs(config.dataDir)
    const before = files().length
    async function age(days: number) {
      const then = Date.now() / 1000 - days * 86_400
      const trash = readdirSync(join(config.dataDir, 'trash'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
      for (const { parentPath, name } of trash) utimesSync(join(parentPath, name), then, then)
    }
    const sweep = async (confirmed = true) => {
      await forgetMediaRemovedLongAgo(storage.db)
      return sweepFiles(storage.db, blobs, { confirmed })
    }
    await sweep()
    t.equal(files().length, before, 'nothing is old enough yet')

    await storage.db.updateTable('media').set({ removed_at: '2020-01-01T00:00:00.000Z' }).where('removed_at', 'is not', null).execute()
    await sweep()
    t.equal(files().length, before, 'a file stored today may belong to a change in progress')

    for (const { parentPath, name } of files()) utimesSync(join(parentPath, name), 0, 0)
    t.match(await sweep(false), { moved: { files: 0 }, waiting: { files: 3 } }, 'three of ten are too many to move without confirmation')
    t.equal(files().length, before)
    t.match(await sweep(), { moved: { files: 3 }, waiting: { files: 0 } }, 'the picture and its two thumbnails')
    t.equal(files().length, before - 3)
    t.match(await unusedFiles(storage.db, blobs), { unused: { files: 0 }, examined: before - 4 }, 'one file names the database')
    await age(7.1)
    t.match(await sweep(), { removed: 3 })
    t.equal(await blobs.sizeOf(gone.sha256), null)
    t.equal(await blobs.sizeOf(kept.sha256), kept.sizeBytes)
    t.equal(await blobs.sizeOf(shared.sha256), shared.sizeBytes, 'another project uses it')
    t.equal((await owner.get(`/media/${kept.id}/thumbnail/large`)).statusCode, 200)
  })

  t.test('annotations deleted with their image no longer count for their label, which can then be deleted', async t => {
    const { owner, storage, mediaIds, addLabel, edit, creation } = await annotatingProject(t, { database })
    const [goneId = '', keptId = ''] = mediaIds
    const [sponge, coral] = [await addLabel('Porifera'), await addLabel('Anthozoa')]
    const binned = creation({ mediaId: goneId, labelId: sponge.id })
    await edit([
      creation({ mediaId: goneId, labelId: sponge.id }),
      creation({ mediaId: goneId, labelId: sponge.id }),
      binned,
      creation({ mediaId: goneId, labelId: coral.id }),
      creation({ mediaId: goneId }),
      creation({ mediaId: keptId, labelId: coral.id })
    ])
    await edit([{ id: newId(), kind: 'remove', annotationId: binned.annotationId, revision: 1 }])
    const counts = async () =>
      Promise.all(
        [sponge, coral].map(async ({ id }) => (await owner.get(`/labels/${id}`)).json<{ annotationCount: number }>().annotationCount)
      )
    await owner.delete(`/media/${goneId}`)
    await forgetMediaRemovedLongAgo(storage.db)
    t.same(await counts(), [2, 2], 'the image was deleted today')

    await storage.db.updateTable('media').set({ removed_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', goneId).execute()
    await forgetMediaRemovedLongAgo(storage.db)
    t.same(await counts(), [0, 1])
    await forgetMediaRemovedLongAgo(storage.db)
    t.same(await counts(), [0, 1], 'repeating it changes nothing')
    t.equal((await owner.delete(`/labels/${sponge.id}`)).statusCode, 204)
    t.equal((await owner.delete(`/labels/${coral.id}`)).statusCode, 409, 'another image has it')
  })

  t.test('images of several projects removed a month ago are deleted at once', async t => {
    const { signUp, storage } = await testBackend(t, { database })
    const owner = await signUp()
    for (const title of ['One', 'Two']) {
      const { id: projectId } = await owner.makeProject({ title })
      await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 60 })
    }
    await storage.db.updateTable('media').set({ removed_at: '2020-01-01T00:00:00.000Z' }).execute()
    await forgetMediaRemovedLongAgo(storage.db)
    t.same(await storage.db.selectFrom('media').select('id').execute(), [])
  })
})
