import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

/**
 * Reads the key `DATA_DIR/keys/<name>` (mode 0600). With `make`, a missing key is created. Without `make`, a random key is returned and not
 * stored. Several processes may start on the same empty folder, and any of them may be killed. A key is therefore created atomically, and the
 * first key is kept.
 * @throws Error with a message that completes a sentence about `DATA_DIR`
 */
export function keptKey(dataDir: string, name: string, make: boolean): Buffer {
  const folder = join(dataDir, 'keys')
  const file = join(folder, name)
  if (!existsSync(file)) {
    if (!make) return randomBytes(keyBytes)
    try {
      makeKey(folder, file)
    } catch (error) {
      throw new Error(`is not writable (${(error as NodeJS.ErrnoException).code})`, { cause: error })
    }
  }
  const key = Buffer.from(read(file).trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`has a damaged key: keys/${name} must contain ${keyBytes} bytes in base64`)
  return key
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`has a key that cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

function makeKey(folder: string, file: string): void {
  const unfinished = `${file}.${process.pid}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(unfinished, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
    putInPlace(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** Moves a file into place with a hard link. Unlike a rename, it never replaces a file that another process created in the meantime. */
function putInPlace(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(from, to) // the file system has no hard links
  }
}
