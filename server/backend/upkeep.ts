import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { restoreWindowDays } from '../../shared/limits.ts'
import { timestamp } from '../lib/clock.ts'
import { removeUntouched } from '../lib/untouched.ts'
import { forgetExpired } from './accounts/upkeep.ts'
import { forgetBulkEdits } from './annotations/review/bulk.ts'
import { forgetPatches } from './annotations/review/patches.ts'
import { forgetOldExchanges } from './exchange/exchange.ts'
import { forgetFinishedJobs } from './jobs/records.ts'
import { forgetMediaRemovedLongAgo, sweepFiles, trashDays } from './media/sweep.ts'
import { forgetNavigation } from './navigation/upkeep.ts'
import { purgeProjects } from './projects/repository.ts'
import type { Blobs } from './storage/blobs.ts'
import type { Database } from './storage/database.ts'

const dayMs = 24 * 60 * 60_000
const firstSweepMs = 60 * 60_000

interface UpkeepOptions {
  db: Database
  blobs: Blobs
  dataDir: string
  patchFolder: string
}

/**
 * Once when the server is up and then daily: removes what has expired and what was deleted 30 days ago. Files are swept daily too, but first
 * an hour after the start: until then an operator has seen what is wrong with it. Several servers may do it at once.
 */
export const upkeep: FastifyPluginAsync<UpkeepOptions> = async (app, { db, blobs, dataDir, patchFolder }) => {
  let working = Promise.resolve()

  async function work(): Promise<void> {
    try {
      await forgetExpired(db)
      await removeUntouched(join(dataDir, 'tmp'))
      await removeUntouched(dataDir, name => /^\.(restore|doctor)-[A-Za-z0-9]{6}$/.test(name))
      await forgetFinishedJobs(db)
      await forgetNavigation(db, dataDir)
      await forgetOldExchanges(db, dataDir, timestamp())
      const monthAgo = Date.now() - restoreWindowDays * dayMs
      await forgetBulkEdits(db, timestamp(monthAgo))
      await forgetPatches(patchFolder, monthAgo)
      const purged = await purgeProjects(db)
      if (purged.length > 0) app.log.info({ purged }, 'deleted projects were removed for good')
    } catch (error) {
      app.log.error({ err: error }, 'upkeep failed, it is tried again tomorrow')
    }
  }

  async function sweep(): Promise<void> {
    try {
      await forgetMediaRemovedLongAgo(db)
      const swept = await sweepFiles(db, blobs)
      const { moved, waiting, removed, broughtBack } = swept
      if (moved.files > 0) app.log.info(swept, `files that no media item uses were moved into the trash for ${trashDays} days`)
      else if (removed > 0 || broughtBack > 0) app.log.info(swept, 'the trash was gone through')
      if (waiting.files > 0)
        app.log.warn(
          swept,
          'so many files are used by no media item that none was moved: isobath sweep shows how many, --confirm moves them'
        )
    } catch (error) {
      app.log.error({ err: error }, 'files were not swept, it is tried again tomorrow')
    }
  }

  const queue = (task: () => Promise<void>) => {
    working = working.then(task)
  }
  const timers = [setInterval(() => queue(work), dayMs).unref(), setTimeout(sweepDaily, firstSweepMs).unref()]
  function sweepDaily() {
    queue(sweep)
    timers.push(setInterval(() => queue(sweep), dayMs).unref())
  }
  app.addHook('onReady', async () => queue(work))
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
    await working
  })
}
