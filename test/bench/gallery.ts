import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { newId } from '../../server/lib/ids.ts'
import { chromiumOptions } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'
import { freePort, startServer } from './support/processes.ts'
import { quantile } from './support/statistics.ts'
import { count, ms, table } from './support/table.ts'

export const title = 'Gallery and viewer'

const mediaCount = 100_000
const steps = 120
const stepMs = 25
const batch = 50

/** Measures frames while 100,000 photographs are scrolled and a 12-megapixel one is zoomed. Chromium draws without a GPU. */
export async function measure(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir }
  const server = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  const browser = await chromium.launch(chromiumOptions())
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    const projectId = await onePhotograph(page, server.url)
    const mediaId = await copyPhotograph(dataDir, projectId)
    await page.goto(`${server.url}/projects/${projectId}/dashboard`)
    await page.locator('[role=gridcell] img[data-shown]').first().waitFor()
    await page.mouse.move(500, 600)
    const rows = [
      await frames('scroll, 120 px a step', page, () => page.mouse.wheel(0, 120)),
      await frames('scroll, one screen a step', page, () => page.mouse.wheel(0, 900))
    ]
    const cells = await page.getByRole('gridcell').count()
    await page.goto(`${server.url}/projects/${projectId}/dashboard?media=${mediaId}`)
    await page.locator('canvas[data-picture="sharp"]').waitFor()
    await page.mouse.move(500, 400)
    rows.push(await frames('zoom in on 4000 × 3000', page, () => page.mouse.wheel(0, -60)))
    rows.push(await frames('zoom out', page, () => page.mouse.wheel(0, 60)))
    return [
      `${count(mediaCount)} media in one project, ${count(cells)} cells on the page. ${steps} steps, one in ${stepMs} ms; software drawing, 1400 × 900.`,
      'Frame: time from one animation frame to the next. Work: processor time of the page’s main thread per frame.',
      '',
      table(['', 'frame p50', 'frame p95', 'work per frame', 'of which script'], rows)
    ].join('\n')
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Signs up, creates a project and uploads one photograph, all through the page. @returns the project's id */
async function onePhotograph(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/signup`)
  await page.getByLabel(/e-?mail/i).fill('researcher@lab.example')
  await page.getByLabel('Password', { exact: true }).fill('forty fathoms of cold water')
  const form = page.locator('form')
  await form.getByRole('button', { name: /sign up|create/i }).click()
  await page.waitForURL(/dashboard/)
  const headers = { 'X-Requested-By': 'app' }
  const answer = await page.request.post(`${url}/api/projects`, { headers, data: { title: 'Outer shelf 2026' } })
  const { id } = (await answer.json()) as { id: string }
  await page.goto(`${url}/projects/${id}/dashboard`)
  const buffer = await picture({ width: 4000, height: 3000 })
  await page.getByLabel('Images to add', { exact: true }).setInputFiles([{ name: 'frame.jpg', mimeType: 'image/jpeg', buffer }])
  await page.locator('[role=gridcell] [data-state="ready"]').waitFor()
  return id
}

/** Adds the same picture under many names directly to the database, because uploads would take hours. @returns the id of the first copy */
async function copyPhotograph(dataDir: string, projectId: string): Promise<string> {
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  const template = await db.selectFrom('media').selectAll().where('project_id', '=', projectId).executeTakeFirstOrThrow()
  await db.transaction().execute(async transaction => {
    for (let from = 1; from < mediaCount; from += batch) {
      const copies = Array.from({ length: Math.min(batch, mediaCount - from) }, (_, step) => {
        const name = `frame-${String(from + step).padStart(6, '0')}`
        const keys = { file_name: `${name}.jpg`, name_key: `${name}.jpg`, stem_key: name }
        return { ...template, ...keys, id: newId(), sha256: createHash('sha256').update(name).digest('hex') }
      })
      await transaction.insertInto('media').values(copies).execute()
    }
    await transaction.updateTable('project').set({ media_count: mediaCount }).where('id', '=', projectId).execute()
  })
  await close()
  return template.id
}

async function frames(name: string, page: Page, step: () => Promise<void>): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (metric: string) => (metrics.find(entry => entry.name === metric)?.value ?? 0) * 1000
    return { task: of('TaskDuration'), script: of('ScriptDuration') }
  }
  const before = await work()
  await page.evaluate(() => {
    const seen: number[] = []
    let last = performance.now()
    Object.assign(window, { seenFrames: seen })
    const next = (time: number) => {
      seen.push(time - last)
      last = time
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  for (let done = 0; done < steps; done++) {
    await step()
    await page.waitForTimeout(stepMs)
  }
  const times = (await page.evaluate(() => (window as unknown as { seenFrames: number[] }).seenFrames.slice())).slice(1)
  const after = await work()
  await devtools.detach()
  const share = (key: 'task' | 'script') => ms((after[key] - before[key]) / times.length)
  return [name, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), share('task'), share('script')]
}
