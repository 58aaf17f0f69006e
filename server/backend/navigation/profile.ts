import { sql } from 'kysely'
import type { Profile } from '../../../shared/contracts/navigation.ts'
import type { Fix } from '../../../shared/navigation/fix.ts'
import { timestamp } from '../../lib/clock.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Database } from '../storage/database.ts'
import { cameraSpan, chosenImages } from './chosen-images.ts'
import { fixesOfTrack } from './fixes-of-track.ts'
import type { ReadyTrack } from './ready-track.ts'

const parts = 400
const mostImages = 5000

/** Time window of the profile, and the clock offset of its images. Without a window, the profile covers the whole track. */
export interface ProfileWish {
  from?: string | undefined
  to?: string | undefined
  clockOffsetSeconds?: number | undefined
}

/** Reads the profile of a track, and the images taken in the time window. @throws InvalidRequest when the window ends before it starts */
export async function profileOf(db: Database, track: ReadyTrack, { from, to, clockOffsetSeconds = 0 }: ProfileWish): Promise<Profile> {
  const fromMs = from === undefined ? track.firstMs : Date.parse(from)
  const toMs = to === undefined ? track.lastMs : Date.parse(to)
  if (toMs < fromMs) throw new InvalidRequest([{ path: '/to', message: 'is before the start' }], 400)
  const fixes: Fix[] = []
  const length = Math.max(1, toMs - fromMs) / parts
  let part = -1
  let ends: { least: Fix; most: Fix } | null = null
  const finish = () => {
    if (!ends) return
    const { least, most } = ends
    fixes.push(...(least === most ? [least] : least.timeMs < most.timeMs ? [least, most] : [most, least]))
  }
  for await (const some of (await fixesOfTrack(db, track.id)).between(fromMs, toMs))
    for (const fix of some) {
      const of = Math.floor((fix.timeMs - fromMs) / length)
      if (of !== part) {
        finish()
        part = of
        ends = { least: fix, most: fix }
      } else if (ends) {
        if (heightOf(fix) < heightOf(ends.least)) ends.least = fix
        if (heightOf(fix) > heightOf(ends.most)) ends.most = fix
      }
    }
  finish()
  return {
    from: timestamp(fromMs),
    to: timestamp(toMs),
    fixes: fixes.map(({ timeMs, latitude, longitude, depthInMeters }) => ({ timeMs, latitude, longitude, depthInMeters })),
    ...(await imagesOf(db, track.projectId, cameraSpan(fromMs, toMs, clockOffsetSeconds)))
  }
}

/** Value on the vertical axis: the depth, or the latitude of a fix without a depth. */
const heightOf = ({ depthInMeters, latitude }: Fix) => depthInMeters ?? latitude

async function imagesOf(
  db: Database,
  projectId: string,
  [first, last]: readonly [string, string]
): Promise<Pick<Profile, 'images' | 'imageCount' | 'cameras'>> {
  const within = () =>
    chosenImages(db, projectId, {}, timestamp())
      .where('media.event_date', 'is not', null)
      .where('media.captured_key', '>=', first)
      .where('media.captured_key', '<=', last)
  const cameras = await within()
    .select(({ fn }) => ['media.camera', fn.countAll<number>().as('count')])
    .groupBy('media.camera')
    .orderBy('count', 'desc')
    .orderBy('media.camera')
    .limit(100)
    .execute()
  const imageCount = cameras.reduce((sum, { count }) => sum + count, 0)
  const each = Math.max(1, Math.ceil(imageCount / mostImages))
  const numbered = within()
    .select(['media.captured_key', 'media.depth_in_meters'])
    .select(sql<number>`row_number() over (order by media.captured_key, media.id)`.as('number'))
  const rows = await db
    .selectFrom(numbered.as('image'))
    .select(['captured_key', 'depth_in_meters'])
    .where(sql<boolean>`(number - 1) % ${sql.lit(each)} = 0`)
    .orderBy('number')
    .execute()
  return {
    imageCount,
    cameras,
    images: rows.map(row => ({ timeMs: Date.parse(row.captured_key), depthInMeters: row.depth_in_meters }))
  }
}
