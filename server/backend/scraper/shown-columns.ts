import { type RawBuilder, sql } from 'kysely'
import type { MatchKind } from '../../../shared/contracts/outside-records.ts'
import { flagBits, flagNames, isPlaceFlag } from '../../../shared/outside/flags.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { everyFlag, flagsIn, hasFlags } from './flags.ts'
import { filtered, hasMatch, matchKind, type RecordConditions } from './records.ts'

type Sight = Pick<Scope, 'projectId' | 'places'>

/** Columns of `scraped_record` that are derived from its location, as SQL. */
export interface RecordColumns {
  /** Flags, as bits. */
  flags: RawBuilder<number>
  matchKind: RawBuilder<MatchKind | null>
}

/** Columns as stored. */
export const exactColumns: RecordColumns = { flags: everyFlag, matchKind }

const recordsAtOnce = 500
const harmlessFlags = sql<number>`(scraped_record.flags & ${sql.lit(flagBits(flagNames.filter(flag => !isPlaceFlag(flag))))})`
const isSimilar = sql<boolean>`(scraped_record.match_kind in ('likely', 'possible'))`
const harmlessMatch = sql<MatchKind | null>`(case when ${isSimilar} then null else scraped_record.match_kind end)`

/**
 * Restricts a filter to the flags and matches that a viewer may see. A record whose location is generalised for the viewer does not match by place
 * flags or similarities.
 */
export async function conditionsAsShown(db: Database, sight: Sight, conditions: RecordConditions): Promise<RecordConditions> {
  const { flags, match, ...others } = conditions
  const wanted = flagsIn(flags ?? '')
  if (!wanted.some(isPlaceFlag) && match === undefined) return conditions
  const columns = await shownColumns(db, sight, others, { flags: flags !== undefined, match: match !== undefined })
  return {
    ...others,
    ...(flags !== undefined && { flagged: hasFlags(wanted, columns.flags) }),
    ...(match !== undefined && { matched: hasMatch(match, columns.matchKind) })
  }
}

/**
 * Returns the columns of the matching records as a viewer may see them.
 * @param needed columns to compute. Where places are generalised, the other columns omit place flags and similarities
 */
export async function shownColumns(
  db: Database,
  { projectId, places }: Sight,
  conditions: RecordConditions,
  needed: { flags: boolean; match: boolean }
): Promise<RecordColumns> {
  const shown = await shownPlaces(db, projectId, places)
  if (shown.isExact) return exactColumns
  if (shown.ofProject !== null) return { flags: harmlessFlags, matchKind: harmlessMatch }
  const hidden: { flags: { id: string }[]; match: { id: string }[] } = { flags: [], match: [] }
  const hasPlaceFlag = hasFlags(flagNames.filter(isPlaceFlag))
  const found = filtered(db.selectFrom('scraped_record'), conditions)
    .where(({ or }) => or([...(needed.flags ? [hasPlaceFlag] : []), ...(needed.match ? [isSimilar] : [])]))
    .select(['scraped_record.id', 'scraped_record.match_record_id'])
  for (let last = ''; ; ) {
    const rows = await found.where('scraped_record.id', '>', last).orderBy('scraped_record.id').limit(recordsAtOnce).execute()
    const gridOf = await shown.ofRecords(rows.flatMap(({ id, match_record_id: otherId }) => [id, otherId ?? id]))
    for (const { id, match_record_id: otherId } of rows) {
      if (gridOf(id) !== null) hidden.flags.push({ id })
      if ((gridOf(id) ?? gridOf(otherId ?? id)) !== null) hidden.match.push({ id })
    }
    if (rows.length < recordsAtOnce) break
    last = rows.at(-1)?.id ?? last
  }
  const isAmong = (rows: { id: string }[]) => sql`scraped_record.id in (select item.value ->> 'id' from ${jsonItems(db, rows)})`
  return {
    flags: needed.flags
      ? sql<number>`(case when ${isAmong(hidden.flags)} then ${harmlessFlags} else scraped_record.flags end)`
      : harmlessFlags,
    matchKind: needed.match
      ? sql<MatchKind | null>`(case when ${isAmong(hidden.match)} then ${harmlessMatch} else scraped_record.match_kind end)`
      : harmlessMatch
  }
}
