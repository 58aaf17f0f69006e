import type { Upkeep } from '../module.ts'
import { forgetMediaRemovedLongAgo, sweepFiles, trashDays } from './sweep.ts'

/** Until the first sweep an operator has seen what is wrong with a server. */
const afterMs = 60 * 60_000
const everyMs = 24 * afterMs

/** Moves files that no row names into the trash, and removes the oldest of those there. */
export const dailySweep: Upkeep = {
  everyMs,
  afterMs,
  failure: 'files were not swept, it is tried again tomorrow',
  async run({ db, blobs, log }) {
    await forgetMediaRemovedLongAgo(db)
    const swept = await sweepFiles(db, blobs)
    const { moved, waiting, removed, broughtBack } = swept
    if (moved.files > 0) log.info(swept, `files that no media item uses were moved into the trash for ${trashDays} days`)
    else if (removed > 0 || broughtBack > 0) log.info(swept, 'the trash was gone through')
    if (waiting.files > 0)
      log.warn(swept, 'so many files are used by no media item that none was moved: isobath sweep shows how many, --confirm moves them')
  }
}
