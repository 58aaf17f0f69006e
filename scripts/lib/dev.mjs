import { watch } from 'node:fs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { freePort } from './ports.mjs'
import { ended, startChild } from './processes.mjs'
import { say } from './say.mjs'
import { ensureWeb } from './web-build.mjs'

/** An editor writes a file in several steps, a checkout many files: a restart waits until it has been quiet for this long. */
const quietMs = 200

/** `npm run dev`: the page with hot reload on PORT, the server behind it restarted when its sources change. */
export async function command() {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb() // for those who ask the server itself
  const serverPort = String(await freePort())
  const env = { HOST: '127.0.0.1', PORT: serverPort }
  const page = startChild(projectNode, [inRoot('scripts', 'dev-server.mjs'), serverPort])
  keepRunning(() => startChild(projectNode, [inRoot('server', 'main.ts')], { env }))
  await ended(page)
}

/** Runs the server, and again after every change of its sources. One that ends by itself waits for the next change. */
function keepRunning(start) {
  let server = start()
  let timer
  const restart = async () => {
    say('The server starts again …')
    const gone = server.exitCode === null && server.signalCode === null ? ended(server) : undefined
    server.kill('SIGTERM')
    await gone
    server = start()
  }
  for (const folder of ['server', 'shared']) {
    watch(inRoot(folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(restart, quietMs)
    })
  }
}
