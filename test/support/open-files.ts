import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Lists the paths of the files that this process has open. Empty on systems without `/proc`. */
export function openFiles(): string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap(name => {
    try {
      return [readlinkSync(join(folder, name))]
    } catch {
      return [] // closed meanwhile
    }
  })
}
