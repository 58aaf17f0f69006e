import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildBackend } from '../../../server/backend/backend.ts'
import { filesWereNeverUsed } from '../../../server/backend/media/files-identity.ts'
import { openDiskBlobs } from '../../../server/backend/storage/blobs-disk.ts'
import type { Media } from '../../../shared/contracts/media.ts'
import { type DatabaseKind, forEachDatabase, personOf, testBackend } from '../../support/backend.ts'
import { isobath } from '../../support/command-line.ts'
import { picture } from '../../support/pictures.ts'
import { freshPostgres } from '../../support/postgres.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { listening, upload } from '../../support/uploads.ts'

const filesIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [])
    .filter(entry => entry.isFile() && entry.name !== 'files-id')
    .map(({ parentPath, name }) => join(parentPath, name))

function age(paths: string[], days: number) {
  const then = Date.now() / 1000 - days * 86_400
  for (const path of paths) utimesSync(path, then, then)
}

/** Two photographs with two files each. One was removed so long ago that its row is gone. */
async function oneOfTwo(t: Test, database: DatabaseKind) {
  const backend = await testBackend(t, { database })
  const base = await listening(t, backend)
  const owner = await backend.signUp()
  const { id: projectId } = await owner.makeProject()
  const add = async (seed: number) => {
    const answer = await upload(base, owner, { projectId, fileName: `${seed}.jpg`, content: await picture({ seed }) })
    return (await owner.get(`/media/${answer.headers.get('isobath-media-id')}`)).json<Media>()
  }
  const [kept, gone] = [await add(1), await add(2)]
  await backend.storage.db.deleteFrom('media').where('id', '=', gone.id).execute()
  const { dataDir, databaseUrl } = backend.config
  const [blobs, trash] = [join(dataDir, 'blobs'), join(dataDir, 'trash')]
  age(filesIn(blobs), 2)
  return { ...backend, owner, kept, gone, blobs, trash, settings: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) } }
}

