import { type RawBuilder, sql } from 'kysely'
import type { ResultsQuery } from '../../../shared/contracts/results.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { countedObservations } from '../observations/repository.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { resultsFilter } from './filter.ts'
import type { Grouping } from './groups.ts'
import { observedFilter } from './observed-filter.ts'
import { type Taxa, taxaByLabel, unnamed } from './taxa.ts'

/*
 * An observation has no image. Its unit of effort is the sampling event: all observations with the same site or position, days and protocol. An
 * observed absence is effort without individuals.
 */

/** Counts of one taxon in the observations of a group. */
export interface ObservedCell {
  individuals: number
  /** Largest number of individuals in one sampling event. */
  maxN: number
  /** Number of sampling events with the taxon. */
  events: number
}

/** Observations of one group. */
export interface ObservedGroup {
  /** Number of sampling events, including those that found nothing. */
  events: number
  cells: Map<string, ObservedCell>
}

/** Number of individuals: the count, or the quantity if its type is `individuals`. Otherwise, each observation is one individual. */
const individuals = sql<number>`coalesce(observation.individual_count,
  case when observation.organism_quantity_type = 'individuals' and observation.organism_quantity between 1 and 1000000000
    then cast(floor(observation.organism_quantity + 0.5) as integer) end, 1)`

/** Place, days and method of a sampling event. */
const eventColumns = sql.join(
  ['site_id', 'decimal_latitude', 'decimal_longitude', 'first_day', 'last_day', 'sampling_protocol'].map(name => sql.raw(`seen.${name}`))
)

/**
 * Counts the individuals and the sampling events of observations, by group and taxon.
 * @throws InvalidRequest for a grouping that applies only to images, or an invalid filter
 */
export async function observedGroups(
  db: Database,
  sight: Sight,
  { includeOutside = false, filter }: ResultsQuery,
  { ofObservations }: Grouping,
  taxa: Taxa
): Promise<Map<string | null, ObservedGroup>> {
  if (!ofObservations)
    throw new InvalidRequest([{ path: '/groupBy', message: 'must be site, survey, depthBand or date for observations' }], 400)
  const { isEffort, isCounted } = await observedFilter(db, sight, await resultsFilter(db, sight, filter))
  const seen = sql`seen as materialized (
    select ${ofObservations} as key, observation.label_id, observation.occurrence_status, ${individuals} as individuals,
      case when ${isCounted} then 1 else 0 end as is_counted,
      observation.site_id, observation.first_day, observation.last_day, observation.sampling_protocol,
      case when observation.site_id is null then observation.decimal_latitude end as decimal_latitude,
      case when observation.site_id is null then observation.decimal_longitude end as decimal_longitude
    from observation left join site on site.id = observation.site_id
    where ${countedObservations(sight)} and ${isEffort} ${includeOutside ? sql`` : sql`and observation.record_id is null`}
  )`
  const efforts = await sql<{ key: string | null; events: number }>`
    with ${seen} select key, count(*) as events from (select distinct key, ${eventColumns} from seen) as event group by key`.execute(db)
  const groups = new Map(efforts.rows.map(({ key, events }) => [key, { events: Number(events), cells: new Map<string, ObservedCell>() }]))
  const cells = await sql<{ key: string | null; taxon: string } & ObservedCell>`
    with ${seen}, ${taxaByLabel(db, taxa)}
    event_sum as (
      select seen.key, ${taxonOf(taxa)} as taxon, sum(seen.individuals) as individuals
      from seen ${taxa.taxonOf === null ? sql`` : sql`left join taxon_of on taxon_of.label_id = seen.label_id`}
      where seen.occurrence_status = 'present' and seen.is_counted = 1
      group by seen.key, 2, ${eventColumns}
    )
    select key, taxon, sum(individuals) as individuals, max(individuals) as "maxN", sum(case when individuals > 0 then 1 else 0 end) as events
    from event_sum group by key, taxon`.execute(db)
  for (const { key, taxon, individuals, maxN, events } of cells.rows)
    groups.get(key)?.cells.set(taxon, { individuals: Number(individuals), maxN: Number(maxN), events: Number(events) })
  return groups
}

const taxonOf = ({ taxonOf: list }: Taxa): RawBuilder<string> =>
  list === null ? sql`coalesce(seen.label_id, ${unnamed})` : sql`coalesce(taxon_of.taxon, ${unnamed})`
