import { createReadStream, createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type Database, openDatabase } from '../../server/backend/storage/database.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { chance } from '../support/fuzz/chance.ts'
import { type Filled, onFilledSqlite, type Place } from './support/filled-servers.ts'
import { fillCatalog } from './support/large-survey.ts'
import { buildPages, pageOf } from './support/pages.ts'
import { addObservations, randomPlaces } from './support/placed-observations.ts'
import { type Running, root } from './support/processes.ts'
import { print } from './support/record.ts'
import { scriptTimes, traceCategories } from './support/script-time.ts'
import { account } from './support/sessions.ts'
import { median, quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Map in the page'

const observationCount = Number(process.env.BENCH_OBSERVATIONS ?? 1_000_000)
const loads = 5
const view = { width: 1440, height: 900 }
/** Limit in milliseconds for the first map of a peer. */
const mostMs = 120_000
const mostWalkMs = 60_000
const restMs = 3_000
const walkMark = 'bench-walk'
const peers = [
  { name: 'MapLibre GL 6.17.0, GeoJSON source', page: 'map-maplibre.mjs' },
  { name: 'OpenLayers 10.11.0, VectorLayer', page: 'map-openlayers.mjs' }
]

/** Name of the program, first contentful paint, first map with data, script p50, p95, processor p50, p95. */
type Row = string[]

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until the points are drawn. */
    firstMap: Promise<number>
  }
}

