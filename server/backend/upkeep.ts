import type { FastifyPluginAsync } from 'fastify'
import { restoreWindowDays } from '../../shared/limits.ts'
import { timestamp } from '../lib/clock.ts'
import { forgetExpired } from './accounts/upkeep.ts'
import { forgetBulkEdits } from './annotations/review/bulk.ts'
import { forgetPatches } from './annotations/review/patches.ts'
import { forgetOldExchanges } from './exchange/exchange.ts'
import { forgetFinishedJobs } from './jobs/records.ts'
import { sweepMedia } from './media/sweep.ts'
import { purgeProjects } from './projects/repository.ts'
import type { Blobs } from './storage/blobs.ts'
import type { Database } from './storage/database.ts'

const dayMs = 24 * 60 * 60_000

interface UpkeepOptions {
  db: Database
  blobs: Blobs
  dataDir: string
  patchFolder: string
}

/** Once when the server is up and then daily: removes what has expired and what was deleted 30 days ago. Several servers may do it at once. */
export const upkeep: FastifyPluginAsync<UpkeepOptions> = async (app, { db, blobs, dataDir, patchFolder }) => {
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    try {
      await forgetExpired(db)
      await forgetFinishedJobs(db)
      await forgetOldExchanges(db, dataDir, timestamp())
      const monthAgo = Date.now() - restoreWindowDays * dayMs
      await forgetBulkEdits(db, timestamp(monthAgo))
      await forgetPatches(patchFolder, monthAgo)
      const purged = await purgeProjects(db)
      if (purged.length > 0) app.log.info({ purged }, 'deleted projects were removed for good')
      const files = await sweepMedia(db, blobs)
      if (files > 0) app.log.info({ files }, 'files that no media item uses any more were removed')
    } catch (error) {
      app.log.error({ err: error }, 'upkeep failed, it is tried again tomorrow')
    }
  }

  const round = () => {
    working = work()
  }
  const timer = setInterval(round, dayMs).unref()
  app.addHook('onReady', async () => round())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await working
  })
}
