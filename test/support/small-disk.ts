import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { temporaryFolder } from './temporary-folder.ts'

/** Reason to skip a test when this user may not mount a small disk, or false. */
export const cannotMount: string | false =
  process.platform === 'linux' && process.getuid?.() === 0 ? false : 'only root on Linux can mount a small disk'

/** Mounts a separate disk in memory, which is removed when the test ends. @returns the folder of its mount point */
export function smallDisk(t: Test, megabytes: number): string {
  const folder = temporaryFolder(t)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  t.teardown(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills a disk up to some bytes, or as far as other writers allow. @returns a function that frees the space */
export function fill(folder: string, leaveBytes: number): () => void {
  const path = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  const file = openSync(path, 'w')
  try {
    const piece = Buffer.alloc(bsize)
    for (let pages = Math.floor((bavail * bsize - leaveBytes) / bsize); pages > 0; pages--) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  return () => rmSync(path, { force: true })
}
