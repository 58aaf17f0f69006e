import { PostgresAdapter, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import { capturedKey } from './rows.ts'
import type { MediaTable } from './tables.ts'

/** Facts of a media item that tables and imports can write. */
export interface StoredFacts {
  date: string | null
  key: string
  source: string | null
  zone: string | null
  ahead: number | null
  answer: string | null
  cameraTime: string | null
  latitude: number | null
  longitude: number | null
  depth: number | null
  altitude: number | null
  /** JSON of the other facts by name. */
  metadata: string
}

const columns = [
  'id',
  'event_date',
  'time_source',
  'time_zone',
  'clock_ahead_seconds',
  'clock_answer',
  'camera_time',
  'decimal_latitude',
  'decimal_longitude',
  'depth_in_meters',
  'altitude_in_meters',
  'metadata'
] as const

type FactsRow = Pick<Selectable<MediaTable>, (typeof columns)[number]>

/** Query for the facts of media, including removed ones. */
export const selectFacts = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('media')
    .select(columns)
    .where(
      'id',
      'in',
      sql<string>`(select item.value ->> 'id' from ${jsonItems(
        db,
        ids.map(id => ({ id }))
      )})`
    )

/**
 * Query like `selectFacts` that, on PostgreSQL, also locks the media in the order of their ids until the transaction ends. SQLite has one writer at a
 * time. Annotations that refer to these media can still be added.
 */
export const selectLockedFacts = (db: Database, ids: readonly string[]): ReturnType<typeof selectFacts> =>
  selectFacts(db, ids)
    .orderBy('id')
    .$if(db.getExecutor().adapter instanceof PostgresAdapter, query => query.forNoKeyUpdate())

export const storedFacts = (row: FactsRow): StoredFacts => ({
  date: row.event_date,
  key: capturedKey(row.event_date),
  source: row.time_source,
  zone: row.time_zone,
  ahead: row.clock_ahead_seconds,
  answer: row.clock_answer,
  cameraTime: row.camera_time,
  latitude: row.decimal_latitude,
  longitude: row.decimal_longitude,
  depth: row.depth_in_meters,
  altitude: row.altitude_in_meters,
  metadata: row.metadata
})

/** Writes the facts of media in one statement. */
export async function writeFacts(db: Database, updates: readonly (StoredFacts & { id: string })[]): Promise<void> {
  const text = (field: keyof StoredFacts | 'id') => sql.raw<string>(`item.value ->> '${field}'`)
  const number = (field: keyof StoredFacts): RawBuilder<number> => sql`cast(${text(field)} as double precision)`
  await sql`
    update media set
      event_date = given.date, captured_key = given.key, time_source = given.source, time_zone = given.zone,
      clock_ahead_seconds = given.ahead, clock_answer = given.answer, camera_time = given.camera, decimal_latitude = given.latitude, decimal_longitude = given.longitude,
      depth_in_meters = given.depth, altitude_in_meters = given.altitude, metadata = given.metadata, revision = revision + 1
    from (
      select ${text('id')} as id, ${text('date')} as date, ${text('key')} as key, ${text('source')} as source,
        ${text('zone')} as zone, cast(${text('ahead')} as integer) as ahead, ${text('answer')} as answer, ${text('cameraTime')} as camera, ${number('latitude')} as latitude,
        ${number('longitude')} as longitude, ${number('depth')} as depth, ${number('altitude')} as altitude, ${text('metadata')} as metadata
      from ${jsonItems(db, [...updates])}
    ) as given
    where media.id = given.id`.execute(db)
}
