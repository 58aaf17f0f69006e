import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const needed = 6 * 2 ** 30

/**
 * Creates a folder in shared memory for the files of this run, so that no test waits for a disk. The folder is removed when the run ends. Returns
 * undefined if there is too little memory: a container has 64 MB of shared memory by default.
 */
export function memoryFolder() {
  if (!existsSync(memory)) return undefined
  removeThoseOfTheDead()
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) < needed) return undefined
  const folder = mkdtempSync(join(memory, `isobath-tests-${process.pid}-`))
  chmodSync(folder, 0o711) // PostgreSQL accesses it under its own account
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Removes the folders of killed runs, which would otherwise occupy memory until the machine restarts. */
function removeThoseOfTheDead() {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^isobath-tests-(\d+)-/.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}
