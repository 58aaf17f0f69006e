import { filesAreOurs } from '../backend/media/files-identity.ts'
import { type Amount, sweepFiles, trashDays, unusedFiles } from '../backend/media/sweep.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'
import { withDatabase } from './open-data.ts'

export const sweep: Command = {
  usage: '[--confirm]',
  summary: `Show the files that no media item uses; --confirm moves them into the trash for ${trashDays} days`,
  options: { confirm: { type: 'boolean' } },
  async run({ config, options, say }) {
    return withDatabase(config(), async ({ db }, blobs) => {
      if (!(await filesAreOurs(db, blobs))) throw new CommandFailed('The files belong to another database: none was moved')
      if (!options.confirm) {
        const { unused, examined } = await unusedFiles(db, blobs)
        say(`${told(unused)} of ${examined} are used by no media item`)
        if (unused.files > 0)
          say('isobath sweep --confirm moves them into the trash. Is this the right database? Look at isobath doctor first.')
        return exitCodes.ok
      }
      const { moved, removed, broughtBack } = await sweepFiles(db, blobs, { confirmed: true })
      say(`${told(moved)} were moved into the trash, where they stay for ${trashDays} days`)
      if (broughtBack > 0) say(`${broughtBack} are used again and came back from the trash`)
      if (removed > 0) say(`${removed} were in the trash for ${trashDays} days and are gone`)
      return exitCodes.ok
    })
  }
}

/** `3 files (1.2 MB)` */
export function told({ files, bytes }: Amount): string {
  return `${files} ${files === 1 ? 'file' : 'files'} (${(bytes / 1e6).toFixed(1)} MB)`
}
