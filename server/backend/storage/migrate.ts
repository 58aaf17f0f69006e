import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'
import { copySqlite, type Database, type OpenDatabase } from './database.ts'
import { accounts } from './migrations/0001-accounts.ts'
import { projects } from './migrations/0002-projects.ts'
import { media } from './migrations/0003-media.ts'
import { jobs } from './migrations/0004-jobs.ts'
import { taxonomy } from './migrations/0005-taxonomy.ts'
import { annotations } from './migrations/0006-annotations.ts'
import { exchange } from './migrations/0007-exchange.ts'
import { review } from './migrations/0008-review.ts'
import { sites } from './migrations/0009-sites.ts'
import { scale } from './migrations/0010-scale.ts'
import { annotationSessions } from './migrations/0011-annotation-sessions.ts'
import { attributeFields } from './migrations/0012-attribute-fields.ts'
import { bulkEdits } from './migrations/0013-bulk-edits.ts'
import { catalog } from './migrations/0014-catalog.ts'
import { files } from './migrations/0015-files.ts'
import { invitations } from './migrations/0016-invitations.ts'
import { mediaCoverage } from './migrations/0017-media-coverage.ts'
import { turnedScales } from './migrations/0018-turned-scales.ts'
import { areasOnImages } from './migrations/0019-areas-on-images.ts'
import { groupedSessions } from './migrations/0020-grouped-sessions.ts'
import { cleanNames } from './migrations/0022-clean-names.ts'
import { publication } from './migrations/0023-publication.ts'
import { cameraClocks } from './migrations/0024-camera-clocks.ts'
import { navigation } from './migrations/0025-navigation.ts'
import { generalisation } from './migrations/0026-generalisation.ts'
import { attributeTerms } from './migrations/0027-attribute-terms.ts'
import { naming } from './migrations/0028-naming.ts'
import { importUndo } from './migrations/0029-import-undo.ts'
import { exampleProject } from './migrations/0030-example-project.ts'
import { labelColours } from './migrations/0031-label-colours.ts'
import type { Migration } from './migrations/migration.ts'

const migrations: Migration[] = [
  accounts,
  projects,
  media,
  jobs,
  taxonomy,
  annotations,
  exchange,
  review,
  sites,
  scale,
  annotationSessions,
  attributeFields,
  bulkEdits,
  catalog,
  files,
  invitations,
  mediaCoverage,
  turnedScales,
  areasOnImages,
  groupedSessions,
  cleanNames,
  publication,
  cameraClocks,
  navigation,
  generalisation,
  attributeTerms,
  naming,
  importUndo,
  exampleProject,
  labelColours
]

export const schemaVersion = migrations.at(-1)?.version ?? 0

/** Any number that only Isobath uses: two starting servers wait for each other on it. */
const advisoryLock = 7_180_341

export class NewerSchema extends Error {
  constructor(found: number) {
    super(
      `The database has schema version ${found}, this program knows ${schemaVersion}: start the newer program, or restore a backup made before the upgrade`
    )
  }
}

/**
 * Brings the schema up to date, one transaction for all steps, after a copy of the SQLite file into `DATA_DIR/backups`.
 * @throws NewerSchema when a newer program has been here
 */
export async function migrate(open: OpenDatabase, dataDir: string): Promise<{ from: number; to: number }> {
  const before = await currentVersion(open.db)
  if (before > schemaVersion) throw new NewerSchema(before)
  if (before === schemaVersion) return { from: before, to: before }
  if (open.sqlite && before > 0) {
    const folder = join(dataDir, 'backups')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    await copySqlite(open.sqlite, join(folder, `before-schema-${before + 1}-${timestamp().replaceAll(':', '')}.db`))
  }
  return open.db.transaction().execute(async db => {
    if (open.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db)
    await sql`create table if not exists schema_version (version integer primary key, name text not null, applied_at text not null)`.execute(
      db
    )
    const from = await currentVersion(db)
    for (const step of migrations.filter(({ version }) => version > from)) {
      await step.up(db, open.dialect)
      await sql`insert into schema_version (version, name, applied_at) values (${step.version}, ${step.name}, ${timestamp()})`.execute(db)
    }
    return { from, to: schemaVersion }
  })
}

/** Number of the newest migration in the database, 0 for an empty one. */
export async function currentVersion(db: Database): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(table => table.name === 'schema_version')) return 0
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(db)
  return rows[0]?.version ?? 0
}
