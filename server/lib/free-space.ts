import { statfs } from 'node:fs/promises'

/**
 * Space on the data volume, in bytes, reserved for the audit log and the database. Uploads and the debug log leave it free. Without it,
 * signing in and deleting files to free the disk would be impossible.
 */
export const reservedBytes = 64 * 1024 ** 2

/** Number of bytes that the process may still write to the volume of a folder. @throws when the folder is missing */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
