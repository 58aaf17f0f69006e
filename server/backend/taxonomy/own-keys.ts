import { PostgresAdapter } from 'kysely'
import type { AccountSight } from '../projects/scope.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'

/** Own number key for a label. A null `key` removes it. With `unlessGiven`, keys that the person already has stay unchanged. */
interface OwnKey {
  key: number | null
  unlessGiven?: boolean
}

/** Sets a person's own number key for a label. A digit that another label has moves to this label. */
export async function setOwnKey(db: Database, sight: AccountSight, labelId: string, { key, unlessGiven = false }: OwnKey): Promise<void> {
  const { accountId, projectId } = sight
  await db.transaction().execute(async transaction => {
    await lockAccount(transaction, accountId)
    const mine = transaction.deleteFrom('label_own_key').where('account_id', '=', accountId)
    if (!unlessGiven) {
      await mine.where('label_id', '=', labelId).execute()
      if (key !== null) await mine.where('project_id', '=', projectId).where('digit', '=', key).execute()
    }
    if (key === null) return
    await transaction
      .insertInto('label_own_key')
      .values({ label_id: labelId, account_id: accountId, project_id: projectId, digit: key })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** Moves own keys to another label, except the keys of people who already have a key for that label. */
export async function handOverOwnKeys(transaction: AnyTransaction, from: string, into: string): Promise<void> {
  await transaction
    .updateTable('label_own_key')
    .set({ label_id: into })
    .where('label_id', '=', from)
    .where('account_id', 'not in', ({ selectFrom }) => selectFrom('label_own_key').select('account_id').where('label_id', '=', into))
    .execute()
}

/** Locks an account on PostgreSQL, so that two changes by one person exclude each other. SQLite has one writer at a time. */
async function lockAccount(transaction: AnyTransaction, accountId: string): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return
  await transaction.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}
