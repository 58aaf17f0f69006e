import { createInterface } from 'node:readline'
import { inRoot, projectNode } from '../paths.mjs'
import { ended, startChild } from '../processes.mjs'

/** Starts the server and the Chromium that journeys share. Resolves to `{ env, stop }`; `env` passes their addresses to the test processes. */
export async function startJourneysHost(env) {
  const host = startChild(projectNode, [inRoot('test', 'support', 'journeys-host.ts')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = ended(host)
  const lines = createInterface({ input: host.stdout })
  const line = await Promise.race([
    new Promise(resolve => lines.once('line', resolve)),
    gone.then(code => Promise.reject(new Error(`The server for the journeys ended with code ${code}`)))
  ])
  const { url, dataDir, browser } = JSON.parse(line)
  return {
    env: { TEST_APP_URL: url, TEST_APP_DATA: dataDir, TEST_BROWSER: browser },
    async stop() {
      host.kill('SIGTERM')
      await gone
    }
  }
}
