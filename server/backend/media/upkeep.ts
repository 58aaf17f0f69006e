import type { Upkeep } from '../module.ts'
import { forgetMediaRemovedLongAgo, sweepFiles, trashDays } from './sweep.ts'

/** Delay of the first sweep, in which an operator can notice a misconfigured server. */
const afterMs = 60 * 60_000
const everyMs = 24 * afterMs

/** Moves files that no row names into the trash, and deletes the oldest of those there. */
export const dailySweep: Upkeep = {
  everyMs,
  afterMs,
  failure: 'sweeping files failed; the next try is tomorrow',
  async run({ db, blobs, log }) {
    await forgetMediaRemovedLongAgo(db)
    const swept = await sweepFiles(db, blobs)
    const { moved, waiting, removed, broughtBack } = swept
    if (moved.files > 0) log.info(swept, `unused files were moved into the trash for ${trashDays} days`)
    else if (removed > 0 || broughtBack > 0) log.info(swept, 'the trash was emptied of old files')
    if (waiting.files > 0)
      log.warn(swept, 'too many unused files to move without confirmation: isobath sweep shows how many, --confirm moves them')
  }
}
