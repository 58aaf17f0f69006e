import { sql } from 'kysely'
import type { Migration } from '../../storage/migration.ts'

export const invitations: Migration = {
  version: 16,
  name: 'invitations',
  async up(db) {
    // Time when the owner confirmed the address. Accounts older than this column count as confirmed.
    await db.schema.alterTable('account').addColumn('email_proved_at', 'text').execute()
    await sql`update account set email_proved_at = created_at`.execute(db)

    // Each account has one link per purpose: one to set a password, and one to confirm the address.
    await db.schema.dropIndex('one_time_link_of_account').execute()
    await db.schema.createIndex('one_time_link_of_account').unique().on('one_time_link').columns(['account_id', 'purpose']).execute()

    await db.schema
      .createTable('project_invitation')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('project_id', 'text', column => column.notNull().references('project.id').onDelete('cascade'))
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('role', 'text', column => column.notNull())
      .addColumn('once', 'integer', column => column.notNull())
      .addColumn('uses', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('created_by', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('revoked_at', 'text')
      .execute()
    await db.schema.createIndex('project_invitation_by_project').on('project_invitation').columns(['project_id', 'id']).execute()
  }
}
