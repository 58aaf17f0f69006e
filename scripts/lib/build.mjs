import { ensurePackages, ensureRuntime } from './packages.mjs'
import { buildWeb } from './web-build.mjs'

/** Runs `npm run build`: builds the web app into web/dist. The server needs no build. */
export async function command() {
  await ensurePackages()
  await ensureRuntime()
  await buildWeb()
}
