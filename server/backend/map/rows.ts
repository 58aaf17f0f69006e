import { sql } from 'kysely'
import { type MapRow, type MapRows, type MapRowsQuery, mapRowLabelLimit } from '../../../shared/contracts/map.ts'
import type { Filter } from '../../../shared/filters.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { annotationMatches } from '../annotations/review/filter-sql.ts'
import type { Sight } from '../projects/scope.ts'
import { countedAnnotations } from '../results/counted.ts'
import type { Database } from '../storage/database.ts'
import { amongIds, jsonItems } from '../storage/json-items.ts'
import { type ImagePlace, imagePlaces } from './places.ts'

interface Near {
  place: ImagePlace
  meters: number
}

/**
 * Reads the images around a position, nearest first. Distances are measured to the positions that the viewer may see.
 * @throws InvalidRequest for an invalid filter or cursor
 */
export async function mapRowsOf(db: Database, sight: Sight, query: MapRowsQuery): Promise<MapRows> {
  const { longitude, latitude, radiusInMeters, filter, limit = 50, cursor } = query
  const from = cursor === undefined ? null : readCursor(cursor)
  const distance = distanceFrom(longitude, latitude)
  const { places, filter: shownFilter } = await imagePlaces(db, sight, filter)
  const near = places
    .map((place): Near => ({ place, meters: distance(place) }))
    .filter(({ meters }) => meters <= radiusInMeters)
    .sort((a, b) => a.meters - b.meters || (a.place.id < b.place.id ? -1 : 1))
  const rest =
    from === null ? near : near.filter(({ place, meters }) => meters > from.meters || (meters === from.meters && place.id > from.id))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await withFacts(db, sight, page, shownFilter),
    total: near.length,
    nextCursor: last && rest.length > limit ? Buffer.from(JSON.stringify([last.meters, last.place.id])).toString('base64url') : null
  }
}

/** Mean radius of the Earth in metres. */
const radius = 6_371_008.8
const radians = Math.PI / 180

/**
 * Returns a function for great-circle distances in whole metres. These are accurate enough to select and sort images. Distances on screens are
 * geodesic.
 */
function distanceFrom(longitude: number, latitude: number) {
  const cosine = Math.cos(latitude * radians)
  return ({ decimalLatitude, decimalLongitude }: ImagePlace): number => {
    const north = decimalLatitude * radians
    const half = Math.sin(((decimalLongitude - longitude) * radians) / 2) ** 2
    const chord = Math.sin((north - latitude * radians) / 2) ** 2 + cosine * Math.cos(north) * half
    return Math.round(2 * radius * Math.asin(Math.min(1, Math.sqrt(chord))))
  }
}

async function withFacts(db: Database, sight: Sight, near: readonly Near[], filter: Filter): Promise<MapRow[]> {
  const ids = near.map(({ place: { id } }) => id)
  const rows = await db.selectFrom('media').select(['id', 'file_name', 'event_date']).where('id', 'in', amongIds(db, ids)).execute()
  const factsOf = new Map(rows.map(row => [row.id, row]))
  const annotationsOf = await countedOn(db, sight, ids, filter)
  return near.flatMap(({ place: { id, siteId, generalised, decimalLatitude, decimalLongitude, depthInMeters } }) => {
    const facts = factsOf.get(id)
    if (!facts) return []
    const { file_name: fileName, event_date: eventDate } = facts
    const given = { decimalLatitude, decimalLongitude, depthInMeters, eventDate, siteId, ...(generalised && { generalised }) }
    const labels = annotationsOf.get(id) ?? []
    const annotationCount = labels.reduce((sum, { count }) => sum + count, 0)
    return [{ mediaId: id, fileName, ...given, annotationCount, labels: labels.slice(0, mapRowLabelLimit) }]
  })
}

/**
 * Reads the labels of the counted annotations on the given images, most frequent first. Each label comes with the id of one of its annotations. Only
 * annotations that match the filter count. An individual from a round has its consensus label.
 */
async function countedOn(db: Database, sight: Sight, ids: readonly string[], filter: Filter): Promise<Map<string, MapRow['labels']>> {
  if (ids.length === 0) return new Map()
  const { condition, renamed } = await countedAnnotations(db, sight, {})
  const consensus = sql<{ id: string; label_id: string | null }>`(
    select item.value ->> 'id' as id, item.value ->> 'labelId' as label_id from ${jsonItems(db, renamed)})`
  const label = sql<string | null>`case when consensus.id is null then annotation.label_id else consensus.label_id end`
  const rows = await db
    .selectFrom('annotation')
    .innerJoin('media', 'media.id', 'annotation.media_id')
    .leftJoin(consensus.as('consensus'), 'consensus.id', 'annotation.id')
    .where('annotation.media_id', 'in', amongIds(db, ids))
    .where(condition)
    .where(annotationMatches(db, sight, filter, label))
    .groupBy(['annotation.media_id', label])
    .select(({ fn }) => [
      'annotation.media_id',
      label.as('label_id'),
      fn.min('annotation.id').as('first'),
      fn.countAll<number>().as('count')
    ])
    .execute()
  const found = Map.groupBy(rows, row => row.media_id)
  return new Map(
    Array.from(found, ([id, labels]) => [
      id,
      labels
        .map(({ label_id: labelId, first: annotationId, count }) => ({ labelId, annotationId, count }))
        .sort((one, other) => other.count - one.count || (one.annotationId < other.annotationId ? -1 : 1))
    ])
  )
}

function readCursor(cursor: string): { meters: number; id: string } {
  try {
    const [meters, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof meters === 'number' && typeof id === 'string') return { meters, id }
  } catch {
    // refused below, like every other invalid cursor
  }
  throw new InvalidRequest([{ path: '/cursor', message: 'is not a cursor of this list' }], 400)
}
