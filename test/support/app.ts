import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Test } from 'tap'
import { readConfig } from '../../server/config.ts'
import type { GatewayConfig } from '../../server/gateway/config.ts'
import { startIsobath } from '../../server/isobath.ts'

/** Folder of the built web app. `npm test` builds it to `web/dist`. */
const builtWeb = process.env.TEST_WEB_ROOT

/** Starts an Isobath on a free loopback port without a log. */
function start(dataDir: string, settings: Record<string, string>, overrides: Partial<GatewayConfig>) {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ...settings })
  return startIsobath(config, { logger: pino({ level: 'silent' }), ...(builtWeb && { webRoot: builtWeb }), ...overrides })
}

const manyPeople = { signInsPerAddress: 1_000_000, signInsPerAccount: 1_000_000, callsPerMinute: 1_000_000 }

/** Limits that a machine with one core for a server and two browsers does not reach. */
const patientRates = { ...manyPeople, loopDelayMs: 60_000 }

/** Starts the whole app as an operator does, on a free loopback port and an empty data folder. It is closed when the test ends. */
export async function startApp(t: Test, settings: Record<string, string> = {}, overrides: Partial<GatewayConfig> = {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-app-'))
  const app = await start(dataDir, settings, { ...overrides, rates: { loopDelayMs: patientRates.loopDelayMs, ...overrides.rates } })
  t.teardown(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return app.url
}

const patientDeadlines = { call: 85_000, firstByte: 85_000, connect: 60_000 }

/** Starts an Isobath for many journeys, whose people share one address: the limits by address are out of reach. */
export const startSharedApp = (dataDir: string) => start(dataDir, {}, { rates: patientRates, deadlines: patientDeadlines })

interface RunningApp {
  url: string
  /** Data folder, for inserting rows directly into the database. */
  dataDir: string
}

/**
 * The app shared by many journeys, with default settings apart from limits of rates and times. Every test creates its own people and projects. `npm
 * test` starts one for all files; a file that runs alone has a separate one, closed when the test ends.
 */
export async function sharedApp(t: Test): Promise<RunningApp> {
  const { TEST_APP_URL: url, TEST_APP_DATA: dataDir } = process.env
  return url && dataDir ? { url, dataDir } : separateApp(t)
}

/** Starts an app with the limits of the shared one for tests that change what every person of an installation sees. It is closed when the test ends. */
export async function separateApp(t: Test): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-app-'))
  const app = await startSharedApp(dataDir)
  t.teardown(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { url: app.url, dataDir }
}
