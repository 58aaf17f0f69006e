import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumOptions } from '../support/chromium.ts'
import { freePort, startServer } from './support/processes.ts'
import { median } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'First paint'

const loads = 7
const settleMs = 1_000

/** Network and processor of a slow phone, by the presets of Chromium and Lighthouse. Throughput in bytes per second. */
const phone = { latency: 150, downloadThroughput: (1_638.4 * 1024) / 8, uploadThroughput: (750 * 1024) / 8, processorSlowdown: 4 }
const viewports = { screen: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

type Conditions = { slow: boolean; viewport: keyof typeof viewports; signedIn: boolean }

/**
 * Measures the Largest Contentful Paint in Chromium, at full speed and slowed down to a phone on a mobile network: with an empty cache, and on the
 * second visit.
 */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const state = await sessionOf(browser, server.url)
    const rows: string[][] = []
    for (const [name, path, signedIn, bar] of [
      ['landing page', '/', false, '1500 ms'],
      ['sign-in page', '/login', false, '1800 ms'],
      ['dashboard, signed in', '/dashboard', true, '2800 ms, then 1400 ms']
    ] as const) {
      const visits = async (conditions: Omit<Conditions, 'signedIn'>) => {
        const paints: Paints[] = []
        for (let n = 0; n < loads; n++) paints.push(await paintsOf(browser, server.url + path, { ...conditions, signedIn }, state))
        return [ms(median(paints.map(({ first }) => first))), ms(median(paints.map(({ second }) => second)))]
      }
      const [here = ''] = await visits({ slow: false, viewport: 'screen' })
      const phone = await visits({ slow: true, viewport: 'phone' })
      rows.push([name, here, ...phone, ...(await visits({ slow: true, viewport: 'screen' })), bar])
    }
    return [
      `Largest Contentful Paint, median of ${loads} loads, ${browser.version()} Chromium. Each first visit has an empty cache; the second one follows it.`,
      'As a phone: processor 4 × slower, 150 ms round trip, 1.6 Mbit/s, 390 × 844. The last two columns are the same at 1280 × 800. The dashboard has two projects.',
      '',
      table(['page', 'this machine', 'as a phone', 'second visit', 'wide', 'second visit', 'bar as a phone'], rows)
    ].join('\n')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** Signs up on the page, creates two projects, and returns the state that the browser then has. */
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
  for (const title of ['Outer shelf 2026', 'Reef transects'])
    await context.request.post(`${url}/api/projects`, { data: { title }, headers: { 'x-requested-by': 'app' } })
  const state = await context.storageState()
  await context.close()
  return state
}

interface Paints {
  first: number
  second: number
}

async function paintsOf(browser: Browser, url: string, { slow, viewport, signedIn }: Conditions, state: State): Promise<Paints> {
  const context = await browser.newContext({ viewport: viewports[viewport], ...(signedIn && { storageState: state }) })
  const first = await paintOf(context, url, slow)
  const second = await paintOf(context, url, slow)
  await context.close()
  return { first, second }
}

async function paintOf(context: BrowserContext, url: string, slow: boolean): Promise<number> {
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
  await page.close()
  return paint
}
