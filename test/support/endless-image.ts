import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Puts an image file that is never read to its end among the blobs: a pipe without a writer. @returns its SHA-256 */
export function endlessImage(t: Test, dataDir: string, sha256 = 'e'.repeat(64)): string {
  const folder = join(dataDir, 'blobs', sha256.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  execFileSync('mkfifo', [join(folder, sha256)])
  t.teardown(() => rmSync(join(folder, sha256), { force: true }))
  return sha256
}
