import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import t, { type Test } from 'tap'
import { migrations, schemaVersion } from '../../../../server/backend/schema.ts'
import { type OpenDatabase, openDatabase } from '../../../../server/backend/storage/database.ts'
import { currentVersion, migrate, NewerSchema } from '../../../../server/backend/storage/migrate.ts'
import { migrationFiles } from '../../../support/migrated.ts'
import { databasesAtHand, freshPostgres } from '../../../support/postgres.ts'

async function emptyDatabase(
  t: Test,
  kind: 'sqlite' | 'postgres'
): Promise<{ open: OpenDatabase; dataDir: string; again(): OpenDatabase }> {
  const dataDir = t.testdir({})
  const databaseUrl = kind === 'postgres' ? await freshPostgres(t) : null
  const again = () => openDatabase({ dataDir, databaseUrl })
  const open = again()
  t.teardown(() => open.close())
  return { open, dataDir, again }
}

const files = migrationFiles()

t.test('each migration has a unique number, that of its file, and is in the list of its noun', async t => {
  t.strictSame(
    files.map(path => Number(basename(path).slice(0, 4))).sort((a, b) => a - b),
    migrations.map(({ version }) => version)
  )
  t.equal(new Set(migrations.map(({ version }) => version)).size, migrations.length)
})

for (const kind of databasesAtHand) {
  t.test(kind, async t => {
    t.test('an empty database is upgraded to the newest schema, once', async t => {
      const { open, dataDir } = await emptyDatabase(t, kind)
      t.equal(await currentVersion(open.db), 0)
      t.same(await migrate(open, dataDir, migrations), { from: 0, to: schemaVersion })
      t.same(await migrate(open, dataDir, migrations), { from: schemaVersion, to: schemaVersion })
    })

    t.test('two servers that start simultaneously run every step once', async t => {
      const { open, dataDir, again } = await emptyDatabase(t, kind)
      const second = again()
      t.teardown(() => second.close())
      const results =
        kind === 'sqlite'
          ? [await migrate(open, dataDir, migrations), await migrate(second, dataDir, migrations)]
          : await Promise.all([migrate(open, dataDir, migrations), migrate(second, dataDir, migrations)])
      t.ok(results.every(result => result.to === schemaVersion))
      const { rows } = await sql<{ count: number }>`select count(*) as count from schema_version`.execute(open.db)
      t.equal(rows[0]?.count, files.length)
    })

    t.test('a database of a newer program is refused and unchanged', async t => {
      const { open, dataDir } = await emptyDatabase(t, kind)
      await migrate(open, dataDir, migrations)
      await sql`insert into schema_version (version, name, applied_at) values (${schemaVersion + 1}, 'later', 'later')`.execute(open.db)
      await t.rejects(migrate(open, dataDir, migrations), new NewerSchema(schemaVersion + 1, schemaVersion))
    })

    t.test('counts and sums are numbers, and a failed transaction leaves nothing', async t => {
      const { open, dataDir } = await emptyDatabase(t, kind)
      await migrate(open, dataDir, migrations)
      const failing = open.db.transaction().execute(async trx => {
        await sql`insert into schema_version (version, name, applied_at) values (99, 'x', 'x')`.execute(trx)
        throw new Error('after all not')
      })
      await t.rejects(failing, /after all not/)
      const { rows } = await sql<{
        highest: number
        sum: number
      }>`select max(version) as highest, sum(version) as sum from schema_version`.execute(open.db)
      t.equal(rows[0]?.highest, schemaVersion)
      t.type(rows[0]?.sum, 'number')
    })
  })
}

t.test('an older SQLite file is copied before it is changed', async t => {
  const { open, dataDir } = await emptyDatabase(t, 'sqlite')
  await migrate(open, dataDir, migrations)
  t.throws(() => readdirSync(join(dataDir, 'backups')), 'a new file needs no copy')
  const failing = 17
  await sql`delete from schema_version where version >= ${failing}`.execute(open.db)
  for (let restarts = 0; restarts < 2; restarts++)
    await t.rejects(migrate(open, dataDir, migrations), 'the step finds its table already there')
  t.same(readdirSync(join(dataDir, 'backups')), [`before-schema-${failing}.db`], 'a restart replaces the copy')
  t.equal(await currentVersion(open.db), failing - 1, 'the failed step left nothing behind')
})

t.test('commits are on the disk before they are acknowledged', async t => {
  const { open } = await emptyDatabase(t, 'sqlite')
  const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(open.db)
  const { rows: synchronous } = await sql<{ synchronous: number }>`pragma synchronous`.execute(open.db)
  t.equal(journal[0]?.journal_mode, 'wal')
  t.equal(synchronous[0]?.synchronous, 2)
})
