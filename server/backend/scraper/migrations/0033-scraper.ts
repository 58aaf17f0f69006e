import { sql } from 'kysely'
import type { Database, Dialect } from '../../storage/database.ts'
import type { Migration } from '../../storage/migration.ts'

export const scraper: Migration = {
  version: 33,
  name: 'scraper',
  async up(db, dialect) {
    await addJobs(db, dialect)
    await addRecords(db, dialect)
  }
}

const keyOf = (dialect: Dialect) => (dialect === 'postgres' ? sql`text collate "C"` : sql`text`)

// Long: one table after the other.
async function addJobs(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  await db.schema
    .createTable('scraper_job')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.references('project.id').onDelete('cascade'))
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('query', 'text', column => column.notNull())
    .addColumn('limits', 'text', column => column.notNull())
    .addColumn('created_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('modified_at', 'text', column => column.notNull())
    .addColumn('revision', 'integer', column => column.notNull())
    .addColumn('removed_at', 'text')
    .execute()
  await db.schema.createIndex('scraper_job_by_project').on('scraper_job').columns(['project_id', 'id']).execute()

  await db.schema
    .createTable('scraper_run')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('scraper_job_id', key, column => column.notNull().references('scraper_job.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('job_id', 'text', column => column.notNull())
    .addColumn('query', 'text', column => column.notNull())
    .addColumn('cursor', 'text')
    .addColumn('outcome', 'text')
    .addColumn('sentence', 'text')
    .addColumn('found', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('new', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('changed', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('same', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('gone', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('came_back', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('failed', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('entries', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('total', 'bigint')
    .addColumn('bytes', 'bigint', column => column.notNull().defaultTo(0))
    .addColumn('requests', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('pages', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('log_lines', 'integer', column => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', column => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .execute()
  await db.schema.createIndex('scraper_run_by_job').unique().on('scraper_run').columns(['scraper_job_id', 'number']).execute()

  await db.schema
    .createTable('scraper_log')
    .addColumn('run_id', key, column => column.notNull().references('scraper_run.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('level', 'text', column => column.notNull())
    .addColumn('sentence', 'text', column => column.notNull())
    .addPrimaryKeyConstraint('scraper_log_by_run', ['run_id', 'number'])
    .execute()

  await db.schema
    .createTable('scraper_request')
    .addColumn('run_id', key, column => column.notNull().references('scraper_run.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('bytes', 'bigint', column => column.notNull())
    .addColumn('milliseconds', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('scraper_request_by_run', ['run_id', 'number'])
    .execute()
}

// Long: one table after the other.
async function addRecords(db: Database, dialect: Dialect): Promise<void> {
  const key = keyOf(dialect)
  const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
  const real = sql`double precision`
  await db.schema
    .createTable('outside_dataset')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.references('project.id').onDelete('cascade'))
    .addColumn('source', 'text', column => column.notNull())
    .addColumn('external_id', 'text', column => column.notNull())
    .addColumn('title', 'text')
    .addColumn('licence', 'text')
    .addColumn('rights', 'text')
    .addColumn('citation', 'text')
    .addColumn('url', 'text')
    .addColumn('accessed_at', 'text', column => column.notNull())
    .execute()
  await db.schema
    .createIndex('outside_dataset_by_source')
    .unique()
    .on('outside_dataset')
    .columns(['project_id', 'source', 'external_id'])
    .execute()

  await db.schema
    .createTable('scraped_record')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('scraper_job_id', key, column => column.notNull().references('scraper_job.id').onDelete('cascade'))
    .addColumn('project_id', 'text', column => column.references('project.id').onDelete('cascade'))
    .addColumn('data_type', 'text', column => column.notNull())
    .addColumn('identity', 'text', column => column.notNull())
    .addColumn('dataset_id', key, column => column.references('outside_dataset.id').onDelete('set null'))
    .addColumn('hash', 'text', column => column.notNull())
    .addColumn('version', 'integer', column => column.notNull())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('decision_id', key)
    .addColumn('decided_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('decided_at', 'text')
    .addColumn('reason', 'text')
    .addColumn('first_run_id', key, column => column.notNull())
    .addColumn('last_run_id', key, column => column.notNull())
    .addColumn('changed_run_id', key)
    .addColumn('gone_run_id', key)
    .addColumn('flags', 'integer', column => column.notNull())
    .addColumn('source_flags', 'text', column => column.notNull())
    .addColumn('match_kind', 'text')
    .addColumn('match_score', real)
    .addColumn('match_record_id', key)
    .addColumn('title', 'text', column => column.notNull())
    .addColumn('title_key', 'text', column => column.notNull())
    .addColumn('occurrence_id', 'text')
    .addColumn('aphia_id', 'integer')
    .addColumn('url', 'text')
    .addColumn('event_date', 'text')
    .addColumn('first_day', 'text')
    .addColumn('last_day', 'text')
    .addColumn('decimal_latitude', real)
    .addColumn('decimal_longitude', real)
    .addColumn('uncertainty_in_meters', real)
    .addColumn('minimum_depth_in_meters', real)
    .addColumn('maximum_depth_in_meters', real)
    .execute()
  await db.schema.createIndex('scraped_record_by_identity').unique().on('scraped_record').columns(['scraper_job_id', 'identity']).execute()
  await db.schema.createIndex('scraped_record_by_job').on('scraped_record').columns(['scraper_job_id', 'id']).execute()
  await db.schema.createIndex('scraped_record_by_job_and_state').on('scraped_record').columns(['scraper_job_id', 'state', 'id']).execute()
  await db.schema.createIndex('scraped_record_by_state').on('scraped_record').columns(['project_id', 'state', 'id']).execute()
  await db.schema.createIndex('scraped_record_by_dataset').on('scraped_record').columns(['dataset_id']).execute()
  await db.schema.createIndex('scraped_record_by_occurrence').on('scraped_record').columns(['project_id', 'occurrence_id']).execute()
  await db.schema.createIndex('scraped_record_by_day').on('scraped_record').columns(['project_id', 'first_day']).execute()

  await db.schema
    .createTable('scraped_version')
    .addColumn('record_id', key, column => column.notNull().references('scraped_record.id').onDelete('cascade'))
    .addColumn('number', 'integer', column => column.notNull())
    .addColumn('run_id', key, column => column.notNull())
    .addColumn('at', 'text', column => column.notNull())
    .addColumn('fields', 'text', column => column.notNull())
    .addColumn('raw', bytes, column => column.notNull())
    .addPrimaryKeyConstraint('scraped_version_by_record', ['record_id', 'number'])
    .execute()

  await db.schema
    .createTable('record_decision')
    .addColumn('id', key, column => column.primaryKey())
    .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
    .addColumn('decision', 'text', column => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('count', 'integer', column => column.notNull())
    .addColumn('left_out', 'integer', column => column.notNull())
    .addColumn('decided_by', 'text', column => column.references('account.id').onDelete('set null'))
    .addColumn('decided_at', 'text', column => column.notNull())
    .addColumn('undone_at', 'text')
    .execute()

  await db.schema
    .createTable('record_decision_item')
    .addColumn('decision_id', key, column => column.notNull().references('record_decision.id').onDelete('cascade'))
    .addColumn('record_id', key, column => column.notNull().references('scraped_record.id').onDelete('cascade'))
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('earlier_decision_id', key)
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('record_decision_item_by_decision', ['decision_id', 'record_id'])
    .execute()
  await db.schema.createIndex('record_decision_item_by_record').on('record_decision_item').columns(['record_id']).execute()
}
