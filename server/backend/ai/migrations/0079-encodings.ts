import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the decoders of interactive pairs, and the images that such pairs have encoded. */
export const encodings: Migration = {
  version: 79,
  name: 'encodings',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .alterTable('ai_uploaded_model')
      .addColumn('is_decoder', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('ai_encoding')
      .addColumn('media_sha256', key, column => column.notNull())
      .addColumn('manifest_sha256', key, column => column.notNull())
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('used_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('ai_encoding_key', ['media_sha256', 'manifest_sha256'])
      .execute()
    await db.schema.createIndex('ai_encoding_by_content').on('ai_encoding').column('sha256').execute()
    await db.schema.createIndex('ai_encoding_by_use').on('ai_encoding').column('used_at').execute()
  }
}
