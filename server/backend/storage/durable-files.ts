import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { storageCodes } from '../../../shared/error-codes/storage.ts'
import { codedError } from '../../lib/coded-error.ts'

export const StorageFull = codedError(storageCodes.STORAGE_FULL)

/** Error codes of the file system for a full disk, and PostgreSQL's `disk_full`. */
const outOfRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the shared-memory file of the database cannot grow. */
const outOfRoomInSqlite = new Set([13, 4874])

/** Converts errors of a full disk, from the file system and both databases. Any other error is returned unchanged. */
export function asStorageError(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  const isFull = code === 'ERR_SQLITE_ERROR' ? outOfRoomInSqlite.has(errcode ?? 0) : outOfRoom.has(code ?? '')
  return isFull ? new StorageFull({ cause: error }) : error
}

/** Syncs a folder, so that the names in it survive a power cut. The content of a file needs its own sync. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Computes the SHA-256 of a file, as lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
