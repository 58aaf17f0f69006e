import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { newId } from '../../server/lib/ids.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { freePort, startServer } from './support/processes.ts'
import { median } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Annotate: the next image'

const images = 9
const boxesEach = 1_000
const perRequest = 500
const size = { width: 6_000, height: 4_500 }
const restMs = 1_500
const headers = { 'X-Requested-By': 'app' }

/** Measures the time from the key press for the next image until its pixels are drawn, in the app itself with a session. */
export async function measure(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir }
  const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, baseURL: server.url })
    await page.addInitScript(watchPixels)
    const { projectId, mediaIds } = await fill(page)
    await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
    await page.getByRole('application').waitFor()
    await seen(page, 0)
    const steps: Seen[] = []
    for (let image = 1; image < images; image++) {
      await page.waitForTimeout(restMs)
      await page.keyboard.press('ArrowRight')
      steps.push(await seen(page, image))
    }
    const row = (name: string, times: number[]) => [name, ms(median(times)), ms(Math.max(...times))]
    return [
      `${count(size.width)} × ${count(size.height)} pixels, tiled, ${count(boxesEach)} boxes on each; the arrow key ${restMs / 1000} s after the previous image, ${images - 1} times.`,
      'Time from the key press until the pixels of the canvas are those of the next image. Bar: 150 ms.',
      '',
      table(
        ['', 'median', 'slowest'],
        [
          row(
            'picture',
            steps.map(step => step.picture)
          ),
          row(
            'picture and annotations',
            steps.map(step => step.annotations)
          )
        ]
      )
    ].join('\n')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Distinct green value of each image. */
const green = (image: number) => 40 + image * 20

async function fill(page: Page): Promise<{ projectId: string; mediaIds: string[] }> {
  await page.goto('/signup')
  await page.getByLabel(/e-?mail/i).fill('researcher@lab.example')
  await page.getByLabel('Password', { exact: true }).fill('forty fathoms of cold water')
  const form = page.locator('form')
  await form.getByRole('button', { name: /sign up|create/i }).click()
  await page.waitForURL(/dashboard/)
  const call = async <T>(path: string, data?: object): Promise<T> => {
    const answer = await page.request.fetch(`/api${path}`, { method: data ? 'POST' : 'GET', headers, data })
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  const { id: projectId } = await call<{ id: string }>('/projects', { title: 'Outer shelf 2026' })
  await page.goto(`/projects/${projectId}/dashboard`)
  const files = Array.from({ length: images }, async (_, image) => {
    const background = { r: 20, g: green(image), b: 60 }
    const buffer = await sharp({ create: { ...size, channels: 3, background } })
      .jpeg()
      .toBuffer()
    return { name: `frame-${image}.jpg`, mimeType: 'image/jpeg', buffer }
  })
  await page.getByLabel('Images to add', { exact: true }).setInputFiles(await Promise.all(files))
  const path = `/projects/${projectId}/media?sort=name`
  for (;;) {
    const { items } = await call<{ items: { id: string; state: string }[] }>(path)
    if (items.length === images && items.every(({ state }) => state === 'ready')) {
      for (const { id } of items) await addBoxes(id, operations => call(`/projects/${projectId}/annotations/operations`, { operations }))
      return { projectId, mediaIds: items.map(({ id }) => id) }
    }
    await page.waitForTimeout(200)
  }
}

/** Adds one large box in the middle, whose fill is detected, and many small ones above it. */
async function addBoxes(mediaId: string, send: (operations: object[]) => Promise<unknown>): Promise<void> {
  const boxes = Array.from({ length: boxesEach }, (_, n) =>
    n === 0
      ? { kind: 'box', x: size.width * 0.4, y: size.height * 0.4, width: size.width * 0.2, height: size.height * 0.2 }
      : { kind: 'box', x: 50 + (n % 40) * 145, y: 50 + Math.floor(n / 40) * 60, width: 100, height: 40 }
  )
  for (let from = 0; from < boxes.length; from += perRequest) {
    const some = boxes.slice(from, from + perRequest)
    await send(some.map(shape => ({ id: newId(), kind: 'create', annotationId: newId(), mediaId, shape, labelId: null })))
  }
}

/** Milliseconds since the last key press. */
interface Seen {
  picture: number
  annotations: number
}

const seen = (page: Page, image: number): Promise<Seen> =>
  page.evaluate(green => (window as unknown as { pixelsOf: (green: number) => Promise<Seen> }).pixelsOf(green), green(image))

/**
 * Runs in the page, before the app. After each animation frame it reads back two pixels of the canvas, which waits until they are drawn: one inside
 * the large box, and one beside it.
 */
function watchPixels() {
  let gl: WebGL2RenderingContext | null = null
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: unknown) {
    const context = Reflect.apply(getContext, this, [kind, options])
    if (kind === 'webgl2') gl = context as WebGL2RenderingContext
    return context
  } as typeof getContext

  let keyAt = 0
  let wanted: { green: number; seen: Partial<Seen>; done: (seen: Seen) => void } | null = null
  window.addEventListener('keydown', () => (keyAt = performance.now()), true)
  const greenAt = (share: number): number => {
    const pixel = new Uint8Array(4)
    gl?.readPixels(gl.drawingBufferWidth * share, gl.drawingBufferHeight / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    return pixel[1]!
  }
  const isNear = (a: number, b: number) => Math.abs(a - b) < 6
  const look = () => {
    if (!wanted) return
    const { green, seen, done } = wanted
    if (!isNear(greenAt(0.25), green)) return
    seen.picture ??= performance.now() - keyAt
    if (!isNear(greenAt(0.5), green * 0.8 + 51)) return
    wanted = null
    done({ picture: seen.picture, annotations: performance.now() - keyAt })
  }
  const ask = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = callback =>
    ask(time => {
      callback(time)
      look()
    })
  Object.assign(window, { pixelsOf: (green: number) => new Promise<Seen>(done => (wanted = { green, seen: {}, done })) })
}
