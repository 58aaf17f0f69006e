import { filesAreOurs } from '../backend/media/files-identity.ts'
import { type Amount, sweepFiles, trashDays, unusedFiles } from '../backend/media/sweep.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'
import { withDatabase } from './open-data.ts'

export const sweep: Command = {
  usage: '[--confirm]',
  summary: `List the files that no media item uses; --confirm moves them to the trash for ${trashDays} days`,
  options: { confirm: { type: 'boolean' } },
  async run({ config, options, print }) {
    return withDatabase(config(), async ({ db }, blobs) => {
      if (!(await filesAreOurs(db, blobs))) throw new CommandFailed('The files belong to another database, so none were moved')
      if (!options.confirm) {
        const { unused, examined } = await unusedFiles(db, blobs)
        print(`${amountText(unused)} of ${examined} not used by any media item`)
        if (unused.files > 0)
          print('isobath sweep --confirm moves them to the trash. Run isobath doctor first to make sure that this is the right database.')
        return exitCodes.ok
      }
      const { moved, removed, broughtBack } = await sweepFiles(db, blobs, { confirmed: true })
      print(`${amountText(moved)} moved to the trash, where they are kept for ${trashDays} days`)
      if (broughtBack > 0) print(`${broughtBack} restored from the trash: in use again`)
      if (removed > 0) print(`${removed} permanently removed after ${trashDays} days in the trash`)
      return exitCodes.ok
    })
  }
}

/** Formats an amount of files: `3 files (1.2 MB)`. */
export function amountText({ files, bytes }: Amount): string {
  return `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / 1e6).toFixed(1)} MB)`
}
