import { ensureChromium } from './browser.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { startPostgres } from './postgres.mjs'
import { mustRun } from './processes.mjs'
import { memoryFolder } from './tests/memory-folder.mjs'
import { ensureWeb } from './web-build.mjs'

/** Runs `npm run soak -- name [argument …]`: runs a soak test from test/soak and records its outcome in test/bench/RESULTS.md. */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb()
  const temporary = memoryFolder()
  if (temporary) process.env.TMPDIR = temporary
  const [postgres, chromium] = [await startPostgres(), await ensureChromium()]
  try {
    const env = {
      NODE_COMPILE_CACHE: inRoot('node_modules/.cache/compiled'),
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...(chromium && { CHROMIUM_PATH: chromium })
    }
    await mustRun(projectNode, [inRoot('test', 'soak', 'run.ts'), ...args], { env })
  } finally {
    await postgres?.stop()
  }
}
