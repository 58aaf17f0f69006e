import { type MapFeature, type MapFeatures, mapFeatureLimit } from '../../../shared/contracts/map.ts'
import { mapCodes } from '../../../shared/error-codes/map.ts'
import { generalizationWords, gridUncertainty, placeGrids } from '../../../shared/geometry/place-grid.ts'
import { codedError } from '../../lib/coded-error.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { Columns } from './columns.ts'
import { amongNumbers, machineFlag, reviewStates } from './derived-places.ts'
import { unitsPerDegree } from './h3-cells.ts'
import type { KeptColumns } from './kept-columns.ts'
import { openView, rowsInView, type ViewQuestion } from './view.ts'

const PlacesUpdating = codedError(mapCodes.PLACES_UPDATING)

/**
 * Reads the records of a view for a file export, with their positions as the viewer may see them.
 * @throws PlacesUpdating while a job derives places, because a file cannot be completed later
 * @throws InvalidRequest when there are more records than a file may contain
 */
export async function mapFeaturesOf(db: Database, kept: KeptColumns, sight: Sight, question: ViewQuestion): Promise<MapFeatures> {
  if (question.isUpdating) throw new PlacesUpdating()
  const view = await openView(db, kept, sight, question)
  const { columns, counted } = view
  const rows = Array.from((await rowsInView(view)).rows)
  if (rows.length > mapFeatureLimit) {
    const message = `has ${rows.length} records, but a file can contain at most ${mapFeatureLimit}: zoom in or narrow the filter`
    throw new InvalidRequest([{ path: '/box', message }], 400)
  }
  const [factsOf, labelOf] = [await factsBy(db, columns, rows), await labelsOf(db, sight)]
  const isOfAnnotations = (question.kind ?? 'annotation') === 'annotation'
  const features = rows.flatMap((row): MapFeature[] => {
    const facts = factsOf.get(columns.ids[row]!)
    if (!facts) return []
    const label = labelOf.get(counted.labelIds[counted.labels[row]! - 1] ?? '')
    const flags = columns.flags[row]!
    const depth = columns.depths[row]!
    return [
      {
        type: 'Feature',
        id: facts.subject_id,
        geometry: {
          type: 'Point',
          coordinates: [columns.longitudes[row]! / unitsPerDegree, columns.latitudes[row]! / unitsPerDegree]
        },
        properties: {
          mediaId: facts.origin_id,
          fileName: facts.file_name,
          eventDate: facts.event_date,
          depthInMeters: Number.isNaN(depth) ? null : depth,
          label: label?.name ?? null,
          scientificName: label?.scientific_name ?? null,
          source: isOfAnnotations ? ((flags & machineFlag) === 0 ? 'human' : 'machine') : null,
          reviewState: isOfAnnotations ? (reviewStates[flags & 3] ?? null) : null,
          ...generalised(columns, row)
        }
      }
    ]
  })
  return { type: 'FeatureCollection', features }
}

function generalised({ grids, latitudes }: Columns, row: number) {
  const grid = placeGrids[grids[row]! - 1]
  if (!grid || grid === 'hidden') return { coordinateUncertaintyInMeters: null, dataGeneralizations: null }
  return {
    coordinateUncertaintyInMeters: gridUncertainty(latitudes[row]! / unitsPerDegree, grid),
    dataGeneralizations: generalizationWords(grid)
  }
}

async function factsBy(db: Database, columns: Columns, rows: readonly number[]) {
  const found = await db
    .selectFrom('place')
    .innerJoin('media', 'media.id', 'place.origin_id')
    .where(
      'place.id',
      'in',
      amongNumbers(
        db,
        rows.map(row => columns.ids[row]!)
      )
    )
    .select(['place.id', 'place.subject_id', 'place.origin_id', 'media.file_name', 'media.event_date'])
    .execute()
  return new Map(found.map(row => [row.id, row]))
}

async function labelsOf(db: Database, { projectId }: Sight) {
  const rows = await db.selectFrom('label').select(['id', 'name', 'scientific_name']).where('project_id', '=', projectId).execute()
  return new Map(rows.map(row => [row.id, row]))
}
