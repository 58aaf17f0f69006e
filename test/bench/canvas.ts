import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { fitted } from '../../web/imagery/viewport.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { type BenchPage, frameMark } from './pages/contender.ts'
import { picture } from './pages/shapes.ts'
import { servePicture } from './support/picture-server.ts'
import { root } from './support/processes.ts'
import { scriptTimes, traceCategories } from './support/script-time.ts'
import { median, quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Annotation canvas'

const many = 50_000
const some = 10_000
const walks = 2
const picks = 5_000
const restMs = 2_000
const view = { width: 1400, height: 900 }

const contenders = [{ name: 'Isobath', page: 'isobath' }]

/**
 * Pans and zooms a tiled picture of 100 megapixels with tens of thousands of shapes in headless Chromium that draws without a GPU,
 * along one path for all.
 */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  try {
    const scripts = join(folder, 'pages')
    await buildPages(scripts)
    const server = await servePicture({ folder, scripts, ...picture })
    try {
      const rows: string[][] = []
      for (const { name, page } of contenders) rows.push([name, ...(await measureOne(`${server.url}/${page}`))])
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
    `A tiled picture of ${count(picture.width)} × ${count(picture.height)} pixels, ${view.width} × ${view.height}, software drawing.`,
    '',
    table(['', 'script p50', 'p95', 'frame p50', 'p95', 'first paint', 'hit test, whole', 'near'], rows)
  ].join('\n')

async function buildPages(outDir: string): Promise<void> {
  const source = join(root, 'test', 'bench', 'pages')
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    build: {
      outDir,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(contenders.map(({ page }) => [page, join(source, `${page}.ts`)])),
        output: { entryFileNames: '[name].js' }
      }
    }
  })
}

async function measureOne(url: string): Promise<string[]> {
  const at60Hz = await withPage(url, [], async (page, browser) => {
    const firstPaint = await open(page, many)
    await page.waitForTimeout(restMs)
    await browser.startTracing(page, { categories: traceCategories })
    for (let time = 0; time < walks; time++) await page.evaluate(() => window.benchPage.walk())
    const script = scriptTimes(await browser.stopTracing(), frameMark)
    const whole = await pick(page, fitted(view, picture))
    const near = await pick(page, { centerX: 5_000, centerY: 3_500, scale: 1.5 })
    return { firstPaint, script, whole, near }
  })
  const unlimited = await withPage(url, ['--disable-frame-rate-limit', '--disable-gpu-vsync'], async page => {
    await open(page, some)
    await page.waitForTimeout(restMs)
    const frames: number[] = []
    for (let time = 0; time < walks; time++) frames.push(...(await page.evaluate(() => window.benchPage.walk())))
    return frames
  })
  const { firstPaint, script, whole, near } = at60Hz
  return [ms(median(script)), ms(quantile(script, 0.95)), ms(median(unlimited)), ms(quantile(unlimited, 0.95)), ms(firstPaint), whole, near]
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

async function pick(page: Page, viewport: { centerX: number; centerY: number; scale: number }): Promise<string> {
  const tests = await page.evaluate(([viewport, picks]) => window.benchPage.pick(viewport, picks), [viewport, picks] as const)
  const mean = tests.ms.reduce((sum, time) => sum + time, 0) / tests.ms.length
  return `${mean.toFixed(3)} ms (p95 ${quantile(tests.ms, 0.95).toFixed(3)})`
}
