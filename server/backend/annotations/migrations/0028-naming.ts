import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { jsonItems } from '../../storage/json-items.ts'
import type { Migration } from '../../storage/migration.ts'
import { givingOf, historiesOf, namingBy } from '../naming.ts'

const pageSize = 1000

/**
 * Adds columns for the account, other than the author, that gave an annotation its label. For annotations relabelled before this migration,
 * the account is taken from their history.
 */
export const naming: Migration = {
  version: 28,
  name: 'naming',
  async up(db) {
    const reference = sql`text references account (id) on delete set null`
    await db.schema.alterTable('annotation').addColumn('named_by', reference).execute()
    await db.schema.alterTable('annotation').addColumn('named_at', 'text').execute()
    await db.schema
      .alterTable('annotation')
      .addColumn('is_from_machine', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    await fill(db)
  }
}

async function fill(db: Database): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('annotation')
      .selectAll()
      .where('revision', '>', 1)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const histories = await historiesOf(db, rows)
    const items = rows.flatMap(row => {
      const giving = givingOf(histories.get(row.id) ?? [], row.label_id)
      return giving && giving.revision > 1 ? [{ id: row.id, ...namingBy(row, giving) }] : []
    })
    if (items.length > 0)
      await sql`
        update annotation set named_at = given.named_at, source = given.source, is_from_machine = given.is_from_machine,
          named_by = (select account.id from account where account.id = given.named_by)
        from (
          select item.value ->> 'id' as id, item.value ->> 'named_by' as named_by, item.value ->> 'named_at' as named_at,
            item.value ->> 'source' as source, cast(item.value ->> 'is_from_machine' as integer) as is_from_machine
          from ${jsonItems(db, items)}
        ) as given
        where annotation.id = given.id`.execute(db)
    if (rows.length < pageSize) return
    last = rows.at(-1)?.id ?? last
  }
}
