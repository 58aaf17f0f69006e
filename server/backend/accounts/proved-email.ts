import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

/** Marks an account's e-mail address as confirmed, by its owner or by a person who vouches for it. The time of the first confirmation is kept. */
export async function proveEmail(trx: Database, accountId: string, nowMs = Date.now()): Promise<void> {
  await trx
    .updateTable('account')
    .set({ email_proved_at: timestamp(nowMs) })
    .where('id', '=', accountId)
    .where('email_proved_at', 'is', null)
    .execute()
}
