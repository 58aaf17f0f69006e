import type { Migration } from '../../storage/migration.ts'

export const accounts: Migration = {
  version: 1,
  name: 'accounts',
  // Long: one schema step, table by table.
  async up(db, dialect) {
    await db.schema
      .createTable('account')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('email_key', 'text', column => column.notNull().unique())
      .addColumn('password_hash', 'text')
      .addColumn('name', 'text')
      .addColumn('affiliation', 'text')
      .addColumn('orcid', 'text')
      .addColumn('theme', 'text', column => column.notNull().defaultTo('system'))
      .addColumn('avatar_sha256', 'text')
      .addColumn('administrator', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('disabled_at', 'text')
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()

    await db.schema
      .createTable('avatar')
      .addColumn('account_id', 'text', column => column.primaryKey().references('account.id').onDelete('cascade'))
      .addColumn('webp', dialect === 'postgres' ? 'bytea' : 'blob', column => column.notNull())
      .execute()

    // One row per action that only one request may ever perform, such as creating the first account. The key makes a concurrent request wait.
    await db.schema
      .createTable('claim')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('claimed_at', 'text', column => column.notNull())
      .execute()

    await db.schema
      .createTable('session')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('user_agent', 'text')
      .addColumn('address', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('absolute_expires_at', 'text', column => column.notNull())
      .execute()
    await db.schema.createIndex('session_by_account').on('session').columns(['account_id', 'id']).execute()

    await db.schema
      .createTable('refresh_token')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('session_id', 'text', column => column.notNull().references('session.id').onDelete('cascade'))
      .addColumn('parent_hash', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('used_at', 'text')
      .addColumn('revoked_at', 'text')
      .execute()
    await db.schema.createIndex('refresh_token_by_session').on('refresh_token').column('session_id').execute()
    await db.schema.createIndex('refresh_token_by_parent').on('refresh_token').column('parent_hash').execute()

    await db.schema
      .createTable('api_token')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('scope', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('last_used_at', 'text')
      .execute()
    await db.schema.createIndex('api_token_by_account').on('api_token').columns(['account_id', 'id']).execute()

    await db.schema
      .createTable('one_time_link')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('purpose', 'text', column => column.notNull())
      .addColumn('account_id', 'text', column => column.references('account.id').onDelete('cascade'))
      .addColumn('email', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('used_at', 'text')
      .execute()

    // An account has at most one password link. Invitations have no account.
    await db.schema.createIndex('one_time_link_of_account').unique().on('one_time_link').column('account_id').execute()

    await db.schema
      .createTable('login_address')
      .addColumn('account_id', 'text', column => column.notNull().references('account.id').onDelete('cascade'))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('login_address_pk', ['account_id', 'address'])
      .execute()

    await db.schema
      .createTable('login_failure')
      .addColumn('key', 'text', column => column.primaryKey())
      .addColumn('failures', 'integer', column => column.notNull())
      .addColumn('window_started_at', 'text', column => column.notNull())
      .execute()
  }
}
