import { join, resolve } from 'node:path'
import { handOver } from './hand-over.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { projectNode, root } from './paths.mjs'
import { ensureWeb } from './web-build.mjs'

/**
 * Memory settings of the server. A single C library heap for all threads takes 10 MiB less than one heap per thread. It is equally fast here.
 * The compile cache is on from the first module. Once all code is cached, Node no longer loads its TypeScript compiler, which takes 15 MiB.
 */
const memory = () => ({
  MALLOC_ARENA_MAX: '1',
  NODE_COMPILE_CACHE: join(resolve(process.env.DATA_DIR?.trim() || 'data'), 'cache', 'code') // as server/lib/compile-cache.ts
})

/** Runs `npm start`: from a fresh clone to a running Isobath. */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb()
  process.chdir(root)
  await handOver(projectNode, ['server/main.ts', ...args], memory())
}
