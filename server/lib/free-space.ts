import { statfs } from 'node:fs/promises'

/**
 * Space on the data volume, in bytes, that uploads and the debug log leave to the audit log and the database. Without it nobody could sign
 * in, or delete files to free the disk.
 */
export const reservedBytes = 64 * 1024 ** 2

/** Bytes that this user may still write to the volume of a folder. @throws when the folder is missing */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
