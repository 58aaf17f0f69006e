import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Indexes every observation at a site whose taxon is also named by words, because a label does not make its name less sensitive. */
export const namedAtSite: Migration = {
  version: 82,
  name: 'named-at-site',
  async up(db) {
    await sql`drop index observation_named_at_site`.execute(db)
    await sql`create index observation_named_at_site on observation (project_id)
      where site_id is not null and removed_at is null and (verbatim_identification is not null or record_id is not null)`.execute(db)
  }
}
