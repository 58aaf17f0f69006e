import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Test } from 'tap'
import { readConfig } from '../../server/config.ts'
import type { GatewayConfig } from '../../server/gateway/config.ts'
import { startIsobath } from '../../server/isobath.ts'

/** Where the built web app is; `npm test` builds it to `web/dist`. */
const builtWeb = process.env.TEST_WEB_ROOT

/** The whole app as an operator starts it, on a free loopback port and an empty data folder; closed when the test ends. */
export async function startApp(t: Test, settings: Record<string, string> = {}, overrides: Partial<GatewayConfig> = {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-app-'))
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...settings })
  const app = await startIsobath(config, { logger: pino({ level: 'silent' }), ...(builtWeb && { webRoot: builtWeb }), ...overrides })
  t.teardown(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return app.url
}
