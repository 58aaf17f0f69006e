import { handOver } from './hand-over.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { projectNode, root } from './paths.mjs'
import { ensureWeb } from './web-build.mjs'

/** Runs `npm start`: from a fresh clone to a running Isobath. */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb()
  process.chdir(root)
  await handOver(projectNode, ['server/main.ts', ...args])
}
