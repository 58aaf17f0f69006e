import { statfs } from 'node:fs/promises'

/**
 * Space in bytes on the data volume that is reserved for the audit log and the database. Uploads and the debug log leave it free. Without it,
 * nobody could sign in to free the disk by deleting files.
 */
export const reservedBytes = 64 * 1024 ** 2

/** Returns the number of bytes that the process can still write to the volume of a folder. @throws when the folder does not exist */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
