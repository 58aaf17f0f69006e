import { sql } from 'kysely'
import type { PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { timestamp } from '../../lib/clock.ts'
import { nameKey } from '../media/rows.ts'
import type { Database } from '../storage/database.ts'

export type ChosenSettings = Pick<PlacementSettings, 'search' | 'camera' | 'clockOffsetSeconds'>

/** Query for the images that a placement selects, with or without a capture time. */
export function chosenImages(
  db: Database,
  projectId: string,
  { search, camera }: Pick<ChosenSettings, 'search' | 'camera'>,
  seenAt: string
) {
  const all = db
    .selectFrom('media')
    .where('media.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .where('media.created_at', '<=', seenAt)
  const named = search ? all.where(sql<boolean>`media.name_key like ${`%${escaped(nameKey(search))}%`} escape '\\'`) : all
  return camera === undefined ? named : named.where('media.camera', camera === null ? 'is' : '=', camera)
}

const escaped = (text: string) => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** First and last capture time, by the camera clock, within a time span of the track. */
export const cameraSpan = (firstMs: number, lastMs: number, offsetSeconds: number): [string, string] => [
  timestamp(Math.ceil(firstMs - offsetSeconds * 1000)),
  timestamp(Math.floor(lastMs - offsetSeconds * 1000))
]

export const imageColumns = [
  'media.id',
  'media.file_name',
  'media.captured_key',
  'media.event_date',
  'media.decimal_latitude',
  'media.decimal_longitude',
  'media.depth_in_meters',
  'media.altitude_in_meters',
  'media.metadata'
] as const

export interface ChosenImage {
  id: string
  file_name: string
  captured_key: string
  event_date: string | null
  decimal_latitude: number | null
  decimal_longitude: number | null
  depth_in_meters: number | null
  altitude_in_meters: number | null
  metadata: string
}

export interface ImagePlace {
  key: string
  id: string
}

/** Reads a page of images with a capture time from `first` to `last`, in order of time. The page starts after the image `behind`, or at `first`. */
export function imagesBetween(
  chosen: ReturnType<typeof chosenImages>,
  [first, last]: readonly [string, string],
  behind: ImagePlace | null,
  limit: number
): Promise<ChosenImage[]> {
  const page = chosen
    .select(imageColumns)
    .where('media.captured_key', '>=', first)
    .where('media.captured_key', '<=', last)
    .where('media.event_date', 'is not', null)
    .orderBy('media.captured_key')
    .orderBy('media.id')
    .limit(limit)
  return (behind ? page.where(sql<boolean>`(media.captured_key, media.id) > (${behind.key}, ${behind.id})`) : page).execute()
}
