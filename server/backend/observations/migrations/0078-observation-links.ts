import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

const links = ['label_id', 'site_id', 'annotation_id', 'record_id', 'dataset_id', 'import_id']

/**
 * Indexes only the observations that have a link. SQLite took the many empty links for the usual number of observations of a record. It then read all
 * observations for each record.
 */
export const observationLinks: Migration = {
  version: 78,
  name: 'observation links',
  async up(db) {
    for (const link of links) {
      const index = sql.ref(`observation_by_${link}`)
      await sql`drop index ${index}`.execute(db)
      await sql`create index ${index} on observation (${sql.ref(link)}) where ${sql.ref(link)} is not null`.execute(db)
    }
  }
}
