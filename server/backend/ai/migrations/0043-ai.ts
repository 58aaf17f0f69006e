import { sql } from 'kysely'
import type { Database, Dialect } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

const keyOf = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`)

/** Adds model versions, runs and suggestions. They are kept separate from annotations. */
export const ai: Migration = {
  version: 43,
  name: 'ai',
  async up(db, dialect) {
    await addModels(db, dialect)
    await addRuns(db, dialect)
    await addDecisions(db, dialect)
  }
}

// Long: one table after another.
async function addModels(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
  await db.schema
    .createTable('ai_group')
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('group_key', key, column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('ai_group_by_project', ['project_id', 'group_key'])
    .execute()

  await db.schema
    .createTable('ai_feature')
    .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('geometry_hash', key, column => column.notNull())
    .addColumn('feature_set', key, column => column.notNull())
    .addColumn('vector', bytes, column => column.notNull())
    .addPrimaryKeyConstraint('ai_feature_by_media', ['media_id', 'feature_set', 'geometry_hash'])
    .execute()

  await db.schema
    .createTable('ai_model_version')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('method', 'text', column => column.notNull())
    .addColumn('unit', 'text', column => column.notNull())
    .addColumn('classes', 'text', column => column.notNull())
    .addColumn('fitting', 'text', column => column.notNull())
    .addColumn('report', 'text')
    .addColumn('label_count', 'integer', column => column.notNull())
    .addColumn('group_count', 'integer', column => column.notNull())
    .addColumn('feature_set', 'text', column => column.notNull())
    .addColumn('seed', 'bigint', column => column.notNull())
    .addColumn('snapshot_sha256', 'text', column => column.notNull())
    .addColumn('sha256', 'text', column => column.notNull())
    .addColumn('bytes', bytes, column => column.notNull())
    .addColumn('app_version', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('created_at', 'text', column => column.notNull())
    .execute()
  await db.schema.createIndex('ai_model_version_by_project').unique().on('ai_model_version').columns(['project_id', 'number']).execute()
}

// Long: one table after another.
async function addRuns(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  const real = sql`double precision`
  await db.schema
    .createTable('ai_run')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('job_id', 'text', column => column.notNull())
    .addColumn('model_version_id', key, column => column.references('ai_model_version.id').onDelete('cascade'))
    .addColumn('images_total', 'integer')
    .addColumn('images_done', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('images_failed', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('suggestion_count', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('sentence', 'text')
    .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema.createIndex('ai_run_by_project').unique().on('ai_run').columns(['project_id', 'number']).execute()

  await db.schema
    .createTable('job_item')
    .addColumn('job_id', key, column => column.notNull().references('job.id').onDelete('cascade'))
    .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('attempt', 'integer', column => column.notNull())
    .addColumn('error_code', 'text')
    .addPrimaryKeyConstraint('job_item_by_job', ['job_id', 'media_id'])
    .execute()

  await db.schema
    .createTable('ai_suggestion')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
    .addColumn('project_id', 'text', column => column.notNull())
    .addColumn('media_id', key, column => column.notNull().references('media.id').onDelete('cascade'))
    .addColumn('annotation_id', key)
    .addColumn('geometry_hash', key, column => column.notNull())
    .addColumn('shape', 'text', column => column.notNull())
    .addColumn('label_id', key, column => column.notNull())
    .addColumn('probability', real, column => column.notNull())
    .addColumn('bin', 'integer', column => column.notNull())
    .addColumn('margin', real, column => column.notNull())
    .addColumn('entropy', real, column => column.notNull())
    .addColumn('alternatives', 'text', column => column.notNull())
    .addColumn('is_unlike', 'integer', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('given_label_id', key)
    .addColumn('decision_id', key)
    .addColumn('decided_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .addColumn('made_annotation_id', key)
    .execute()
  await db.schema.createIndex('ai_suggestion_by_media').on('ai_suggestion').columns(['media_id', 'run_id']).execute()
  await db.schema.createIndex('ai_suggestion_by_state').on('ai_suggestion').columns(['run_id', 'state', 'probability', 'id']).execute()
  await db.schema
    .createIndex('ai_suggestion_by_label')
    .on('ai_suggestion')
    .columns(['run_id', 'state', 'label_id', 'bin', 'is_unlike', 'probability', 'id'])
    .execute()
}

async function addDecisions(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  await db.schema
    .createTable('ai_decision')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('run_id', key, column => column.notNull().references('ai_run.id').onDelete('cascade'))
    .addColumn('decision', 'text', column => column.notNull())
    .addColumn('label_id', key)
    .addColumn('is_bulk', 'integer', column => column.notNull())
    .addColumn('least', sql`double precision`)
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('left_out', 'integer', column => column.notNull())
    .addColumn('restored', 'integer', column => column.notNull())
    .addColumn('decided_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('decided_at', 'text', column => column.notNull())
    .addColumn('undone_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('undone_at', 'text')
    .execute()
  await db.schema.createIndex('ai_decision_by_run').on('ai_decision').columns(['run_id', 'id']).execute()

  await db.schema
    .createTable('ai_decision_item')
    .addColumn('decision_id', key, column => column.notNull().references('ai_decision.id').onDelete('cascade'))
    .addColumn('suggestion_id', key, column => column.notNull().references('ai_suggestion.id').onDelete('cascade'))
    .addColumn('revision', 'integer')
    .addPrimaryKeyConstraint('ai_decision_item_by_decision', ['decision_id', 'suggestion_id'])
    .execute()
  await db.schema.createIndex('ai_decision_item_by_suggestion').on('ai_decision_item').columns(['suggestion_id']).execute()
}
