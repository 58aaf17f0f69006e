import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const sites: Migration = {
  version: 9,
  name: 'sites',
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`
    const real = sql`double precision`

    await db.schema
      .createTable('survey')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('start_date', 'text')
      .addColumn('end_date', 'text')
      .addColumn('notes', 'text')
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('survey_by_name').unique().on('survey').columns(['project_id', 'name_key']).execute()

    await db.schema
      .createTable('site')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('survey_id', key, column => column.references('survey.id'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('name_key', key, column => column.notNull())
      .addColumn('type', 'text', column => column.notNull())
      .addColumn('decimal_latitude', real)
      .addColumn('decimal_longitude', real)
      .addColumn('minimum_depth_in_meters', real)
      .addColumn('maximum_depth_in_meters', real)
      .addColumn('notes', 'text')
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('modified_at', 'text', column => column.notNull())
      .execute()
    // The same station may be visited in several surveys, so names are unique only within a survey.
    await sql`create unique index site_by_name on site (project_id, coalesce(survey_id, ''), name_key)`.execute(db)
    await db.schema.createIndex('site_by_survey').on('site').column('survey_id').execute()

    await db.schema
      .alterTable('media')
      .addColumn('site_id', key, column => column.references('site.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('media_by_site').on('media').columns(['site_id', 'project_id']).execute()

    // All columns that the counts read, in the order of counting. A million annotations are then counted from the index alone. SQLite also needs
    // `removed_at`, although it is null in every entry.
    await db.schema
      .createIndex('annotation_by_count')
      .on('annotation')
      .columns(['project_id', 'media_id', 'label_id', 'review_state', 'source', 'removed_at'])
      .where(sql<boolean>`removed_at is null`)
      .execute()
  }
}
