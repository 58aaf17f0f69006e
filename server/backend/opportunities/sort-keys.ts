import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'

/**
 * Sort keys in milliseconds. `noDeadlineKey` sorts after every deadline of an open opportunity. Past opportunities come after it. Their keys count
 * down from `overKey`, so the most recent come first.
 */
export const noDeadlineKey = 4_000_000_000_000_000
const overKey = 8_000_000_000_000_000

/**
 * SQL expression of the key that sorts lists: the next deadline of an opportunity. `opportunity_index` stores it for nearly every row. A subquery
 * finds the key only for an open opportunity whose first deadline is over.
 */
export const deadlineKey = (nowMs: number) => sql<number | string>`case
  when opportunity.expires_at <= ${timestamp(nowMs)} then ${sql.lit(overKey)} - opportunity_index.last_ms
  when opportunity_index.first_until_ms > cast(${nowMs} as bigint) then opportunity_index.first_ms
  else coalesce((select min(earliest_ms) from opportunity_date where opportunity_id = opportunity.id and kind = 'deadline'
    and latest_ms > cast(${nowMs} as bigint)), ${sql.lit(noDeadlineKey)}) end`
