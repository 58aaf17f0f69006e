import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { startPostgres } from './postgres.mjs'
import { mustRun } from './processes.mjs'
import { ensureWeb } from './web-build.mjs'

/** Runs `npm run bench [-- name …]`: benchmarks Isobath against comparable tools and writes test/bench/RESULTS.md. */
export async function command(args) {
  await ensurePackages()
  await ensurePackages('test/bench')
  await ensureRuntime()
  await ensureWeb()
  const postgres = await startPostgres()
  try {
    const env = postgres ? { TEST_DATABASE_URL: postgres.url } : {}
    await mustRun(projectNode, [inRoot('test', 'bench', 'run.ts'), ...args], { env })
  } finally {
    await postgres?.stop()
  }
}
