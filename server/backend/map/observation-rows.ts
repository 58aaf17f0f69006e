import type { MapObservation, MapObservations, MapObservationsQuery } from '../../../shared/contracts/map.ts'
import { type PlaceExtent, placeExtent } from '../../../shared/geometry/place-extent.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import { observationsAsShown } from '../observations/as-shown.ts'
import { observationShownTo } from '../observations/repository.ts'
import { selectObservations, toObservation } from '../observations/rows.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { among, amongNumbers } from './derived-places.ts'
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
  const factsOf = await factsBy(
    db,
    scope,
    near.map(row => columns.ids[row]!)
  )
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

function extentOf({ columns: { longitudes, latitudes } }: MapView, rows: Uint32Array): PlaceExtent | null {
  const inDegrees = Array.from(rows, (row): [number, number] => [longitudes[row]! / unitsPerDegree, latitudes[row]! / unitsPerDegree])
  return placeExtent(inDegrees)
}

/** Returns the rows nearest to the centre of the view, nearest first. */
function nearest({ box, columns: { longitudes, latitudes } }: MapView, rows: Uint32Array, limit: number): number[] {
  const whole = 360 * unitsPerDegree
  const { west, south, east, north } = box ?? { west: 0, south: 0, east: 0, north: 0 }
  const [longitude, latitude] = [(west + east + (west > east ? whole : 0)) / 2, (south + north) / 2]
  const narrow = Math.cos((latitude / unitsPerDegree) * (Math.PI / 180))
  const distances = Float64Array.from(rows, row => {
    const apart = Math.abs(longitudes[row]! - longitude) % whole
    return Math.hypot(Math.min(apart, whole - apart) * narrow, latitudes[row]! - latitude)
  })
  const most = distances.toSorted()[limit - 1] ?? Infinity
  return Array.from(rows, (row, index) => ({ row, distance: distances[index]! }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance || one.row - other.row)
    .slice(0, limit)
    .map(({ row }) => row)
}

/** Reads observations as the viewer may see them, by the ids of their places. */
async function factsBy(db: Database, scope: Scope, placeIds: readonly number[]) {
  const places = await db.selectFrom('place').select(['id', 'subject_id']).where('id', 'in', amongNumbers(db, placeIds)).execute()
  const rows = await selectObservations(db, scope.accountId)
    .where(
      'observation.id',
      'in',
      among(
        db,
        places.map(({ subject_id: id }) => id)
      )
    )
    .where('observation.project_id', '=', scope.projectId)
    .where('observation.removed_at', 'is', null)
    .where(observationShownTo(scope))
    .execute()
  const shown = await observationsAsShown(await shownPlaces(db, scope.projectId, scope.places), rows.map(toObservation))
  const byId = new Map(shown.map(each => [each.id, each]))
  return new Map(places.flatMap(({ id, subject_id: subject }) => (byId.has(subject) ? [[id, byId.get(subject)!] as const] : [])))
}
