import { cpSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type DatabaseKind, forEachDatabase } from '../support/backend.ts'
import { isobath } from '../support/command-line.ts'
import { signUpScript } from '../support/durability/writers.ts'
import { picture } from '../support/pictures.ts'
import { freshPostgres } from '../support/postgres.ts'
import { type ServerEnd, type ServerProcess, spawnServer } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { upload } from '../support/uploads.ts'

type LaidDown = Awaited<ReturnType<typeof laidDown>>

/** Copies a data folder. The PostgreSQL database remains that of the original. */
function copied(t: Test, original: LaidDown): LaidDown {
  const dataDir = join(temporaryFolder(t), 'data')
  cpSync(original.dataDir, dataDir, { recursive: true, preserveTimestamps: true })
  return { ...original, dataDir, settings: { ...original.settings, DATA_DIR: dataDir } }
}

/** A data folder with three photographs that have not changed for a long time, and a stopped server. */
async function laidDown(t: Test, database: DatabaseKind) {
  const dataDir = join(temporaryFolder(t), 'data')
  const settings = { DATA_DIR: dataDir, ...(database === 'postgres' && { DATABASE_URL: await freshPostgres(t) }) }
  const server = spawnServer(t, settings)
  const url = await server.listening
  const { token, projectId } = await signUpScript(url)
  const script = { tokens: { access_token: token } }
  for (const seed of [1, 2, 3]) {
    const answer = await upload(url, script, { projectId, fileName: `${seed}.jpg`, content: await picture({ seed }) })
    t.equal(answer.status, 204)
  }
  await server.stop()
  for (const path of blobsIn(dataDir)) utimesSync(path, 0, 0)
  return { dataDir, settings, token, projectId }
}

/** Waits for the end of a start that must be refused. */
function refused(server: ServerProcess): Promise<ServerEnd | string> {
  return Promise.race([server.ended, server.listening.catch(() => server.ended)])
}

function blobsIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

/** The same settings with an unused database. */
async function withoutDatabase(t: Test, settings: { DATA_DIR: string; DATABASE_URL?: string }) {
  if (settings.DATABASE_URL) return { ...settings, DATABASE_URL: await freshPostgres(t) }
  for (const end of ['', '-wal', '-shm']) rmSync(join(settings.DATA_DIR, `isobath.db${end}`), { force: true })
  return settings
}

await forEachDatabase(t, async (t, database) => {
  const original = await laidDown(t, database)

  t.test('a start without the database of its photographs is refused, twice, and touches none of them', async t => {
    const { dataDir, settings } = copied(t, original)
    const before = blobsIn(dataDir)
    t.ok(before.length >= 6, `${before.length} files`)
    const vanished = await withoutDatabase(t, settings)
    for (const round of ['first', 'second']) {
      const server = spawnServer(t, vanished)
      t.same(await refused(server), { code: 78, signal: null }, `the ${round} start ends as with wrong settings`)
      t.match(server.output.err, /DATA_DIR .* holds images that belong to another database.*Nothing was changed/s)
      t.match(server.output.err, /isobath restore/)
      t.same(blobsIn(dataDir), before)
    }
    t.match(await isobath(['user', 'create', 'ada@lab.example'], vanished), { code: 78, stderr: /images that belong to another database/ })
    t.same(blobsIn(dataDir), before)
  })

  t.test('two databases do not share one folder, and each continues with its own', async t => {
    const { dataDir, settings, token, projectId } = copied(t, original)
    const other = await laidDown(t, database)
    const before = blobsIn(dataDir)
    if (database === 'sqlite') {
      renameSync(join(dataDir, 'isobath.db'), join(dataDir, 'kept.db'))
      renameSync(join(other.dataDir, 'isobath.db'), join(dataDir, 'isobath.db'))
    }
    const mixed = database === 'sqlite' ? settings : { ...settings, DATABASE_URL: other.settings.DATABASE_URL! }
    const server = spawnServer(t, mixed)
    t.same(await refused(server), { code: 78, signal: null })
    t.match(server.output.err, /images that belong to another database/)
    t.same(blobsIn(dataDir), before)

    if (database === 'sqlite') renameSync(join(dataDir, 'kept.db'), join(dataDir, 'isobath.db'))
    const url = await spawnServer(t, settings).listening
    const answer = await fetch(`${url}/api/projects/${projectId}/media`, { headers: { authorization: `Bearer ${token}` } })
    t.equal(((await answer.json()) as { items: unknown[] }).items.length, 3)
  })

  t.test('a start that cannot listen keeps every file', async t => {
    const { dataDir, settings } = copied(t, original)
    const before = blobsIn(dataDir)
    const first = spawnServer(t, settings)
    const taken = new URL(await first.listening).port
    const second = spawnServer(t, { ...settings, PORT: taken })
    t.equal((await second.ended).code, 1)
    await first.stop()
    const after = blobsIn(dataDir) // including previews that a job has finished since
    t.same(
      before.filter(blob => !after.includes(blob)),
      []
    )
  })
})
