// The server and the Chromium that all journeys with default settings share, in a process of their own: `npm test` starts it once. Its only line of
// output has their addresses: {"url":…,"dataDir":…,"browser":…}.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { startSharedApp } from './app.ts'
import { chromiumOptions } from './chromium.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'isobath-journeys-'))
const [app, browser] = await Promise.all([startSharedApp(dataDir), chromium.launchServer(chromiumOptions())])
process.stdout.write(`${JSON.stringify({ url: app.url, dataDir, browser: browser.wsEndpoint() })}\n`)

process.once('SIGTERM', async () => {
  await Promise.all([app.close(), browser.close()])
  rmSync(dataDir, { recursive: true, force: true })
  process.exit()
})
