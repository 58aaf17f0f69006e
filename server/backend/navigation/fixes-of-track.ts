import type { Fix } from '../../../shared/navigation/fix.ts'
import { type PlaceAt, placeBetween } from '../../../shared/navigation/interpolate.ts'
import { breathe } from '../../lib/breathe.ts'
import type { Database } from '../storage/database.ts'
import { unpackFixes } from './pack.ts'

/** Maximum number of unpacked blocks in memory, enough for the blocks around one point in time. */
const mostKept = 3

export type FixesOfTrack = Awaited<ReturnType<typeof fixesOfTrack>>

/** Opens a track for reading block by block. Reading in chronological order is fastest. */
export async function fixesOfTrack(db: Database, trackId: string) {
  const blocks = await db
    .selectFrom('nav_block')
    .select(['first_ms', 'last_ms'])
    .where('track_id', '=', trackId)
    .orderBy('first_ms')
    .execute()
  const kept = new Map<number, Fix[]>()

  async function fixesOf(place: number): Promise<Fix[]> {
    const found = kept.get(place)
    if (found) return found
    const block = blocks[place]
    if (!block) return []
    await breathe()
    const { bytes } = await db
      .selectFrom('nav_block')
      .select('bytes')
      .where('track_id', '=', trackId)
      .where('first_ms', '=', block.first_ms)
      .executeTakeFirstOrThrow()
    const fixes = unpackFixes(bytes)
    kept.set(place, fixes)
    for (const older of [...kept.keys()].slice(0, -mostKept)) kept.delete(older)
    return fixes
  }

  return {
    /** Returns the position on the track at a given time. Beyond the ends of the track, or in a gap longer than the limit, there is no position. */
    async placeAt(timeMs: number, limitSeconds: number): Promise<PlaceAt> {
      const place = lastUpTo(blocks, timeMs, block => block.first_ms)
      if (place < 0) return 'outside'
      const fixes = await fixesOf(place)
      const at = lastUpTo(fixes, timeMs, fix => fix.timeMs)
      return placeBetween(fixes[at], fixes[at + 1] ?? (await fixesOf(place + 1))[0], timeMs, limitSeconds)
    },

    /** Yields the fixes between two times, block by block. */
    async *between(fromMs: number, toMs: number): AsyncGenerator<Fix[], void, undefined> {
      for (const [place, block] of blocks.entries()) {
        if (block.last_ms < fromMs || block.first_ms > toMs) continue
        const fixes = await fixesOf(place)
        yield fixes.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
      }
    }
  }
}

/** Index of the last item that is not later than a time; −1 when all are later. The items must be in chronological order. */
function lastUpTo<T>(items: readonly T[], ms: number, timeOf: (item: T) => number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeOf(items[middle]!) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
