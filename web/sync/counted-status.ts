import { accountWork } from './account-work.ts'
import type { OutboxStatus } from './outbox-status.ts'

const patienceMs = 3_000
const pauseMs = 50

/** Resolves to the status of the unsent edits once they have been counted, or after three seconds; null while the storage is not open. */
export async function countedStatus(): Promise<OutboxStatus | null> {
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const status = accountWork()?.outbox.status()
    if (status?.counted) return status
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  return accountWork()?.outbox.status() ?? null
}