await forEachDatabase(t, (t, database) => {
  t.test('sweep lists unused files, moves them on confirmation, and doctor lists the trash until it is empty', async t => {
    const { settings, blobs, trash, owner, kept } = await oneOfTwo(t, database)
    t.match(await isobath(['sweep'], settings), { code: 0, stdout: /^2 files \(.* MB\) of 4 not used by any media item/ })
    t.equal(filesIn(blobs).length, 4, 'listing moves nothing')
    t.match((await isobath(['doctor'], settings)).stdout, /warning +files: 2 files .* not used by any media item/)
    t.match(await isobath(['sweep', '--confirm'], settings), { code: 0, stdout: /^2 files .* moved to the trash/ })
    t.equal(filesIn(blobs).length, 2)
    t.equal(filesIn(trash).length, 2)
    const today = new Date().toISOString().slice(0, 10)
    t.match(
      (await isobath(['doctor'], settings)).stdout,
      new RegExp(`ok +trash: 2 files .* from ${today}, to be permanently removed after `)
    )
    age(filesIn(trash), 6.9)
    await isobath(['sweep', '--confirm'], settings)
    t.equal(filesIn(trash).length, 2)
    age(filesIn(trash), 7.1)
    t.match((await isobath(['sweep', '--confirm'], settings)).stdout, /2 permanently removed after 7 days in the trash/)
    t.same(filesIn(trash), [])
    t.match((await isobath(['doctor'], settings)).stdout, /ok +trash: empty/)
    t.equal((await owner.get(`/media/${kept.id}/thumbnail/small`)).statusCode, 200)
  })

  t.test('a file in the trash that a row refers to again is reported, and restored for good', async t => {
    const { settings, blobs, trash, owner, kept, storage } = await oneOfTwo(t, database)
    const store = await openDiskBlobs(settings.DATA_DIR)
    await store.discard([kept.sha256])
    t.match((await isobath(['doctor'], settings)).stdout, /ok +files: 2 present/, 'files in the trash count')
    t.equal((await owner.get(`/media/${kept.id}/content`)).statusCode, 200)
    t.equal(filesIn(trash).length, 0)

    await store.discard([kept.sha256])
    age(filesIn(trash), 30)
    const { small_sha256 } = await storage.db.selectFrom('media').selectAll().where('id', '=', kept.id).executeTakeFirstOrThrow()
    t.match((await isobath(['sweep', '--confirm'], settings)).stdout, /1 restored from the trash: in use again/)
    t.same((await store.factsOf([kept.sha256, small_sha256 ?? ''])).length, 2, 'regardless of the time in the trash')
    t.equal(filesIn(blobs).length, 2)
  })

  t.test('a backup contains the trash and the identity of the files, and reports missing files', async t => {
    const { settings, trash, blobs, app, storage, owner, config, kept } = await oneOfTwo(t, database)
    await isobath(['sweep', '--confirm'], settings)
    const archive = join(temporaryFolder(t), 'backup.tar')
    t.match(await isobath(['backup', archive], settings), { code: 0 })
    const target = { DATA_DIR: join(temporaryFolder(t), 'new'), ...(database === 'postgres' && { DATABASE_URL: await freshPostgres(t) }) }
    t.match(await isobath(['restore', archive], target), { code: 0 })
    const names = (folder: string) =>
      filesIn(folder)
        .map(path => path.slice(-64))
        .sort()
    t.same(names(join(target.DATA_DIR, 'blobs')), names(blobs))
    t.same(names(join(target.DATA_DIR, 'trash')), names(trash))

    await storage.close()
    await app.close()
    const again = await buildBackend({ ...config, dataDir: target.DATA_DIR, databaseUrl: target.DATABASE_URL ?? null })
    t.teardown(() => again.close())
    t.equal((await (await personOf(again, owner.tokens)).get(`/media/${kept.id}/content`)).statusCode, 200, 'they belong together')

    for (const path of filesIn(blobs)) rmSync(path)
    t.match(await isobath(['backup', `${archive}.second`], settings), {
      code: 1,
      stderr: /incomplete: 2 of the files that the database needs/
    })
  })

  t.test('files of 0.1.0, which belong to no database yet, are adopted only by a database that refers to one of them', async t => {
    const { app, config, storage, settings, blobs } = await oneOfTwo(t, database)
    await app.close()
    const forget = () => storage.db.deleteFrom('files_identity').execute()
    await forget()
    rmSync(join(blobs, 'files-id'))
    await (await buildBackend(config)).close()
    t.ok(existsSync(join(blobs, 'files-id')))

    rmSync(join(blobs, 'files-id'))
    await forget()
    await storage.db.deleteFrom('media').execute()
    await t.rejects(buildBackend(config), { message: /images that belong to another database/ })
    t.notOk(existsSync(join(blobs, 'files-id')))
    t.equal(filesIn(blobs).length, 4)

    t.match(await isobath(['adopt-files'], settings), { code: 0, stdout: /refers to 0 files/ })
    await t.rejects(buildBackend(config), { message: /images that belong to another database/ }, 'a read-only check decides nothing')
    t.match(await isobath(['adopt-files', '--confirm'], settings), { code: 0 })
    await (await buildBackend(config)).close()
    t.equal(filesIn(blobs).length, 4)
  })

  t.test('a database whose files are all missing does not start on an empty folder', async t => {
    const { app, config, settings, blobs } = await oneOfTwo(t, database)
    await app.close()
    rmSync(blobs, { recursive: true })
    await t.rejects(buildBackend(config), { message: /holds none of the images.*Is its disk mounted/ })
    t.match((await isobath(['adopt-files', '--confirm'], settings)).stdout, /2 are missing/)
    await (await buildBackend(config)).close()
  })

  t.test('files count as used when the folder belongs to another database, or once a file was stored', async t => {
    const unused = await testBackend(t, { database })
    t.equal(await filesWereNeverUsed(unused.storage.db, await openDiskBlobs(unused.config.dataDir)), true)

    const dataDir = temporaryFolder(t)
    mkdirSync(join(dataDir, 'blobs'))
    writeFileSync(join(dataDir, 'blobs', 'files-id'), 'of another database')
    const other = await testBackend(t, { database, dataDir })
    t.equal(await filesWereNeverUsed(other.storage.db, await openDiskBlobs(dataDir)), false, 'another database was used here')

    const used = await oneOfTwo(t, database)
    t.equal(await filesWereNeverUsed(used.storage.db, await openDiskBlobs(used.config.dataDir)), false)
  })

  t.test('two servers that start simultaneously on one folder with one database both start', async t => {
    const { config, storage } = await testBackend(t, { database, dataDir: temporaryFolder(t) })
    rmSync(join(config.dataDir, 'blobs', 'files-id'))
    await storage.db.deleteFrom('files_identity').execute()
    const both = await Promise.all([buildBackend(config), buildBackend(config)])
    for (const app of both) await app.close()
    const { files_id } = await storage.db.selectFrom('files_identity').selectAll().executeTakeFirstOrThrow()
    t.equal(await (await openDiskBlobs(config.dataDir)).filesId(), files_id)
  })
})
