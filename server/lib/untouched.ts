import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Unfinished work of a living process is never left alone for so long. */
export const abandonedAfterMs = 6 * 3_600_000

/**
 * Removes what killed processes left unfinished in a folder: entries that nobody has written to for hours, folders with all that is in them.
 * @param isOurs whether a name is one that we give to unfinished work
 * @returns how many were removed
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

/** When something in it was last written to, in milliseconds since 1970; now when it is gone meanwhile. */
async function touchedMs(path: string): Promise<number> {
  const facts = await stat(path).catch(() => null)
  if (!facts) return Date.now()
  let newest = facts.mtimeMs
  if (facts.isDirectory())
    for (const name of await readdir(path).catch(() => [])) newest = Math.max(newest, await touchedMs(join(path, name)))
  return newest
}
