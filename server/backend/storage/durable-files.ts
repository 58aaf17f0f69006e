import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { storageCodes } from '../../../shared/error-codes/storage.ts'
import { codedError } from '../../lib/coded-error.ts'

export const StorageFull = codedError(storageCodes.STORAGE_FULL)

/** Error codes for a full disk: those of the file system, and PostgreSQL's `disk_full`. */
const outOfRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])
/** SQLite error codes for a full disk: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE when the shared-memory file cannot grow. */
const outOfRoomInSqlite = new Set([13, 4874])

/** Converts a disk-full error of the file system or a database to `StorageFull`. Other errors are returned unchanged. */
export function asStorageError(error: unknown): unknown {
  const { code, errcode } = (error ?? {}) as { code?: string; errcode?: number }
  const isFull = code === 'ERR_SQLITE_ERROR' ? outOfRoomInSqlite.has(errcode ?? 0) : outOfRoom.has(code ?? '')
  return isFull ? new StorageFull({ cause: error }) : error
}

/** Syncs a folder, so that its file names survive a power cut. File contents need a separate sync. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Computes the SHA-256 of a file as lower-case hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
