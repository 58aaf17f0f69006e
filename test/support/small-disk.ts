import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { temporaryFolder } from './temporary-folder.ts'

/** Whether this user may mount a small disk; else the reason to skip a test. */
export const cannotMount: string | false =
  process.platform === 'linux' && process.getuid?.() === 0 ? false : 'only root on Linux can mount a small disk'

/** A disk of its own in memory, gone when the test ends. @returns the folder that it is mounted on */
export function smallDisk(t: Test, megabytes: number): string {
  const folder = temporaryFolder(t)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  t.teardown(() => execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Fills a disk up to some bytes, or as far as others leave it. @returns what makes room again */
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
