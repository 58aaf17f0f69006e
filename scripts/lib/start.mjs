import { handOver } from './hand-over.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { projectNode, root } from './paths.mjs'
import { ensureWeb } from './web-build.mjs'

/**
 * Allocator settings of the C library for the server. A single heap for all threads takes 10 MiB less than one per thread, and is equally fast here.
 */
const allocator = { MALLOC_ARENA_MAX: '1' }

/** Runs `npm start`: from a fresh clone to a running Isobath. */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb()
  process.chdir(root)
  await handOver(projectNode, ['server/main.ts', ...args], allocator)
}
