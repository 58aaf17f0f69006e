import { adoptFiles } from '../backend/media/files-identity.ts'
import { schemaVersion } from '../backend/schema.ts'
import { openDiskBlobs } from '../backend/storage/blobs-disk.ts'
import { missingBlobs } from './blob-check.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'
import { withExistingDatabase } from './open-data.ts'

export const adopt: Command = {
  usage: '[--confirm]',
  summary: 'Assign the files in DATA_DIR to the configured database after the server refused to start',
  options: { confirm: { type: 'boolean' } },
  async run({ config, options, print }) {
    const settings = config()
    return withExistingDatabase(settings, async ({ db }, version) => {
      if (version < schemaVersion) throw new CommandFailed('The database has an older version: start the server once to upgrade it')
      const blobs = await openDiskBlobs(settings.dataDir)
      const { needed, missing } = await missingBlobs(db, blobs)
      const present = needed - missing
      const [presentAre, missingAre] = [present === 1 ? 'is' : 'are', missing === 1 ? 'is' : 'are']
      const files = `${needed} ${needed === 1 ? 'file' : 'files'}`
      print(`The database refers to ${files}: ${present} ${presentAre} in ${settings.dataDir}, ${missing} ${missingAre} missing.`)
      if (!options.confirm) {
        print(
          'Run isobath adopt-files --confirm to assign them. Files that the database does not refer to are kept until isobath sweep --confirm runs.'
        )
        return exitCodes.ok
      }
      await adoptFiles(db, blobs)
      print('The files now belong to this database.')
      return exitCodes.ok
    })
  }
}
