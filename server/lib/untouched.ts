import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Age in milliseconds from which unfinished work counts as abandoned. A running process writes to its work more often. */
export const abandonedAfterMs = 6 * 3_600_000

/**
 * Deletes unfinished work of killed processes from a folder: files and folders that have not been written to for hours.
 * @param isOurs whether a name belongs to unfinished work
 * @returns number of deleted entries
 */
export async function removeUntouched(folder: string, isOurs: (name: string) => boolean = () => true): Promise<number> {
  let count = 0
  for (const name of (await readdir(folder).catch(() => [])).filter(isOurs)) {
    const path = join(folder, name)
    if (Date.now() - (await touchedMs(path)) < abandonedAfterMs) continue
    await rm(path, { recursive: true, force: true })
    count += 1
  }
  return count
}

/** Returns the time of the last write to a file, or to anything in a folder, in Unix milliseconds. For a missing file, it is the current time. */
async function touchedMs(path: string): Promise<number> {
  const facts = await stat(path).catch(() => null)
  if (!facts) return Date.now()
  let newest = facts.mtimeMs
  if (facts.isDirectory())
    for (const name of await readdir(path).catch(() => [])) newest = Math.max(newest, await touchedMs(join(path, name)))
  return newest
}
