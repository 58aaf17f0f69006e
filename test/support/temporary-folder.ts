import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/**
 * Creates a folder that is removed after the test. Teardowns run from the last to the first, so servers that a test starts later have ended by then.
 * tap removes its `testdir` before all teardowns, while a server still writes into it.
 */
export function temporaryFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-test-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
