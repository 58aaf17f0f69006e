import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface UsedFolder {
  dataDir: string
  /** No file was ever kept in it, for this database or another. */
  heldNoFiles: boolean
}

/**
 * Whether nobody has ever worked with this data folder: no files were kept for it, and its audit log holds no sign-in.
 * A folder that lost its database is not new.
 */
export async function isNeverUsed({ dataDir, heldNoFiles }: UsedFolder): Promise<boolean> {
  return heldNoFiles && !(await recordsSignIn(join(dataDir, 'logs')))
}

const signIn = /"event":"auth\.(login|register)"/

/** Of a log that someone shortened, every line that is left counts. */
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
