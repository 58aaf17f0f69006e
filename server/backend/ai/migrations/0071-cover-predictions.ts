import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Adds the predictions of model versions for sample points. The next run of a version fills them in. */
export const coverPredictions: Migration = {
  version: 71,
  name: 'predictions for cover',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
    await db.schema
      .createTable('ai_cover_prediction')
      .addColumn('version_id', key, column => column.notNull().references('ai_model_version.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
      .addColumn('predicted_at', 'text', column => column.notNull())
      .addColumn('point_count', 'integer', column => column.notNull())
      .addColumn('points_sha256', 'text', column => column.notNull())
      .addColumn('is_held_out', 'integer', column => column.notNull())
      .addColumn('annotation_ids', 'text', column => column.notNull())
      .addColumn('probabilities', bytes, column => column.notNull())
      .addPrimaryKeyConstraint('ai_cover_prediction_by_version', ['version_id', 'media_id'])
      .execute()
    for (const column of ['media_id', 'project_id', 'run_id'])
      await db.schema.createIndex(`ai_cover_prediction_by_${column}`).on('ai_cover_prediction').column(column).execute()
  }
}
