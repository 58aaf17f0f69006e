import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'

const hourMs = 3_600_000

export interface DateRow {
  kind: 'deadline' | 'departure' | 'start'
  earliest_ms: number | string
}

/** Time of the first reminder after an instant, in milliseconds since 1970. Null if there are no more reminders. */
export function nextReminder(dates: readonly DateRow[], hours: readonly number[], afterMs: number): number | null {
  const times = dates.flatMap(({ earliest_ms: at }) => hours.map(before => Number(at) - before * hourMs)).filter(time => time > afterMs)
  return times.length > 0 ? Math.min(...times) : null
}

/**
 * Returns the number of hours before a date for which its due reminder was scheduled; null if none is due. If several are due, only the one nearest
 * to the date counts. After downtime, a server therefore sends one reminder instead of several.
 */
export function dueReminder({ earliest_ms: at }: DateRow, hours: readonly number[], sinceMs: number, nowMs: number): number | null {
  if (Number(at) <= nowMs) return null
  const due = hours.filter(before => Number(at) - before * hourMs <= nowMs && Number(at) - before * hourMs >= sinceMs)
  return due.length > 0 ? Math.min(...due) : null
}

export const hoursOf = ({ reminders }: { reminders: string }) => JSON.parse(reminders) as number[]

export const datesFor = (db: Database, opportunityId: string) =>
  db.selectFrom('opportunity_date').select(['kind', 'earliest_ms']).where('opportunity_id', '=', opportunityId).orderBy('place').execute()

/** Time after which reminders are scheduled again, in milliseconds. A reminder that is due but has not been written yet stays due. */
export const scheduleStart = (nextAt: string | null, nowMs: number): number =>
  nextAt !== null && Date.parse(nextAt) <= nowMs ? Date.parse(nextAt) - 1 : nowMs

/** Reschedules the reminders of everyone who saved an opportunity, after its dates or its state changed. */
export async function rescheduleReminders(transaction: Database, opportunityId: string, state: Opportunity['state']): Promise<void> {
  const [dates, now] = [await datesFor(transaction, opportunityId), Date.now()]
  const saves = await transaction
    .selectFrom('opportunity_save')
    .select(['account_id', 'reminders', 'next_at'])
    .where('opportunity_id', '=', opportunityId)
    .execute()
  for (const save of saves) {
    const next = state === 'published' ? nextReminder(dates, hoursOf(save), scheduleStart(save.next_at, now)) : null
    const nextAt = next === null ? null : timestamp(next)
    if (nextAt === save.next_at) continue
    await transaction
      .updateTable('opportunity_save')
      .set({ next_at: nextAt })
      .where('account_id', '=', save.account_id)
      .where('opportunity_id', '=', opportunityId)
      .execute()
  }
}
