import { sql } from 'kysely'
import { timestamp } from '../../lib/clock.ts'

/**
 * Sort keys in milliseconds. `noDeadlineKey` sorts after every deadline of an open opportunity. Past opportunities follow it, counted back
 * from `overKey`, so that the latest come first.
 */
export const noDeadlineKey = 4_000_000_000_000_000
const overKey = 8_000_000_000_000_000

/**
 * SQL of the key by which lists are sorted: the next deadline of an opportunity. `opportunity_index` has the key of nearly every row. Only an
 * open opportunity with several deadlines, of which the first is over, needs its dates.
 */
export const deadlineKey = (nowMs: number) => sql<number | string>`case
  when opportunity.expires_at <= ${timestamp(nowMs)} then ${sql.lit(overKey)} - opportunity_index.last_ms
  when opportunity_index.first_until_ms > cast(${nowMs} as bigint) then opportunity_index.first_ms
  else coalesce((select min(earliest_ms) from opportunity_date where opportunity_id = opportunity.id and kind = 'deadline'
    and latest_ms > cast(${nowMs} as bigint)), ${sql.lit(noDeadlineKey)}) end`
