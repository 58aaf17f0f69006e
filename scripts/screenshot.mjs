// Takes the pictures of README and the landing page from the running app: starts it on an empty folder, signs up, uploads the photographs of
// docs/photographs, annotates one, and saves Annotate in both themes and both sizes.
// On the project's own Node: node_modules/.bin/node scripts/screenshot.mjs
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { ensureChromium } from './lib/browser.mjs'
import { inRoot, projectNode } from './lib/paths.mjs'
import { freePort } from './lib/ports.mjs'
import { startChild, stopChildren } from './lib/processes.mjs'
import { Refusal, say } from './lib/say.mjs'
import { ensureWeb } from './lib/web-build.mjs'
import { annotated, annotations, eventDates, labels, project } from './screenshot/scene.mjs'

const credentials = { email: 'ada@lab.example', password: 'forty fathoms of cold water' }
const photographs = inRoot('docs', 'photographs')
const files = readdirSync(photographs).filter(name => name.endsWith('.JPG'))
const landing = inRoot('web', 'routes', 'public', 'landing', 'pictures')

/** Viewport and, in pixels of the photograph, the view of Annotate. */
const views = {
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5, width: 1600, at: '1190,790,0.44' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, width: 780, at: '1420,900,0.3' }
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
  const { id } = await call('POST', '/projects', project)
  const media = await upload(page, `${url}/projects/${id}/dashboard`, call, id)
  const selected = await annotate(call, id, media.get(annotated))

  mkdirSync(landing, { recursive: true })
  const state = await context.storageState()
  for (const [size, { viewport, deviceScaleFactor, width, at }] of Object.entries(views)) {
    for (const colorScheme of ['light', 'dark']) {
      const options = { viewport, deviceScaleFactor, colorScheme, locale: 'en-GB', storageState: state, reducedMotion: 'reduce' }
      const view = await (await browser.newContext(options)).newPage()
      await view.goto(`${url}/projects/${id}/annotate?image=${media.get(annotated)}&select=${selected}&v=${at}`)
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
      say(`annotate-${size}-${colorScheme}`)
      await view.context().close()
    }
  }
} finally {
  await browser.close()
  await stopChildren()
  rmSync(folder, { recursive: true, force: true })
}

/** Calls of the API in the name of the person who is signed in on the page. */
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

/** Uploads the photographs through the page. @returns ids by file name */
async function upload(page, overview, call, projectId) {
  await page.goto(overview)
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(files.map(name => join(photographs, name)))
  for (let attempt = 0; attempt < 600; attempt++) {
    const { items } = await call('GET', `/projects/${projectId}/media?limit=100`)
    if (items.length === files.length) {
      for (const { id, fileName, revision } of items) await call('PATCH', `/media/${id}`, { revision, eventDate: eventDates[fileName] })
      return new Map(items.map(({ id, fileName }) => [fileName, id]))
    }
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal('The photographs were not uploaded within a minute')
}

/** @returns the id of the first annotation */
async function annotate(call, projectId, mediaId) {
  const labelIds = {}
  for (const [key, label] of Object.entries(labels)) labelIds[key] = (await call('POST', `/projects/${projectId}/labels`, label)).id
  const operations = annotations.map(({ label, shape }) => ({
    id: crypto.randomUUID(),
    kind: 'create',
    annotationId: crypto.randomUUID(),
    mediaId,
    shape,
    labelId: labelIds[label]
  }))
  await call('POST', `/projects/${projectId}/annotations/operations`, { operations })
  return operations[0].annotationId
}

async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal(`${url} does not answer`)
}
