// Takes the screenshots for the README and the landing page. It starts Isobath on an empty data folder, signs up and creates the example project.
// It then saves Annotate in both themes and both sizes.
// Run it with the project's own Node: node_modules/.bin/node scripts/screenshot.mjs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { ensureChromium } from './lib/browser.mjs'
import { inRoot, projectNode } from './lib/paths.mjs'
import { freePort } from './lib/ports.mjs'
import { print, Refusal } from './lib/print.mjs'
import { startChild, stopChildren } from './lib/processes.mjs'
import { ensureWeb } from './lib/web-build.mjs'

const credentials = { email: 'ada@lab.example', password: 'forty fathoms of cold water' }
const landing = inRoot('web', 'routes', 'public', 'landing', 'pictures')

/** Viewport, width of the screenshot in pixels, and view in Annotate as `x,y,zoom`, in pixels of the image. */
const views = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5, width: 1600, at: '800,500,0.62' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, width: 780, at: '900,620,0.42' }
}

const folder = mkdtempSync(join(tmpdir(), 'isobath-screenshot-'))
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await ensureWeb()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  startChild(projectNode, [inRoot('server', 'main.ts')], { env: { HOST: '127.0.0.1', PORT: port, DATA_DIR: folder }, stdio: 'ignore' })
  await answers(`${url}/readyz`)

  const context = await browser.newContext({ locale: 'en-GB', viewport: views.wide.viewport })
  const page = await context.newPage()
  const call = caller(page, url)
  await signUp(page, url)
  const { id } = await call('POST', '/projects/example')
  const { items } = await call('GET', `/projects/${id}/media`)
  const frame = items.find(({ fileName }) => fileName === 'frame-1.jpg')
  const { annotations } = await call('GET', `/media/${frame.id}/annotations`)
  const selected = annotations.find(({ shape }) => shape.kind === 'ellipse')

  mkdirSync(landing, { recursive: true })
  const state = await context.storageState()
  for (const [size, { viewport, deviceScaleFactor, width, at }] of Object.entries(views)) {
    for (const colorScheme of ['light', 'dark']) {
      const options = { viewport, deviceScaleFactor, colorScheme, locale: 'en-GB', storageState: state, reducedMotion: 'reduce' }
      const view = await (await browser.newContext(options)).newPage()
      await view.goto(`${url}/projects/${id}/annotate?image=${frame.id}&select=${selected.id}&v=${at}`)
      await view.waitForLoadState('networkidle')
      await view.getByText('is being prepared').waitFor({ state: 'hidden', timeout: 120_000 })
      await new Promise(done => setTimeout(done, 2_000)) // the canvas has no element to wait for
      const picture = sharp(await view.screenshot()).resize({ width })
      await picture
        .clone()
        .avif({ quality: 52, effort: 5 })
        .toFile(join(landing, `annotate-${size}-${colorScheme}.avif`))
      if (size === 'wide' && colorScheme === 'light')
        await picture.clone().webp({ quality: 82, effort: 6 }).toFile(inRoot('docs', 'screenshot.webp'))
      print(`annotate-${size}-${colorScheme}`)
      await view.context().close()
    }
  }
} finally {
  await browser.close()
  await stopChildren()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns a function that calls the API as the person signed in on the page. */
function caller(page, url) {
  return async (method, path, data) => {
    const answer = await page.request.fetch(`${url}/api${path}`, { method, data, headers: { 'X-Requested-By': 'app' } })
    if (!answer.ok()) throw new Refusal(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return answer.status() === 204 ? undefined : answer.json()
  }
}

async function signUp(page, url) {
  await page.goto(`${url}/signup`)
  await page.getByLabel(/e-?mail/i).fill(credentials.email)
  await page.locator('input[type=password]').first().fill(credentials.password)
  await page
    .locator('form')
    .getByRole('button', { name: /sign up|create/i })
    .click()
  await page.waitForURL(/\/dashboard/)
}

async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal(`${url} does not respond`)
}
