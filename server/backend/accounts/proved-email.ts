import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

/** Someone has shown that the account's address is theirs, or another person vouched for it; the first time counts. */
export async function proveEmail(trx: Database, accountId: string, nowMs = Date.now()): Promise<void> {
  await trx
    .updateTable('account')
    .set({ email_proved_at: timestamp(nowMs) })
    .where('id', '=', accountId)
    .where('email_proved_at', 'is', null)
    .execute()
}
