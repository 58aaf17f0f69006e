import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface UsedFolder {
  dataDir: string
  /** Whether no file was ever stored in the folder, by this database or another. */
  heldNoFiles: boolean
}

/**
 * Returns whether a data folder was never used: it contains no files, and its audit log records no sign-in. A folder that lost its database is not
 * new.
 */
export async function isNeverUsed({ dataDir, heldNoFiles }: UsedFolder): Promise<boolean> {
  return heldNoFiles && !(await recordsSignIn(join(dataDir, 'logs')))
}

const signIn = /"event":"auth\.(login|register)"/

/** Returns whether the audit log records a successful sign-in or sign-up. Rotated log files are searched too. */
async function recordsSignIn(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(noneWhenAbsent)
  for (const name of names.filter(name => /^audit.*\.log$/.test(name)).sort()) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      if (signIn.test(line) && line.includes('"outcome":"success"')) return true
    }
  }
  return false
}

function noneWhenAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
