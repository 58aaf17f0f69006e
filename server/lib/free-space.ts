import { statfs } from 'node:fs/promises'

/**
 * Room on the data volume that uploads and the debug log leave to the audit log and the database, in bytes:
 * without these nobody signs in, and nobody can delete what fills the disk.
 */
export const reservedBytes = 64 * 1024 ** 2

/** Bytes that this user may still write to the volume of a folder. @throws when the folder is not there */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
