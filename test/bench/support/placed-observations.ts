import { sql } from 'kysely'
import type { Database } from '../../../server/backend/storage/database.ts'
import { jsonItems } from '../../../server/backend/storage/json-items.ts'
import type { Chance } from '../../support/fuzz/chance.ts'
import { labelCount } from './large-survey.ts'

/** Position in degrees. */
export type Position = readonly [longitude: number, latitude: number]

/** Returns a generator of positions: 60 % in 400 clusters, 30 % along 40 tracks, 10 % anywhere. */
export function randomPlaces(luck: Chance): () => Position {
  const at = (least: number, span: number) => least + (luck.below(1_000_000) / 1e6) * span
  const clusters = Array.from({ length: 400 }, () => [at(-180, 360), at(-75, 150)] as const)
  const tracks = Array.from({ length: 40 }, () => [at(-170, 340), at(-65, 130), at(-8, 16), at(-8, 16)] as const)
  return () => {
    if (luck.in100(10)) return [at(-180, 360), at(-90, 180)]
    if (luck.in100(67)) {
      const [longitude, latitude] = luck.one(clusters)
      return [longitude + at(-0.3, 0.6), latitude + at(-0.2, 0.4)]
    }
    const [[longitude, latitude, east, north], part] = [luck.one(tracks), at(0, 1)]
    return [longitude + part * east, latitude + part * north]
  }
}

interface Added {
  count: number
  place: () => Position
}

/** Inserts observations of the labels of a survey, each with a depth and a day. */
export async function addObservations(db: Database, projectId: string, { count, place }: Added): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z'
  for (let from = 0; from < count; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, count - from) }, (_, step) => {
      const [longitude, latitude] = place()
      const number = from + step
      return {
        ...{
          id: `00000000-0000-7000-8005-${100_000_000_000 + number}`,
          label: `00000000-0000-7000-8003-${100_000_000_000 + (number % labelCount)}`
        },
        ...{ longitude: String(Math.max(-180, Math.min(180, longitude))), latitude: String(Math.max(-90, Math.min(90, latitude))) },
        ...{
          depth: String((number * 7) % 900),
          day: new Date(1_500_000_000_000 + (number % 3_000) * 86_400_000).toISOString().slice(0, 10)
        }
      }
    })
    await sql`
      insert into observation (id, project_id, label_id, occurrence_status, event_date, first_day, last_day, decimal_longitude, decimal_latitude,
        minimum_depth_in_meters, maximum_depth_in_meters, basis_of_record, created_at, modified_at, change_kind, revision)
      select item.value ->> 'id', ${projectId}, item.value ->> 'label', 'present', item.value ->> 'day', item.value ->> 'day', item.value ->> 'day',
        cast(item.value ->> 'longitude' as double precision), cast(item.value ->> 'latitude' as double precision),
        cast(item.value ->> 'depth' as double precision), cast(item.value ->> 'depth' as double precision), 'HumanObservation',
        cast(${at} as text), cast(${at} as text), 'create', 1
      from ${jsonItems(db, rows)}`.execute(db)
  }
}
