import { sql } from 'kysely'
import type { MapRow, MapRows, MapRowsQuery } from '../../../shared/contracts/map.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { type ImagePlace, imagePlaces } from './places.ts'

interface Near {
  place: ImagePlace
  meters: number
}

/** Reads images around a position by their shown positions, nearest first. @throws InvalidRequest for a filter or a cursor that cannot be read */
export async function mapRowsOf(db: Database, sight: Sight, query: MapRowsQuery): Promise<MapRows> {
  const { longitude, latitude, radiusInMeters, filter, limit = 50, cursor } = query
  const from = cursor === undefined ? null : readCursor(cursor)
  const distance = distanceFrom(longitude, latitude)
  const { places } = await imagePlaces(db, sight, filter)
  const near = places
    .map((place): Near => ({ place, meters: distance(place) }))
    .filter(({ meters }) => meters <= radiusInMeters)
    .sort((a, b) => a.meters - b.meters || (a.place.id < b.place.id ? -1 : 1))
  const rest =
    from === null ? near : near.filter(({ place, meters }) => meters > from.meters || (meters === from.meters && place.id > from.id))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await withFacts(db, page),
    total: near.length,
    nextCursor: last && rest.length > limit ? Buffer.from(JSON.stringify([last.meters, last.place.id])).toString('base64url') : null
  }
}

/** Mean radius of the Earth in metres. */
const radius = 6_371_008.8
const radians = Math.PI / 180

/** Great-circle distance in whole metres, which suffices for selecting and sorting. Distances shown to people are geodesic. */
function distanceFrom(longitude: number, latitude: number) {
  const cosine = Math.cos(latitude * radians)
  return ({ decimalLatitude, decimalLongitude }: ImagePlace): number => {
    const north = decimalLatitude * radians
    const half = Math.sin(((decimalLongitude - longitude) * radians) / 2) ** 2
    const chord = Math.sin((north - latitude * radians) / 2) ** 2 + cosine * Math.cos(north) * half
    return Math.round(2 * radius * Math.asin(Math.min(1, Math.sqrt(chord))))
  }
}

async function withFacts(db: Database, near: readonly Near[]): Promise<MapRow[]> {
  const wanted = jsonItems(
    db,
    near.map(({ place: { id } }) => ({ id }))
  )
  const rows = await db
    .selectFrom('media')
    .select(['id', 'file_name', 'event_date'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${wanted})`)
    .execute()
  const factsOf = new Map(rows.map(row => [row.id, row]))
  return near.flatMap(({ place: { id, siteId, generalised, decimalLatitude, decimalLongitude, depthInMeters } }) => {
    const facts = factsOf.get(id)
    if (!facts) return []
    const { file_name: fileName, event_date: eventDate } = facts
    const given = { decimalLatitude, decimalLongitude, depthInMeters, eventDate, siteId, ...(generalised && { generalised }) }
    return [{ mediaId: id, fileName, ...given }]
  })
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
