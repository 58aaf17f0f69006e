import { type RawBuilder, sql } from 'kysely'
import type { ClockSetting } from '../../../shared/contracts/camera-clocks.ts'
import type { Database } from '../storage/database.ts'
import { jsonItems } from '../storage/json-items.ts'
import type { TableFacts } from './metadata-rows.ts'
import { capturedKey, type MediaRow } from './rows.ts'

export interface MediaChange {
  mediaId: string
  facts: TableFacts
  /** Clock setting that was used to interpret the time. */
  setting?: ClockSetting
  /** Time in an unknown zone. It is stored only for images without any time. */
  clock?: string
  metadata: Record<string, string>
}

const batchSize = 500

interface Applying {
  dryRun?: boolean
  /** Whether to write only the facts that a media item lacks. */
  onlyLacking?: boolean
}

/**
 * Writes the facts of a table to the media of a project. Empty cells change nothing. A media item that already has these facts keeps its revision.
 * @returns number of media that changed, or that would change with `dryRun`
 */
export async function applyMetadata(
  transaction: Database,
  changes: MediaChange[],
  { dryRun = false, onlyLacking = false }: Applying = {}
): Promise<number> {
  let count = 0
  for (let at = 0; at < changes.length; at += batchSize) {
    const batch = changes.slice(at, at + batchSize)
    const updates = await differences(transaction, batch, onlyLacking)
    count += updates.length
    if (!dryRun && updates.length > 0) await update(transaction, updates)
  }
  return count
}

interface Update {
  id: string
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
  metadata: string
}

async function differences(db: Database, batch: MediaChange[], onlyLacking: boolean): Promise<Update[]> {
  const ids = jsonItems(
    db,
    batch.map(({ mediaId }) => ({ id: mediaId }))
  )
  const rows = await db
    .selectFrom('media')
    .select(['time_source', 'time_zone', 'clock_ahead_seconds', 'clock_answer', 'camera_time'])
    .select(['id', 'event_date', 'decimal_latitude', 'decimal_longitude', 'depth_in_meters', 'altitude_in_meters', 'metadata'])
    .where('id', 'in', sql<string>`(select item.value ->> 'id' from ${ids})`)
    .where('removed_at', 'is', null)
    .execute()
  const changes = new Map(batch.map(change => [change.mediaId, change]))
  return rows.flatMap(row => {
    const change = changes.get(row.id)
    const facts = onlyLacking ? lacking(row, change?.facts) : (change?.facts ?? {})
    const [given, kept] = [change?.metadata ?? {}, JSON.parse(row.metadata)]
    const before: Update = {
      id: row.id,
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
    }
    const date = facts.eventDate ?? before.date
    const isOwnTime = date === before.date && before.source !== 'assumed' && before.source !== 'unanswered'
    const ofTable =
      facts.eventDate && !isOwnTime
        ? { source: 'table', zone: change?.setting?.zone ?? null, ahead: change?.setting?.aheadSeconds ?? null, answer: null }
        : {}
    const ofClock = change?.clock && date === null && !row.camera_time ? { source: 'unanswered', cameraTime: change.clock } : {}
    const after: Update = {
      ...before,
      ...ofTable,
      ...ofClock,
      date,
      key: capturedKey(date),
      latitude: facts.decimalLatitude ?? before.latitude,
      longitude: facts.decimalLongitude ?? before.longitude,
      depth: facts.depthInMeters ?? before.depth,
      altitude: facts.altitudeInMeters ?? before.altitude,
      metadata: JSON.stringify(onlyLacking ? { ...given, ...kept } : { ...kept, ...given })
    }
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [after]
  })
}

type FactColumns = Pick<MediaRow, 'event_date' | 'decimal_latitude' | 'decimal_longitude' | 'depth_in_meters' | 'altitude_in_meters'>

/** Filters a row down to the facts that its media item lacks. */
function lacking(
  row: FactColumns,
  { eventDate, decimalLatitude, decimalLongitude, depthInMeters, altitudeInMeters }: TableFacts = {}
): TableFacts {
  return {
    ...(row.event_date === null && eventDate && { eventDate }),
    ...(row.decimal_latitude === null && { decimalLatitude, decimalLongitude }),
    ...(row.depth_in_meters === null && { depthInMeters }),
    ...(row.altitude_in_meters === null && { altitudeInMeters })
  }
}

async function update(db: Database, updates: Update[]): Promise<void> {
  const text = (field: keyof Update) => sql.raw<string>(`item.value ->> '${field}'`)
  const number = (field: keyof Update): RawBuilder<number> => sql`cast(${text(field)} as double precision)`
  await sql`
    update media set
      event_date = given.date, captured_key = given.key, time_source = given.source, time_zone = given.zone,
      clock_ahead_seconds = given.ahead, clock_answer = given.answer, camera_time = given.camera, decimal_latitude = given.latitude, decimal_longitude = given.longitude,
      depth_in_meters = given.depth, altitude_in_meters = given.altitude, metadata = given.metadata, revision = revision + 1
    from (
      select ${text('id')} as id, ${text('date')} as date, ${text('key')} as key, ${text('source')} as source,
        ${text('zone')} as zone, cast(${text('ahead')} as integer) as ahead, ${text('answer')} as answer, ${text('cameraTime')} as camera, ${number('latitude')} as latitude,
        ${number('longitude')} as longitude, ${number('depth')} as depth, ${number('altitude')} as altitude, ${text('metadata')} as metadata
      from ${jsonItems(db, updates)}
    ) as given
    where media.id = given.id`.execute(db)
}
