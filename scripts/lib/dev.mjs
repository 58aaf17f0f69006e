import { watch } from 'node:fs'
import { exampleAccount } from './dev-example.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { freePort } from './ports.mjs'
import { print, Refusal } from './print.mjs'
import { ended, startChild } from './processes.mjs'
import { ensureWeb } from './web-build.mjs'

/** Debounce time before a restart, in milliseconds. An editor may save a file in several steps, and a checkout writes many files. */
const quietMs = 200

/**
 * Runs `npm run dev`: serves the web app with hot reload on PORT. The server is restarted when its sources change. A new data folder gets an account
 * with the example project, except with `--empty`.
 */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb() // for requests to the port of the server itself
  const serverPort = String(await freePort())
  const env = { HOST: '127.0.0.1', PORT: serverPort }
  const page = startChild(projectNode, [inRoot('scripts', 'dev-server.mjs'), serverPort])
  keepRunning(() => startChild(projectNode, [inRoot('server', 'main.ts')], { env }))
  if (!args.includes('--empty')) await offerExample(`http://127.0.0.1:${serverPort}`)
  await ended(page)
}

async function offerExample(url) {
  await answers(`${url}/readyz`)
  const account = await exampleAccount(url, process.env.DATA_DIR ?? inRoot('data'))
  if (account) print(`Account with an example project: ${account.email}, password ${account.password}`)
}

async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal(`${url} does not respond`)
}

/** Runs the server, and restarts it whenever its sources change. A server that has exited is started again at the next change. */
function keepRunning(start) {
  let server = start()
  let timer
  const restart = async () => {
    print('Restarting the server …')
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
