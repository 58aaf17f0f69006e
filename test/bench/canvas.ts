import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { fitted } from '../../web/imagery/viewport.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { type BenchPage, walkMark } from './pages/contender.ts'
import { picture } from './pages/shapes.ts'
import { buildPages } from './support/pages.ts'
import { servePicture } from './support/picture-server.ts'
import { type FrameScript, scriptTimes, traceCategories } from './support/script-time.ts'
import { median, quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Annotation canvas'

const many = 50_000
const some = 10_000
const picks = 5_000
const restMs = 2_000
/** Limit in milliseconds. A contender that needs longer for a step counts as failed. */
const mostMs = 60_000
const view = { width: 1400, height: 900 }

interface Competitor {
  name: string
  page: string
  /** Only every nth step of the path is taken. */
  every: number
  walks: number
  /** Number of page loads that are measured. */
  loads: number
}

const contenders: Competitor[] = [
  { name: 'Isobath', page: 'isobath.ts', every: 1, walks: 2, loads: 5 },
  { name: 'Annotorious 3.8.10 in OpenSeadragon 6.1.1', page: 'annotorious.mjs', every: 4, walks: 1, loads: 1 },
  { name: 'OpenLayers 10.11.0, VectorLayer', page: 'openlayers.mjs', every: 4, walks: 1, loads: 1 }
]
const scriptOf = (page: string) => page.split('.')[0]!

/**
 * Pans and zooms a tiled picture of 100 megapixels with tens of thousands of shapes, on the same path for every contender. Chromium runs headless and
 * draws without a GPU.
 */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  try {
    const scripts = join(folder, 'pages')
    await buildPages(
      scripts,
      contenders.map(({ page }) => page)
    )
    const server = await servePicture({ folder, scripts, ...picture })
    try {
      const rows: string[][] = []
      for (const contender of contenders) rows.push([contender.name, ...(await measureOne(server.url, contender))])
      return report(rows)
    } finally {
      server.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const report = (rows: string[][]) =>
  [
    `A tiled picture of ${count(picture.width)} × ${count(picture.height)} pixels in ${view.width} × ${view.height}, ${count(many)} mixed shapes (boxes, polygons of 24 vertices,`,
    'points, circles, ellipses, lines), all filled; headless Chromium that draws without a GPU. All follow one path of zooms and drags, one step',
    'per frame; the peers take every fourth step. Script: work of the page’s main thread from frame to frame in the trace of DevTools, by the',
    'clock and, steadier on a busy machine, by the processor time of the thread; later: the same path again, once the browser has compiled',
    'its scripts. Isobath is loaded five times, the peers once; first paint is the median time from receiving the shapes until picture and',
    'shapes are drawn. Bars for Isobath: script 1 ms at p95 and a tenth of the better peer’s, first paint 1 s, hit test 0.1 ms.',
    'Each peer runs in its fastest mode: Annotorious draws lines of 1 px, and OpenLayers gets each drag as an interaction, with one style object per colour.',
    '',
    table(
      ['', 'script p50', 'p95', 'processor p50', 'p95', 'p95 later', 'first paint', 'hit test, whole', 'near'],
      rows.map(row => row.slice(0, 9))
    ),
    '',
    `The same with ${count(some)} shapes and no frame rate limit: time from one frame to the next. Bar: 25 ms median.`,
    '',
    table(
      ['', 'frame p50', 'p95'],
      rows.map(row => [row[0]!, ...row.slice(9)])
    )
  ].join('\n')

async function measureOne(server: string, { page: file, every, walks, loads }: Competitor): Promise<string[]> {
  const url = `${server}/${scriptOf(file)}`
  const walk = async (page: Page) => {
    const frames: number[] = []
    for (let time = 0; time < walks; time++) frames.push(...(await within(page.evaluate(every => window.benchPage.walk(every), every))))
    return frames
  }
  const both = (times: number[]) => [ms(median(times)), ms(quantile(times, 0.95))]
  const load = () =>
    withPage(url, [], async (page, browser) => {
      const firstPaint = await within(open(page, many))
      await page.waitForTimeout(restMs)
      const script = await traced(page, browser, walk)
      const later = await traced(page, browser, walk)
      const whole = await pick(page, fitted(view, picture))
      const near = await pick(page, { centerX: 5_000, centerY: 3_500, scale: 1.5 })
      return { firstPaint, script, later, whole, near }
    })
  const at60Hz = await repeated(loads, load)
    .then(all => {
      const script = all.flatMap(({ script }) => script)
      const later = all.flatMap(({ later }) => later)
      return [
        ...both(script.map(frame => frame.wall)),
        ...both(script.map(frame => frame.processor)),
        both(later.map(frame => frame.processor))[1]!,
        ms(median(all.map(({ firstPaint }) => firstPaint))),
        hits(all.flatMap(({ whole }) => whole)),
        hits(all.flatMap(({ near }) => near))
      ]
    })
    .catch(notDone(8))
  const unlimited = await withPage(url, ['--disable-frame-rate-limit', '--disable-gpu-vsync'], async page => {
    await within(open(page, some))
    await page.waitForTimeout(restMs)
    return both(await walk(page))
  }).catch(notDone(2))
  return [...at60Hz, ...unlimited]
}

async function traced(page: Page, browser: Browser, walk: (page: Page) => Promise<unknown>): Promise<FrameScript[]> {
  await browser.startTracing(page, { categories: traceCategories })
  await walk(page)
  return scriptTimes(await browser.stopTracing(), walkMark)
}

class TooLong extends Error {}

const within = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new TooLong()), mostMs).unref())])

/** Returns cells that state the limit, for a step that exceeded it. @throws any error other than a timeout */
const notDone = (cells: number) => (error: unknown) => {
  if (error instanceof TooLong) return Array<string>(cells).fill(`over ${mostMs / 1_000} s`)
  throw error
}

declare global {
  interface Window {
    benchPage: BenchPage
  }
}

async function withPage<T>(url: string, args: string[], work: (page: Page, browser: Browser) => Promise<T>): Promise<T> {
  const options = chromiumOptions()
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...args] })
  try {
    const page = await browser.newPage({ viewport: view })
    page.on('pageerror', error => process.stderr.write(`${error.stack}\n`))
    await page.goto(url)
    await page.waitForFunction(() => 'benchPage' in window)
    return await work(page, browser)
  } finally {
    await browser.close()
  }
}

const open = (page: Page, shapes: number) => page.evaluate(shapes => window.benchPage.open(shapes), shapes)

async function pick(page: Page, viewport: { centerX: number; centerY: number; scale: number }): Promise<number[]> {
  return (await within(page.evaluate(([viewport, picks]) => window.benchPage.pick(viewport, picks), [viewport, picks] as const))).ms
}

function hits(times: number[]): string {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return `${mean.toFixed(3)} ms (p95 ${quantile(times, 0.95).toFixed(3)})`
}

async function repeated<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = []
  while (all.length < times) all.push(await work())
  return all
}
