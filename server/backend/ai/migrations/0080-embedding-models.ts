import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the embedding models whose features versions and runs use. */
export const embeddingModels: Migration = {
  version: 80,
  name: 'embedding-models',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    for (const table of ['ai_model_version', 'ai_run'] as const) {
      await db.schema
        .alterTable(table)
        .addColumn('embedding_model_id', key, column => column.references('ai_uploaded_model.id').onDelete('cascade'))
        .execute()
      await db.schema.createIndex(`${table}_by_embedding_model`).on(table).column('embedding_model_id').execute()
    }
  }
}
