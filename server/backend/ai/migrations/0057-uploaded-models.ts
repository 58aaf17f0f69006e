import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds uploaded models with their labels and runs, a purpose for uploads, and label texts for suggestions not in the catalog. */
export const uploadedModels: Migration = {
  version: 57,
  name: 'uploaded models',
  // Long: one table after another.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    await db.schema
      .createTable('ai_uploaded_model')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('sha256', 'text', column => column.notNull())
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('size_bytes', 'bigint', column => column.notNull())
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('inspection', 'text', column => column.notNull())
      .addColumn('manifest', 'text')
      .addColumn('manifest_sha256', 'text')
      .addColumn('name', 'text')
      .addColumn('version', 'text')
      .addColumn('dry_run', 'text')
      .addColumn('job_id', 'text')
      .addColumn('licence_read_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('licence_read_at', 'text')
      .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await db.schema
      .createIndex('ai_uploaded_model_by_name')
      .unique()
      .on('ai_uploaded_model')
      .columns(['project_id', 'name', 'version'])
      .execute()
    await db.schema.createIndex('ai_uploaded_model_by_content').on('ai_uploaded_model').column('sha256').execute()

    await db.schema
      .createTable('ai_uploaded_label')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('model_id', key, column => column.notNull().references('ai_uploaded_model.id').onDelete('cascade'))
      .addColumn('place', 'integer', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('taxon', 'text')
      .addColumn('is_ignored', 'integer', column => column.notNull())
      .addColumn('label_id', 'text', column => column.references('label.id').onDelete('set null'))
      .addColumn('is_decided', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('ai_uploaded_label_by_place').unique().on('ai_uploaded_label').columns(['model_id', 'place']).execute()
    await db.schema.createIndex('ai_uploaded_label_by_label').on('ai_uploaded_label').column('label_id').execute()

    await db.schema
      .alterTable('ai_run')
      .addColumn('uploaded_model_id', key, column => column.references('ai_uploaded_model.id').onDelete('cascade'))
      .execute()
    await db.schema.alterTable('ai_run').addColumn('images', 'text').execute()
    await db.schema.createIndex('ai_run_by_uploaded_model').on('ai_run').column('uploaded_model_id').execute()
    await db.schema.alterTable('ai_suggestion').addColumn('label_text', 'text').execute()
    await db.schema.alterTable('ai_suggestion').addColumn('model_label_id', key).execute()
    await db.schema
      .createIndex('ai_suggestion_by_model_label')
      .on('ai_suggestion')
      .column('model_label_id')
      .where('model_label_id', 'is not', null)
      .execute()
    await db.schema
      .alterTable('upload')
      .addColumn('purpose', 'text', column => column.notNull().defaultTo('media'))
      .execute()
  }
}
