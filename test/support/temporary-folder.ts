import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/**
 * Makes a folder that is removed after the test. Teardowns run from the last to the first, so what a test starts later has ended by then.
 * The `testdir` of tap is removed before all teardowns, while a server still writes into it.
 */
export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
