import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const needed = 6 * 2 ** 30

/**
 * A folder in memory for the files of this run, gone when it ends: no disk is waited for. Undefined where memory has no room for one:
 * a container has 64 MB by default.
 */
export function memoryFolder() {
  if (!existsSync(memory)) return undefined
  removeThoseOfTheDead()
  const { bavail, bsize } = statfsSync(memory)
  if (Math.min(bavail * bsize, freemem()) < needed) return undefined
  const folder = mkdtempSync(join(memory, `isobath-tests-${process.pid}-`))
  chmodSync(folder, 0o711) // PostgreSQL goes through it under an account of its own
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A run that was killed leaves its folder behind, and it would take up memory until the next start of the machine. */
function removeThoseOfTheDead() {
  for (const name of readdirSync(memory)) {
    const [, pid] = /^isobath-tests-(\d+)-/.exec(name) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}
