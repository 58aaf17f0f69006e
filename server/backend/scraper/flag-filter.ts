import { sql } from 'kysely'
import { isPlaceFlag } from '../../../shared/outside/flags.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { flagsIn, hasFlags } from './flags.ts'
import { filtered, type RecordConditions } from './records.ts'

const recordsAtOnce = 500

/**
 * Adapts a filter to the flags that a viewer gets. A flag that follows from an exact place matches no record whose place is generalised for
 * the viewer.
 */
export async function flagsAsShown(
  db: Database,
  { projectId, places }: Pick<Scope, 'projectId' | 'places'>,
  conditions: RecordConditions
): Promise<RecordConditions> {
  const { flags, ...others } = conditions
  const wanted = flagsIn(flags ?? '')
  const ofPlace = wanted.filter(isPlaceFlag)
  if (ofPlace.length === 0) return conditions
  const shown = await shownPlaces(db, projectId, places)
  if (shown.isExact) return conditions
  const harmless = hasFlags(wanted.filter(flag => !isPlaceFlag(flag)))
  if (shown.ofProject !== null) return { ...others, flagged: harmless }
  const generalised: { id: string }[] = []
  const flagged = filtered(db.selectFrom('scraped_record'), { ...others, flagged: hasFlags(ofPlace) }).select('scraped_record.id')
  for (let last = ''; ; ) {
    const rows = await flagged.where('scraped_record.id', '>', last).orderBy('scraped_record.id').limit(recordsAtOnce).execute()
    const gridOf = await shown.ofRecords(rows.map(({ id }) => id))
    generalised.push(...rows.filter(({ id }) => gridOf(id) !== null))
    if (rows.length < recordsAtOnce) break
    last = rows.at(-1)?.id ?? last
  }
  const isGeneralised = sql<boolean>`scraped_record.id in (select item.value ->> 'id' from ${jsonItems(db, generalised)})`
  return { ...others, flagged: sql<boolean>`(${harmless} or (${hasFlags(ofPlace)} and not ${isGeneralised}))` }
}
