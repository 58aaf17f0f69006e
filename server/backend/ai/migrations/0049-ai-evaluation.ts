import { sql } from 'kysely'
import type { Database, Dialect } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

/** Adds the test labels of model versions and the decisions on the default version for runs. */
export const aiEvaluation: Migration = {
  version: 49,
  name: 'ai evaluation',
  async up(db, dialect) {
    await db.schema
      .alterTable('ai_model_version')
      .addColumn('task', 'text', column => column.notNull().defaultTo('label'))
      .execute()
    await sql`update ai_model_version set task = coalesce((select ai_run.task from ai_run
      where ai_run.model_version_id = ai_model_version.id order by ai_run.number limit 1), 'label')`.execute(db)
    await addTests(db, dialect)
  }
}

const keyOf = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`)

async function addTests(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  await db.schema
    .createTable('ai_test_item')
    .addColumn('version_id', key, column => column.notNull().references('ai_model_version.id').onDelete('cascade'))
    .addColumn('annotation_id', key, column => column.notNull())
    .addColumn('label_id', key, column => column.notNull())
    .addColumn('predicted_id', key, column => column.notNull())
    .addColumn('probability', sql`double precision`, column => column.notNull())
    .addColumn('part', 'integer', column => column.notNull())
    .addColumn('group_key', key, column => column.notNull())
    .addColumn('is_unlike', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('ai_test_item_by_version', ['version_id', 'annotation_id'])
    .execute()

  await db.schema
    .createTable('ai_promotion')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('task', 'text', column => column.notNull())
    .addColumn('version_id', key, column => column.notNull().references('ai_model_version.id').onDelete('cascade'))
    .addColumn('is_promoted', 'integer', column => column.notNull())
    .addColumn('reason', 'text', column => column.notNull())
    .addColumn('comparison', 'text')
    .addColumn('decided_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('decided_at', 'text', column => column.notNull())
    .execute()
  await db.schema.createIndex('ai_promotion_by_project').on('ai_promotion').columns(['project_id', 'task', 'is_promoted', 'id']).execute()
}
