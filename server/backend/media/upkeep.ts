import type { Upkeep } from '../module.ts'
import { forgetMediaRemovedLongAgo, sweepFiles, trashDays } from './sweep.ts'

/** Delay of the first sweep. Meanwhile, operators can notice a misconfigured server. */
const afterMs = 60 * 60_000
const everyMs = 24 * afterMs

/** Moves unused files to the trash every day, and deletes old files from the trash. Also deletes the rows of media removed long ago. */
export const dailySweep: Upkeep = {
  everyMs,
  afterMs,
  failure: 'sweeping files failed; retrying tomorrow',
  async run({ db, blobs, log }) {
    await forgetMediaRemovedLongAgo(db)
    const swept = await sweepFiles(db, blobs)
    const { moved, waiting, removed, broughtBack } = swept
    if (moved.files > 0) log.info(swept, `unused files were moved to the trash for ${trashDays} days`)
    else if (removed > 0) log.info(swept, 'old files were deleted from the trash')
    else if (broughtBack > 0) log.info(swept, 'files in use again were restored from the trash')
    if (waiting.files > 0)
      log.warn(swept, 'too many unused files to move without confirmation: isobath sweep shows how many, and --confirm moves them')
  }
}
