import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pyramidLevels } from '../../../shared/geometry/tile-pyramid.ts'
import { untiledLongSidePx } from '../../../shared/limits.ts'
import type { EventBus } from '../events/bus.ts'
import { HopelessJob, type JobHandler } from '../jobs/queue.ts'
import type { Blobs } from '../storage/blobs.ts'
import { costOf, type PicturePools } from './picture-pools.ts'
import type { MediaRepository } from './repository.ts'
import type { MediaRow } from './rows.ts'
import { packTiles } from './tile-pack.ts'

interface DeriveOptions {
  media: MediaRepository
  blobs: Blobs
  events: EventBus
  pictures: PicturePools
}

/**
 * Handles the job that makes the large thumbnail and the tiles of an image. Only TIFFs, and pictures too large for a single texture, get tiles. A
 * second run produces the same blobs.
 */
export function deriveMedia({ media, blobs, events, pictures }: DeriveOptions): JobHandler {
  const { views } = pictures
  return async ({ payload, signal, lastTry, progress }) => {
    const row = await media.find(String(payload.mediaId))
    if (!row) return // removed in the meantime
    // Browsers cannot display TIFF, so tiles are the only way to show its full detail.
    const tiled = row.format === 'image/tiff' || Math.max(row.width, row.height) > untiledLongSidePx
    const steps = tiled ? 2 : 1
    try {
      await progress(0, steps)
      const path = await blobs.localPath(row.sha256)
      const large = await blobs.put(Readable.from([await views.take(row.sha256, run => run('large', { path }), signal)]))
      await progress(1, steps)
      const tilesSha256 = tiled ? await makeTiles(row, path, signal) : null
      signal.throwIfAborted()
      await media.setDerivatives(row.id, { largeSha256: large.sha256, tilesSha256 })
      await progress(steps, steps)
    } catch (caught) {
      const cost = costOf(caught, row.file_name, pictures.limits)
      const error = cost === null ? caught : new HopelessJob(cost, { cause: caught })
      // The whole picture was decoded when it was added. A failure here is probably due to the machine, so a retry may help.
      if ((lastTry || cost !== null) && !signal.aborted)
        await media.setFailed(row.id, `The thumbnail and tiles of ${row.file_name} could not be made, but the file itself is safe`)
      throw error
    } finally {
      events.publish({ type: 'changed', noun: 'media', projectId: row.project_id })
    }
  }

  async function makeTiles(row: MediaRow, path: string, signal: AbortSignal): Promise<string> {
    const folder = await blobs.temporaryFolder()
    try {
      await views.take(row.sha256, run => run('tiles', { path, folder }), signal)
      return await packTiles(blobs, pyramidLevels(row.width, row.height), folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
