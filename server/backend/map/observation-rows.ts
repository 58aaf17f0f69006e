import type { MapObservation, MapObservations, MapObservationsQuery } from '../../../shared/contracts/map.ts'
import type { PlaceExtent } from '../../../shared/geometry/place-extent.ts'
import type { ShownPlaces } from '../generalisations/shown-places.ts'
import { observationsAsShown } from '../observations/as-shown.ts'
import { observationShownTo } from '../observations/repository.ts'
import { selectObservations, toObservation } from '../observations/rows.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { amongIds } from '../storage/json-items.ts'
import { amongNumbers } from './derived-places.ts'
import { unitsPerDegree } from './h3-cells.ts'
import type { KeptColumns } from './kept-columns.ts'
import { type MapView, openView, rowsInView, type ViewQuestion } from './view.ts'

/** Reads the observations of a view, nearest to its centre first, with their positions as the viewer may see them. */
export async function mapObservationsOf(
  db: Database,
  kept: KeptColumns,
  scope: Scope,
  question: ViewQuestion<MapObservationsQuery>
): Promise<MapObservations> {
  const view = await openView(db, kept, scope, { ...question, kind: 'observation' })
  const { rows, placedCount, inViewCount } = await rowsInView(view)
  const { columns } = view
  const near = nearest(view, rows, question.limit ?? 50)
  const placeIds = near.map(row => columns.ids[row]!)
  const factsOf = await factsBy(db, scope, view.shown, placeIds)
  const items = near.flatMap((row): MapObservation[] => {
    const facts = factsOf.get(columns.ids[row]!)
    const depth = columns.depths[row]!
    if (!facts) return []
    const { id: observationId, labelId, name, eventDate, individualCount, source, generalised } = facts
    return [
      {
        ...{ observationId, labelId, name, eventDate, individualCount, isFromOutside: source !== null },
        decimalLatitude: columns.latitudes[row]! / unitsPerDegree,
        decimalLongitude: columns.longitudes[row]! / unitsPerDegree,
        depthInMeters: Number.isNaN(depth) ? null : depth,
        ...(generalised && { generalised })
      }
    ]
  })
  return { isUpdating: question.isUpdating, placedCount, inViewCount, extent: extentOf(view, rows), items }
}

/**
 * Smallest extent of rows, to a tenth of a degree; null without rows. Longitudes are grouped first, because sorting half a million longitudes takes
 * longer than the rest of a response.
 */
function extentOf({ columns: { longitudes, latitudes } }: MapView, rows: Uint32Array): PlaceExtent | null {
  const [least, most] = [new Float64Array(bands).fill(Infinity), new Float64Array(bands).fill(-Infinity)]
  let [south, north] = [Infinity, -Infinity]
  for (const row of rows) {
    const [longitude, latitude] = [longitudes[row]!, latitudes[row]!]
    const band = Math.min(bands - 1, Math.floor((longitude + half) / bandWidth))
    if (longitude < least[band]!) least[band] = longitude
    if (longitude > most[band]!) most[band] = longitude
    if (latitude < south) south = latitude
    if (latitude > north) north = latitude
  }
  const filled = Array.from({ length: bands }, (_, band) => band).filter(band => least[band]! <= most[band]!)
  const [first, last] = [filled[0], filled.at(-1)]
  if (first === undefined || last === undefined) return null
  let [west, east, widest] = [least[first]!, most[last]!, least[first]! + 2 * half - most[last]!]
  for (const [index, band] of filled.entries()) {
    const before = filled[index - 1]
    const gap = before === undefined ? 0 : least[band]! - most[before]!
    if (before !== undefined && gap > widest) [west, east, widest] = [least[band]!, most[before]! + 2 * half, gap]
  }
  return { west: west / unitsPerDegree, south: south / unitsPerDegree, east: east / unitsPerDegree, north: north / unitsPerDegree }
}

const half = 180 * unitsPerDegree
/** Bands of a tenth of a degree of longitude. Gaps within a band are ignored, so an extent may exceed the smallest extent by the width of a band. */
const bands = 3600
const bandWidth = (2 * half) / bands

/** Returns the rows nearest to the centre of the view, nearest first. Only these are sorted. */
function nearest({ box, columns: { longitudes, latitudes } }: MapView, rows: Uint32Array, limit: number): number[] {
  const whole = 360 * unitsPerDegree
  const { west, south, east, north } = box ?? { west: 0, south: 0, east: 0, north: 0 }
  const [longitude, latitude] = [(west + east + (west > east ? whole : 0)) / 2, (south + north) / 2]
  const narrow = Math.cos((latitude / unitsPerDegree) * (Math.PI / 180))
  const near: { row: number; squared: number }[] = []
  let farthest = Infinity
  for (const row of rows) {
    const along = (latitudes[row]! - latitude) ** 2
    if (along >= farthest) continue // most rows of a large view are too far in latitude alone
    const apart = Math.abs(longitudes[row]! - longitude) % whole
    const across = Math.min(apart, whole - apart) * narrow
    const squared = across ** 2 + along
    if (squared >= farthest) continue // rows ascend, so the first of equals stays
    let place = near.length
    while (place > 0 && near[place - 1]!.squared > squared) place--
    near.splice(place, 0, { row, squared })
    near.length = Math.min(limit, near.length)
    if (near.length === limit) farthest = near[limit - 1]!.squared
  }
  return near.map(({ row }) => row)
}

/** Reads observations as the viewer may see them, by the ids of their places. */
async function factsBy(db: Database, scope: Scope, places: ShownPlaces, placeIds: readonly number[]) {
  const found = await db.selectFrom('place').select(['id', 'subject_id']).where('id', 'in', amongNumbers(db, placeIds)).execute()
  const rows = await selectObservations(db, scope.accountId)
    .where(
      'observation.id',
      'in',
      amongIds(
        db,
        found.map(({ subject_id: id }) => id)
      )
    )
    .where('observation.project_id', '=', scope.projectId)
    .where('observation.removed_at', 'is', null)
    .where(observationShownTo(scope))
    .execute()
  const shown = await observationsAsShown(places, rows.map(toObservation))
  const byId = new Map(shown.map(each => [each.id, each]))
  return new Map(found.flatMap(({ id, subject_id: subject }) => (byId.has(subject) ? [[id, byId.get(subject)!] as const] : [])))
}
