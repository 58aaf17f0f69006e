import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const groupedSessions: Migration = {
  version: 20,
  name: 'grouped sessions',
  async up(db) {
    await db.schema.alterTable('annotation_session').addColumn('grouped_at', 'text').execute()
    // A session counts as grouped only if its groups were computed after its end.
    await sql`update annotation_session set grouped_at = (
        select disputed_at from annotation_session_agreement as agreement where agreement.session_id = annotation_session.id
      )`.execute(db)
  }
}
