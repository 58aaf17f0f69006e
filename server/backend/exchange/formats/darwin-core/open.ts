import { type ByteSource, NotThisFormat, quoted } from '../../../files/reading.ts'
import { type ArchiveTable, readArchiveMeta } from './meta.ts'

export interface ArchiveFile {
  name: string
  content(): ByteSource
}

/**
 * Returns the tables of a Darwin Core Archive, which are in the same folder as its `meta.xml`. Null without a `meta.xml`.
 * @throws NotThisFormat for an unreadable description; from `contentOf` for a missing table
 */
export async function describedTables(files: readonly ArchiveFile[]) {
  const meta = files.find(({ name }) => /(^|\/)meta\.xml$/i.test(name))
  if (!meta) return null
  const folder = meta.name.slice(0, -'meta.xml'.length)
  return {
    tables: await readArchiveMeta(meta.content(), {}),
    contentOf({ file }: ArchiveTable): ByteSource {
      const found = files.find(({ name }) => name === folder + file)
      if (!found) throw new NotThisFormat(`The archive lacks the table ${quoted(file)} that its meta.xml describes`)
      return found.content()
    }
  }
}
