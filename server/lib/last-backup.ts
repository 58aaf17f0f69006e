import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { LastBackup } from '../../shared/contracts/administration.ts'

const recordFile = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Records a backup for the administration page. @throws the error of the file system */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = recordFile(dataDir)
  await writeFile(`${file}.partial`, `${JSON.stringify(backup)}\n`, { mode: 0o600 })
  await rename(`${file}.partial`, file)
}

/** Returns the last recorded backup; null when there is none, or its record cannot be read. */
export async function lastBackup(dataDir: string): Promise<LastBackup | null> {
  try {
    const backup: unknown = JSON.parse(await readFile(recordFile(dataDir), 'utf8'))
    return Value.Check(LastBackup, backup) ? backup : null
  } catch {
    return null
  }
}
