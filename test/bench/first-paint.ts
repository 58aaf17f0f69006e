import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumOptions } from '../support/chromium.ts'
import { freePort, startServer } from './support/processes.ts'
import { median } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'First paint'

const loads = 5
const settleMs = 1_000

/** Chromium's own presets, as Lighthouse uses them: a slow phone on a mobile network. Throughput in bytes per second. */
const phone = { latency: 150, downloadThroughput: (1_638.4 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, processorSlowdown: 4 }

/** Largest Contentful Paint of cold loads (empty cache) in Chromium, as it is and slowed down to a phone on a mobile network. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const cookies = await sessionOf(browser, server.url)
    const rows: string[][] = []
    for (const [name, path, signedIn] of [
      ['landing page', '/', false],
      ['sign-in page', '/login', false],
      ['dashboard, signed in', '/dashboard', true]
    ] as const) {
      const cold = async (slow: boolean) => {
        const paints: number[] = []
        for (let n = 0; n < loads; n++) paints.push(await coldLoad(browser, server.url + path, slow, signedIn ? cookies : null))
        return ms(median(paints))
      }
      rows.push([name, await cold(false), await cold(true)])
    }
    return [
      `Largest Contentful Paint, median of ${loads} loads with an empty cache, ${browser.version()} Chromium, 1280 × 800.`,
      'The phone: processor 4 × slower, 150 ms round trip, 1.6 Mbit/s.',
      '',
      table(['page', 'this machine', 'as a phone'], rows)
    ].join('\n')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Signs up in the page itself and gives what the browser then holds. */
async function sessionOf(browser: Browser, url: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/signup`)
  await page.getByLabel(/e-?mail/i).fill('researcher@lab.example')
  for (const field of await page.getByLabel(/password/i).all()) {
    if ((await field.getAttribute('type')) === 'password') await field.fill('a long enough password')
  }
  await page
    .locator('form')
    .getByRole('button', { name: /sign up|create/i })
    .click()
  await page.waitForURL(/dashboard/)
  const state = await context.storageState()
  await context.close()
  return state
}

async function coldLoad(browser: Browser, url: string, slow: boolean, storageState: State | null): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...(storageState && { storageState }) })
  const page = await context.newPage()
  if (slow) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...phone })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: phone.processorSlowdown })
  }
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(settleMs)
  const paint = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true
        })
      })
  )
  await context.close()
  return paint
}
