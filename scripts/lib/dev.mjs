import { watch } from 'node:fs'
import { exampleAccount } from './dev-example.mjs'
import { ensurePackages, ensureRuntime } from './packages.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { freePort } from './ports.mjs'
import { ended, startChild } from './processes.mjs'
import { Refusal, say } from './say.mjs'
import { ensureWeb } from './web-build.mjs'

/** An editor writes a file in several steps, a checkout many files: a restart waits until it has been quiet for this long. */
const quietMs = 200

/**
 * `npm run dev`: the page with hot reload on PORT, the server behind it restarted when its sources change. A new data folder gets an account
 * with the example project, except with `--empty`.
 */
export async function command(args) {
  await ensurePackages()
  await ensureRuntime()
  await ensureWeb() // for requests to the server's own port
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
  if (account) say(`Account with an example project: ${account.email}, password ${account.password}`)
}

async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal(`${url} does not answer`)
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
