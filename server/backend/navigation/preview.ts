import type { PlacementPreview, PlacementSettings } from '../../../shared/contracts/navigation.ts'
import { breathe } from '../../lib/breathe.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Database } from '../storage/database.ts'
import { cameraSpan, chosenImages, type ImagePlace, imagesBetween } from './chosen-images.ts'
import { fixesOfTrack } from './fixes-of-track.ts'
import { placedFacts } from './placed-facts.ts'
import type { ReadyTrack } from './ready-track.ts'

const imagesAtOnce = 1000
const mostExamples = 10

/** Simulates a placement without writing anything. */
export async function placementPreview(db: Database, track: ReadyTrack, settings: PlacementSettings): Promise<PlacementPreview> {
  const seenAt = timestamp()
  const chosen = chosenImages(db, track.projectId, settings, seenAt)
  const fixes = await fixesOfTrack(db, track.id)
  const span = cameraSpan(track.firstMs, track.lastMs, settings.clockOffsetSeconds)
  const counts = { placedCount: 0, gapCount: 0, changeCount: 0, overwriteCount: 0, keptCount: 0 }
  const examples: PlacementPreview['examples'] = []
  let widestGapSeconds: number | null = null
  let inSpan = 0
  for (let behind: ImagePlace | null = null; ; ) {
    const images = await imagesBetween(chosen, span, behind, imagesAtOnce)
    for (const image of images) {
      await breathe()
      inSpan += 1
      const timeMs = Date.parse(image.captured_key) + settings.clockOffsetSeconds * 1000
      const placed = await fixes.placeAt(timeMs, settings.gapSeconds)
      if (typeof placed === 'string') {
        counts.gapCount += 1
        continue
      }
      counts.placedCount += 1
      widestGapSeconds = Math.max(widestGapSeconds ?? 0, placed.gapSeconds)
      const { after, isOverwriting, isKeeping } = placedFacts(image, placed, settings, track)
      if (isKeeping) counts.keptCount += 1
      if (Object.keys(after).length === 0) continue
      counts.changeCount += 1
      if (isOverwriting) counts.overwriteCount += 1
      if (examples.length < mostExamples)
        examples.push({
          mediaId: image.id,
          fileName: image.file_name,
          time: timestamp(timeMs),
          decimalLatitude: placed.latitude,
          decimalLongitude: placed.longitude,
          depthInMeters: placed.depthInMeters,
          altitudeInMeters: placed.altitudeInMeters,
          headingDegrees: placed.headingDegrees
        })
    }
    const last = images.at(-1)
    if (!last || images.length < imagesAtOnce) break
    behind = { key: last.captured_key, id: last.id }
  }
  const { all, timed } = await chosen
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('media.event_date').as('timed')])
    .executeTakeFirstOrThrow()
  return { ...counts, widestGapSeconds, outsideCount: Math.max(0, timed - inSpan), timelessCount: all - timed, examples, seenAt }
}