/**
 * Opens the map of a project with a million observations in Chromium, with an empty cache. Then drags it and turns the wheel. The peers load the same
 * observations as raw GeoJSON, from memory of this machine, and get the same gestures.
 */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const points = join(folder, 'points.geojson')
  try {
    const own = await onFilledSqlite({
      fill: (projectId, where) => fill(projectId, where, points),
      measure: filled => measureOwn(filled)
    })
    const rows = [...own, ...(await measurePeers(folder, points))]
    return [
      `${count(observationCount)} observations, on SQLite, in a window of ${view.width} × ${view.height}; headless Chromium that draws without a GPU. The file of the peers has ${count(statSync(points).size / 1e6)} MB.`,
      `Times from the start of the navigation with an empty cache, median of ${loads} loads of Isobath and one of each peer. Script: work of the page’s main thread from frame to frame`,
      'while the mouse drags the map and turns the wheel, by the clock and by the processor time of the thread. Bars for Isobath: first paint 1.5 s, script 8 ms at p95, first map with data a tenth',
      'of the better peer’s.',
      '',
      table(['', 'first paint', 'first map with data', 'script p50', 'p95', 'processor p50', 'p95'], rows)
    ].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(projectId: string, where: Place, points: string): Promise<void> {
  const { db, close, sqlite } = openDatabase(where)
  sqlite?.exec('pragma cache_size = -1500000; pragma synchronous = off')
  await fillCatalog(db, projectId)
  await addObservations(db, projectId, { count: observationCount, place: randomPlaces(chance('map')) })
  sqlite?.exec('analyze')
  await pipeline(Readable.from(geoJson(db)), createWriteStream(points))
  await close()
  print('  observations inserted')
}

async function* geoJson(db: Database) {
  yield '{"type":"FeatureCollection","features":['
  let isFirst = true
  const rows = await db
    .selectFrom('observation')
    .select(['id', 'label_id', 'event_date', 'minimum_depth_in_meters', 'decimal_longitude', 'decimal_latitude'])
    .execute()
  for (const { id, label_id: label, event_date: date, minimum_depth_in_meters: depth, ...place } of rows) {
    const geometry = { type: 'Point', coordinates: [place.decimal_longitude, place.decimal_latitude] }
    yield `${isFirst ? '' : ','}${JSON.stringify({ type: 'Feature', geometry, properties: { id, label, date, depth } })}`
    isFirst = false
  }
  yield ']}'
}

async function measureOwn({ server, cookie, projectId }: Filled<void>): Promise<Row[]> {
  await untilDerived(server, cookie, projectId)
  const path = `${server.url}/projects/${projectId}/map`
  const browser = await chromium.launch(chromiumOptions())
  try {
    const storageState = await sessionOf(browser, server.url)
    const firsts: { paint: number; map: number }[] = []
    for (let load = 0; load < loads; load++)
      firsts.push(
        await onPage(browser, { storageState }, async page => {
          await page.goto(path, { waitUntil: 'commit' })
          return firstOf(page)
        })
      )
    const script = await onPage(browser, { storageState }, async page => {
      await page.goto(path)
      await firstOf(page)
      return scriptOf(browser, page)
    })
    print('  Isobath measured')
    return [['Isobath', ms(median(firsts.map(({ paint }) => paint))), ms(median(firsts.map(({ map }) => map))), ...script]]
  } finally {
    await browser.close()
  }

  async function firstOf(page: Page) {
    await page.getByText(/ and [1-9][\d\s]* observations in view/).waitFor()
    const map = await page.evaluate(twoFrames)
    return { paint: await page.evaluate(paintTime), map }
  }
}

/** Waits for the job that derives the places on the map. */
async function untilDerived({ url }: Running, cookie: string, projectId: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/projects/${projectId}/map/histograms`, { headers: { cookie } })
    if (response.ok && !((await response.json()) as { isUpdating: boolean }).isUpdating) return
    await new Promise(resolve => setTimeout(resolve, 2_000))
  }
}

async function sessionOf(browser: Browser, url: string): Promise<BrowserContextOptions['storageState']> {
  return onPage(browser, {}, async page => {
    await page.goto(`${url}/login`)
    await page.getByLabel('E-mail address').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
    return page.context().storageState()
  })
}

/** Runs in the page: resolves once two more frames are drawn, with the time since the start of the navigation. */
const twoFrames = () => new Promise<number>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))))

const paintTime = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now()

async function measurePeers(folder: string, points: string): Promise<Row[]> {
  const scripts = join(folder, 'pages')
  await buildPages(
    scripts,
    peers.map(({ page }) => page)
  )
  const server = await serve(scripts, points)
  const rows: Row[] = []
  try {
    for (const { name, page: script } of peers) {
      const options = chromiumOptions()
      const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), '--enable-unsafe-swiftshader'] })
      try {
        rows.push([name, ...(await onPage(browser, {}, page => measurePeer(browser, page, `${server.url}/${basename(script, '.mjs')}`)))])
        print(`  ${name} measured`)
      } finally {
        await browser.close()
      }
    }
  } finally {
    server.close()
  }
  return rows
}

async function measurePeer(browser: Browser, page: Page, address: string): Promise<string[]> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'firstMap' in window)
  const first = await Promise.race([
    page.evaluate(() => window.firstMap),
    new Promise<null>(resolve => setTimeout(() => resolve(null), mostMs).unref())
  ])
  if (first === null) return ['–', `over ${mostMs / 1000} s`, '–', '–', '–', '–']
  return ['–', ms(first), ...(await scriptOf(browser, page))]
}

async function onPage<T>(browser: Browser, options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: view, ...options })
  context.setDefaultTimeout(mostMs)
  try {
    const page = await context.newPage()
    page.on('pageerror', error => process.stderr.write(`${error.stack}\n`))
    return await work(page)
  } finally {
    await context.close()
  }
}

/** Measures script from frame to frame during the walk, after a rest. @returns p50 and p95 by the clock, then by processor time */
async function scriptOf(browser: Browser, page: Page): Promise<string[]> {
  await page.waitForTimeout(restMs)
  await browser.startTracing(page, { categories: traceCategories })
  await page.evaluate(mark => void performance.mark(mark), walkMark)
  await walk(page)
  await page.evaluate(mark => void performance.mark(mark), walkMark)
  const frames = scriptTimes(await browser.stopTracing(), walkMark)
  const both = (times: number[]) => [ms(median(times)), ms(quantile(times, 0.95))]
  return [...both(frames.map(({ wall }) => wall)), ...both(frames.map(({ processor }) => processor))]
}

/** Drags the map in a zigzag and turns the wheel, in to a bay and out again, one event for each frame. A slow peer is given a minute. */
async function walk(page: Page): Promise<void> {
  const [x, y] = [view.width * 0.45, view.height * 0.5]
  const end = performance.now() + mostWalkMs
  await page.mouse.move(x, y)
  for (const zoom of [-240, -240, -240, 240, 240, 240]) {
    if (performance.now() > end) return
    await page.mouse.down()
    for (let step = 1; step <= 40 && performance.now() < end; step++) {
      const turn = step <= 20 ? step : 40 - step
      await page.mouse.move(x + turn * 8, y + turn * 4)
      await page.evaluate(nextFrame)
    }
    await page.mouse.up()
    for (let step = 0; step < 6 && performance.now() < end; step++) {
      await page.mouse.wheel(0, zoom / 6)
      await page.evaluate(nextFrame)
    }
    for (let frame = 0; frame < 20 && performance.now() < end; frame++) await page.evaluate(nextFrame)
  }
}

const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))

const types: Record<string, string> = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.geojson': 'application/geo+json' }

/** Serves the pages of the peers, MapLibre as published, and the points. */
async function serve(scripts: string, points: string) {
  const library = join(root, 'test', 'bench', 'node_modules', 'maplibre-gl', 'dist')
  const fileOf = (path: string) => {
    if (path === '/points.geojson') return points
    return path.startsWith('/maplibre-gl/') ? join(library, basename(path)) : join(scripts, path)
  }
  const server = createServer(({ url = '/' }, response) => {
    const path = url.split('?')[0]!
    if (extname(path) === '') {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(pageOf(path))
      return
    }
    const file = fileOf(path)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
