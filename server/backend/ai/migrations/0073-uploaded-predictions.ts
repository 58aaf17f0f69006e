import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/**
 * Adds predictions of sample points by uploaded models, and the images whose points a run could not predict. The table is rebuilt, because
 * SQLite cannot make a column optional.
 */
export const uploadedPredictions: Migration = {
  version: 73,
  name: 'predictions of uploaded models for cover',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
    await db.schema
      .createTable('ai_cover_prediction_rebuilt')
      .addColumn('version_id', key, column => column.references('ai_model_version.id').onDelete('cascade'))
      .addColumn('uploaded_model_id', key, column => column.references('ai_uploaded_model.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
      .addColumn('predicted_at', 'text', column => column.notNull())
      .addColumn('point_count', 'integer', column => column.notNull())
      .addColumn('points_sha256', 'text', column => column.notNull())
      .addColumn('is_held_out', 'integer', column => column.notNull())
      .addColumn('annotation_ids', 'text', column => column.notNull())
      .addColumn('probabilities', bytes, column => column.notNull())
      .addCheckConstraint('ai_cover_prediction_of_one_model', sql`(version_id is null) <> (uploaded_model_id is null)`)
      .execute()
    const kept = sql.raw(
      'version_id, media_id, project_id, run_id, predicted_at, point_count, points_sha256, is_held_out, annotation_ids, probabilities'
    )
    await sql`insert into ai_cover_prediction_rebuilt (${kept}) select ${kept} from ai_cover_prediction`.execute(db)
    await db.schema.dropTable('ai_cover_prediction').execute()
    await db.schema.alterTable('ai_cover_prediction_rebuilt').renameTo('ai_cover_prediction').execute()
    for (const model of ['version_id', 'uploaded_model_id'])
      await db.schema
        .createIndex(`ai_cover_prediction_by_${model}`)
        .on('ai_cover_prediction')
        .columns([model, 'media_id'])
        .unique()
        .execute()
    for (const column of ['media_id', 'project_id', 'run_id'])
      await db.schema.createIndex(`ai_cover_prediction_by_${column}`).on('ai_cover_prediction').column(column).execute()
    await db.schema
      .createTable('ai_cover_failure')
      .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
      .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
      .addColumn('error_code', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('ai_cover_failure_by_run', ['run_id', 'media_id'])
      .execute()
    await db.schema.createIndex('ai_cover_failure_by_media_id').on('ai_cover_failure').column('media_id').execute()
  }
}
