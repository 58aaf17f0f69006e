import { timestamp } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { StartRefused } from '../../lib/start-refused.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { namedAmong, namesBlobs } from './named-blobs.ts'

export class FilesOfAnotherDatabase extends StartRefused {
  constructor(dataDir: string) {
    super(
      [
        `DATA_DIR ${dataDir} holds images that belong to another database. The configured database is new, or has no record of them. Nothing was changed.`,
        'Restore the database that belongs to them (isobath restore FILE, or the former DATABASE_URL), or choose another DATA_DIR.',
        'If this database is the right one after all, run isobath adopt-files --confirm to assign the files to it.'
      ].join('\n')
    )
  }
}

export class FilesMissing extends StartRefused {
  constructor(dataDir: string) {
    super(
      [
        `DATA_DIR ${dataDir} holds none of the images that the database lists. Is its disk mounted? Nothing was changed.`,
        'Mount the disk, choose the right DATA_DIR, or restore a backup.',
        'If the files are lost, run isobath adopt-files --confirm to start the server without them.'
      ].join('\n')
    )
  }
}

interface Place {
  db: Database
  blobs: Blobs
  dataDir: string
}

/**
 * Checks that the files belong to the database before either is used. A new folder and a new database get a common identity. Files from version 0.1.0
 * have no identity. They can be bound only to a database that uses at least one of these files. Several servers may do this at the same time.
 * @throws FilesOfAnotherDatabase | FilesMissing
 */
export async function bindFiles({ db, blobs, dataDir }: Place): Promise<void> {
  const [ofDatabase, ofFiles] = [await idInDatabase(db), await blobs.filesId()]
  if (ofDatabase !== null && ofDatabase === ofFiles) return
  const stored = await holdsBlobs(blobs)
  const neverUsed = !stored && ofFiles === null && ofDatabase === null
  if (stored) {
    const mayBeTheirs = ofDatabase === null || ofFiles === null
    if (!mayBeTheirs || !(await namesOneOf(db, blobs))) throw new FilesOfAnotherDatabase(dataDir)
  } else if (await namesBlobs(db)) throw new FilesMissing(dataDir)
  await bind(db, blobs, neverUsed)
  if ((await idInDatabase(db)) !== (await blobs.filesId())) throw new FilesOfAnotherDatabase(dataDir) // another server was faster
}

/** Binds the files to the database regardless of their content, at the request of an operator. */
export async function adoptFiles(db: Database, blobs: Blobs): Promise<void> {
  await bind(db, blobs, false)
}

async function bind(db: Database, blobs: Blobs, neverUsed: boolean): Promise<void> {
  const before = await blobs.filesId()
  await db
    .insertInto('files_identity')
    .values({ only: 1, files_id: newId(), never_used: neverUsed ? 1 : 0, bound_at: timestamp() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const id = await idInDatabase(db)
  if (id && id !== before) await blobs.setFilesId(id, before)
}

/** Returns whether the files of a store belong to the database. */
export async function filesAreOurs(db: Database, blobs: Blobs): Promise<boolean> {
  const id = await idInDatabase(db)
  return id !== null && id === (await blobs.filesId())
}

/**
 * Whether the store has never contained a file, of this database or any other. The caller must also check that the database is empty. Call this after
 * {@link bindFiles}.
 */
export async function filesWereNeverUsed(db: Database, blobs: Blobs): Promise<boolean> {
  const row = await db.selectFrom('files_identity').select('never_used').executeTakeFirst()
  return row?.never_used === 1 && !(await holdsBlobs(blobs))
}

/** Returns whether the store contains any blob, including those in the trash. */
export async function holdsBlobs(blobs: Blobs): Promise<boolean> {
  for await (const _ of blobs.pages()) return true
  for await (const _ of blobs.trash.pages()) return true
  return false
}

async function idInDatabase(db: Database): Promise<string | null> {
  const row = await db.selectFrom('files_identity').select('files_id').executeTakeFirst()
  return row?.files_id ?? null
}

async function namesOneOf(db: Database, blobs: Blobs): Promise<boolean> {
  for await (const names of blobs.pages()) if ((await namedAmong(db, names)).size > 0) return true
  for await (const page of blobs.trash.pages())
    if (
      (
        await namedAmong(
          db,
          page.map(({ sha256 }) => sha256)
        )
      ).size > 0
    )
      return true
  return false
}
