import { type RawBuilder, sql } from 'kysely'
import { flagBits, flagNames, isPlaceFlag } from '../../../shared/outside/flags.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { everyFlag, flagsIn, hasFlags } from './flags.ts'
import { filtered, type RecordConditions } from './records.ts'

type Sight = Pick<Scope, 'projectId' | 'places'>

const recordsAtOnce = 500
const harmlessBits = sql.lit(flagBits(flagNames.filter(flag => !isPlaceFlag(flag))))

/** Restricts a filter to the flags that a viewer may see. Where a location is generalised for the viewer, flags derived from it match no record. */
export async function flagsAsShown(db: Database, sight: Sight, conditions: RecordConditions): Promise<RecordConditions> {
  const { flags, ...others } = conditions
  const wanted = flagsIn(flags ?? '')
  if (!wanted.some(isPlaceFlag)) return conditions
  return { ...others, flagged: hasFlags(wanted, await shownFlags(db, sight, others)) }
}

/** Returns SQL for the flags, as bits, that a viewer may see on the matching records. */
export async function shownFlags(db: Database, { projectId, places }: Sight, conditions: RecordConditions): Promise<RawBuilder<number>> {
  const shown = await shownPlaces(db, projectId, places)
  if (shown.isExact) return everyFlag
  if (shown.ofProject !== null) return sql<number>`(scraped_record.flags & ${harmlessBits})`
  const generalised: { id: string }[] = []
  const flagged = hasFlags(flagNames.filter(isPlaceFlag))
  const found = filtered(db.selectFrom('scraped_record'), { ...conditions, flagged }).select('scraped_record.id')
  for (let last = ''; ; ) {
    const rows = await found.where('scraped_record.id', '>', last).orderBy('scraped_record.id').limit(recordsAtOnce).execute()
    const gridOf = await shown.ofRecords(rows.map(({ id }) => id))
    generalised.push(...rows.filter(({ id }) => gridOf(id) !== null))
    if (rows.length < recordsAtOnce) break
    last = rows.at(-1)?.id ?? last
  }
  const isGeneralised = sql`scraped_record.id in (select item.value ->> 'id' from ${jsonItems(db, generalised)})`
  return sql<number>`(case when ${isGeneralised} then scraped_record.flags & ${harmlessBits} else scraped_record.flags end)`
}
