import { type RawBuilder, sql } from 'kysely'
import { areasIn, type Condition, type Filter } from '../../../shared/filters.ts'
import { insideAreas } from '../annotations/review/area-filter.ts'
import { labelIs } from '../annotations/review/filter-sql.ts'
import { placeAsShown } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import { countedObservations } from '../observations/repository.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'

/** Filter of results, as SQL on `observation`. */
export interface ObservedFilter {
  /** Whether the observation meets the conditions on place, depth and date, so that its sampling event is effort. */
  isEffort: RawBuilder<boolean>
  /** Whether the observation meets all conditions, so that its individuals count. */
  isCounted: RawBuilder<boolean>
}

type OfEvent = Extract<Condition, { field: 'eventDate' | 'depth' | 'area' }>
type OfOrganism = Extract<Condition, { field: 'label' | 'person' }>

/** Applies a filter to observations. As on the map, an observation never meets a condition on images or annotations. */
export async function observedFilter(db: Database, sight: Sight, filter: Filter): Promise<ObservedFilter> {
  if (filter.length === 0) return { isEffort: sql`1 = 1`, isCounted: sql`1 = 1` }
  const inside = await observationsInside(db, sight, filter)
  const met = filter.filter(group => group.every(condition => isOfEvent(condition) || isOfOrganism(condition)))
  const ofEvent = (condition: Condition) => (isOfEvent(condition) ? [eventMeets(db, condition, inside)] : [])
  const ofOrganism = (condition: Condition) => (isOfOrganism(condition) ? [organismMeets(sight, condition)] : [])
  return {
    isEffort: anyOf(met.map(group => group.flatMap(ofEvent))),
    isCounted: anyOf(met.map(group => group.flatMap(condition => [...ofEvent(condition), ...ofOrganism(condition)])))
  }
}

const isOfEvent = (condition: Condition): condition is OfEvent =>
  condition.field === 'eventDate' || condition.field === 'depth' || condition.field === 'area'

const isOfOrganism = (condition: Condition): condition is OfOrganism => condition.field === 'label' || condition.field === 'person'

function anyOf(groups: readonly (readonly RawBuilder<boolean>[])[]): RawBuilder<boolean> {
  if (groups.length === 0) return sql`1 = 0`
  const all = groups.map(group => (group.length === 0 ? sql`1 = 1` : sql`(${sql.join(group, sql` and `)})`))
  return sql`(${sql.join(all, sql` or `)})`
}

/** Day of the observation; null if it covers several days. */
const day = sql<string | null>`(case when observation.first_day = observation.last_day then observation.first_day end)`

/** Shallow end of the depth range, or the only known depth; null without one. The map filters by the same depth. */
const depth = sql<number | null>`coalesce(observation.minimum_depth_in_meters, observation.maximum_depth_in_meters)`

function eventMeets(db: Database, condition: OfEvent, inside: ReadonlyMap<string, readonly string[]>): RawBuilder<boolean> {
  const { field, operator, value } = condition
  if (field === 'area') return sql`observation.id in ${amongIds(db, inside.get(value) ?? [])}`
  const column = field === 'depth' ? depth : day
  if (operator === 'is') return sql`${column} = ${value}`
  return operator === 'atLeast' ? sql`${column} >= ${value}` : sql`${column} <= ${value}`
}

function organismMeets({ projectId }: Sight, condition: OfOrganism): RawBuilder<boolean> {
  if (condition.field === 'label') return labelIs(projectId, sql.ref('observation.label_id'), condition)
  const author = sql.ref('observation.created_by')
  return condition.operator === 'is' ? sql`${author} = ${condition.value}` : sql`${author} is distinct from ${condition.value}`
}

/** Finds the observations in each drawn area of a filter, by the positions that the viewer may see. */
async function observationsInside(db: Database, sight: Sight, filter: Filter): Promise<Map<string, string[]>> {
  const areas = areasIn(filter)
  if (areas.length === 0) return new Map()
  const shown = await shownPlaces(db, sight.projectId, sight.places)
  const gridOf = shown.isExact ? () => null : await shown.ofAllObservations()
  const { rows } = await sql<{ id: string; latitude: number; longitude: number }>`
    select observation.id, ${placeOf('latitude')} as latitude, ${placeOf('longitude')} as longitude
    from observation left join site on site.id = observation.site_id
    where ${countedObservations(sight)} and ${placeOf('latitude')} is not null and ${placeOf('longitude')} is not null`.execute(db)
  const placed = rows.map(({ id, latitude: decimalLatitude, longitude: decimalLongitude }) => {
    const exact = { decimalLatitude, decimalLongitude }
    const grid = gridOf(id)
    return { id, ...(grid === null ? exact : placeAsShown(exact, grid)) }
  })
  return insideAreas(db, sight.projectId, areas, placed)
}

/** Coordinate of an observation: its own, if the observation has a position, otherwise the coordinate of its site. */
const placeOf = (axis: 'latitude' | 'longitude') => sql`(case
  when observation.decimal_latitude is not null and observation.decimal_longitude is not null then ${sql.ref(`observation.decimal_${axis}`)}
  else ${sql.ref(`site.decimal_${axis}`)} end)`
