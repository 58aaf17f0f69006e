import type { OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import type { Database } from '../storage/database.ts'
import { dayBounds } from './deadlines.ts'
import type { Facts } from './facts.ts'

export interface OpportunityDate {
  kind: 'deadline' | 'departure' | 'start'
  /** Milliseconds since 1970. If the time zone is unknown, the instant is somewhere between `earliest` and `latest`. */
  earliest: number
  latest: number
}

/** Dates of an opportunity: its deadlines in order, then the departure of the ship or the start. */
export function datesOf({ deadlines, berth, startsOn }: Facts, kind: OpportunityKind): OpportunityDate[] {
  const dates = deadlines.map(({ earliest, latest }) => ({
    ...{ kind: 'deadline' as const, earliest: Date.parse(earliest), latest: Date.parse(latest) }
  }))
  const embarkOn = kind === 'berth' ? berth?.embarkOn : null
  const day = embarkOn ?? startsOn
  if (!day) return dates
  const { start, latest } = dayBounds(day)
  return [...dates, { kind: embarkOn ? 'departure' : 'start', earliest: Date.parse(start), latest: Date.parse(latest) }]
}

/** Replaces the stored dates of an opportunity. */
export async function writeDates(db: Database, opportunityId: string, facts: Facts, kind: OpportunityKind): Promise<void> {
  await db.deleteFrom('opportunity_date').where('opportunity_id', '=', opportunityId).execute()
  const dates = datesOf(facts, kind)
  if (dates.length === 0) return
  const rows = dates.map(({ kind, earliest, latest }, place) => ({
    ...{ opportunity_id: opportunityId, place, kind, earliest_ms: earliest, latest_ms: latest }
  }))
  await db.insertInto('opportunity_date').values(rows).execute()
}
