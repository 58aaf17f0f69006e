import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { openDiskBlobs } from '../backend/storage/blobs-disk.ts'
import { copySqlite, type OpenDatabase } from '../backend/storage/database.ts'
import type { Config } from '../config.ts'
import { timestamp } from '../lib/clock.ts'
import { recordBackup } from '../lib/last-backup.ts'
import { removeUntouched } from '../lib/untouched.ts'
import { type ArchiveWriter, allowedPath, writeArchive } from './archive.ts'
import { auditFiles, auditHead } from './audit-files.ts'
import { missingBlobs } from './blob-check.ts'
import { type Command, CommandFailed, exitCodes } from './command.ts'
import { withExistingDatabase } from './open-data.ts'
import { dumpPostgres } from './postgres-tools.ts'

export const backup: Command = {
  usage: 'FILE',
  summary: 'Write a backup of all data to one file; the server may keep running',
  positionals: [1, 1],
  async run({ config, positionals: [file = ''], print, complain }) {
    const settings = config()
    const target = resolve(file)
    await removeUntouched(dirname(target), name => /^\.isobath-backup-[A-Za-z0-9]{6}$/.test(name) || name === `${basename(target)}.partial`)
    if (existsSync(target)) throw new CommandFailed(`${target} already exists: a backup never overwrites a file`)
    const strange: string[] = []
    const { manifest, lost } = await withExistingDatabase(settings, async (open, version) => ({
      manifest: await writeBackup(settings, open, version, { target, strange }),
      lost: await missingBlobs(open.db, await openDiskBlobs(settings.dataDir))
    }))
    const bytes = manifest.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    print(`${target}: ${manifest.files.length} files, ${bytes} bytes, schema version ${manifest.schemaVersion}`)
    if (strange.length > 0) complain(`Left out, because no server made them: ${strange.length} files. The first is ${strange[0]}.`)
    print('It contains the keys of this server: keep it as safe as the server itself.')
    const { createdAt: at, files } = manifest
    const record = { at, fileName: basename(target), sizeBytes: bytes, fileCount: files.length, missingCount: lost.missing }
    await recordBackup(settings.dataDir, record).catch(({ code }: NodeJS.ErrnoException) => {
      complain(`DATA_DIR cannot be written to (${code}): the administrator's page will not show this backup.`)
    })
    if (lost.missing === 0) return exitCodes.ok
    const are = lost.missing === 1 ? 'is' : 'are'
    complain(`The backup is incomplete: ${lost.missing} of the files that the database needs ${are} missing. Run isobath doctor.`)
    return exitCodes.failure
  }
}

/**
 * Copies the database first and the files after it. A file added in between is merely superfluous. In the reverse order, the copy could
 * lack a file that the database needs.
 * @param strange receives the files that are left out
 */
async function writeBackup(
  config: Config,
  open: OpenDatabase,
  schemaVersion: number,
  { target, strange }: { target: string; strange: string[] }
) {
  const workFolder = await mkdtemp(join(dirname(target), '.isobath-backup-')) // not DATA_DIR: its disk may be nearly full
  try {
    const copy = join(workFolder, 'database')
    if (open.sqlite) await copySqlite(open.sqlite, copy)
    else await dumpPostgres(config.databaseUrl!, copy)
    const facts = {
      createdAt: timestamp(),
      version: config.version,
      schemaVersion,
      database: open.dialect,
      auditHead: await auditHead(config.dataDir)
    }
    return await writeArchive(target, facts, async writer => {
      await writer.add(open.sqlite ? 'database/isobath.db' : 'database/isobath.dump', copy)
      await addFolder(writer, config.dataDir, 'keys', strange)
      await addFolder(writer, config.dataDir, 'blobs', strange)
      await addFolder(writer, config.dataDir, 'trash', strange)
      for (const { name, path, wholeBytes } of await auditFiles(config.dataDir)) await writer.add(`logs/${name}`, path, wholeBytes)
    })
  } finally {
    await rm(workFolder, { recursive: true, force: true })
  }
}

/** Adds the files of a folder. Files of other programs, such as those of a file browser, are left out, because a restore would refuse them. */
async function addFolder(writer: ArchiveWriter, dataDir: string, folder: string, strange: string[]): Promise<void> {
  const root = join(dataDir, folder)
  if (!existsSync(root)) return
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(dataDir, path)
    if (!allowedPath.test(name)) {
      strange.push(name)
      continue
    }
    const facts = await stat(path).catch(() => null) // the copied database hardly needs a file deleted since it was listed
    if (facts) await writer.add(name, path, facts.size)
  }
}
