import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Whether nobody has ever worked with this data folder: it holds no files, and its audit log no sign-in.
 * A folder that lost its database is not new.
 */
export async function isNeverUsed(dataDir: string): Promise<boolean> {
  return !(await holdsFiles(join(dataDir, 'blobs'))) && !(await recordsSignIn(join(dataDir, 'logs')))
}

/** Any file below the folder counts, by whatever name. */
async function holdsFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(noneWhenAbsent)
  if (entries.some(entry => !entry.isDirectory())) return true
  for (const { name } of entries) if (await holdsFiles(join(folder, name))) return true
  return false
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
