import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

/** Number of opportunities per batch. The batches limit memory use. */
const rowsAtOnce = 200

// Long: the tables of one noun.
export const opportunityCare: Migration = {
  version: 39,
  name: 'calendars, reminders, history and moderation of opportunities',
  // Long: the tables of one migration.
  async up(db, dialect) {
    const key = dialect === 'postgres' ? sql`text collate "C"` : sql`text`

    for (const name of ['card', 'fit_facts', 'taxon_key'])
      await db.schema
        .alterTable('opportunity')
        .addColumn(name, 'text', column => column.notNull().defaultTo(''))
        .execute()
    await db.schema
      .alterTable('opportunity')
      .addColumn('is_public', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('opportunity')
      .addColumn('open_reports', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    for (const name of ['moderation_reason', 'moderated_at']) await db.schema.alterTable('opportunity').addColumn(name, 'text').execute()

    for (const name of ['note', 'next_at'])
      await db.schema
        .alterTable('opportunity_save')
        .addColumn(name, name === 'note' ? 'text' : key)
        .execute()
    await db.schema
      .alterTable('opportunity_save')
      .addColumn('reminders', 'text', column => column.notNull().defaultTo('[336,72,24]'))
      .execute()
    await db.schema.createIndex('opportunity_save_by_reminder').on('opportunity_save').columns(['next_at']).execute()

    await db.schema
      .createTable('opportunity_date')
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addColumn('place', 'integer', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('earliest_ms', 'bigint', column => column.notNull())
      .addColumn('latest_ms', 'bigint', column => column.notNull())
      .addPrimaryKeyConstraint('opportunity_date_by_place', ['opportunity_id', 'place'])
      .execute()
    await db.schema.createIndex('opportunity_date_by_time').on('opportunity_date').columns(['earliest_ms']).execute()

    await db.schema
      .createTable('opportunity_version')
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addColumn('revision', 'integer', column => column.notNull())
      .addColumn('at', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('set null'))
      .addColumn('state', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('facts', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('opportunity_version_by_revision', ['opportunity_id', 'revision'])
      .execute()

    await db.schema
      .createTable('opportunity_report')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('reason', 'text', column => column.notNull())
      .addColumn('note', 'text')
      .addColumn('at', 'text', column => column.notNull())
      .addUniqueConstraint('opportunity_report_by_person', ['opportunity_id', 'account_id'])
      .execute()

    await db.schema
      .createTable('opportunity_profile')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('facts', 'text', column => column.notNull())
      .execute()

    await db.schema
      .createTable('calendar_token')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('choice', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('calendar_token_by_account').on('calendar_token').columns(['account_id']).execute()

    await db.schema
      .createTable('opportunity_reminder')
      .addColumn('id', key, column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('opportunity_id', key, column => column.notNull().references('opportunity.id').onDelete('cascade'))
      .addColumn('due', 'text', column => column.notNull())
      .addColumn('text', 'text', column => column.notNull())
      .addColumn('at', key, column => column.notNull())
      .addColumn('mail_state', 'text')
      .addColumn('mail_tries', 'integer', column => column.notNull().defaultTo(0))
      .addUniqueConstraint('opportunity_reminder_once', ['account_id', 'opportunity_id', 'due'])
      .execute()
    await db.schema.createIndex('opportunity_reminder_by_mail').on('opportunity_reminder').columns(['mail_state']).execute()
    await db.schema.createIndex('opportunity_reminder_by_account').on('opportunity_reminder').columns(['account_id', 'at']).execute()

    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('opportunity')
        .select(['id', 'facts'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute()
      for (const { id, facts } of rows) {
        const { deadlines = [] } = JSON.parse(facts) as { deadlines?: { earliest: string; latest: string }[] }
        const dates = deadlines.map(({ earliest, latest }, place) => ({
          ...{ opportunity_id: id, place, kind: 'deadline' as const },
          ...{ earliest_ms: Date.parse(earliest), latest_ms: Date.parse(latest) }
        }))
        if (dates.length > 0) await db.insertInto('opportunity_date').values(dates).execute()
      }
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
}
