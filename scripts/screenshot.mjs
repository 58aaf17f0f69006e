// Makes docs/screenshot.png from the real app: starts it on an empty folder, signs up, makes a project, uploads photographs through the
// page, and takes the picture. On the project's own Node: node_modules/.bin/node scripts/screenshot.mjs <folder of photographs>
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { ensureChromium } from './lib/browser.mjs'
import { inRoot, projectNode } from './lib/paths.mjs'
import { freePort } from './lib/ports.mjs'
import { startChild, stopChildren } from './lib/processes.mjs'
import { Refusal, say } from './lib/say.mjs'
import { ensureWeb } from './lib/web-build.mjs'

const credentials = { email: 'ada@lab.example', password: 'forty fathoms of cold water' }
const project = {
  title: 'Reef and slope survey',
  region: 'Pacific Ocean',
  habitat: 'coral reef and continental slope',
  startDate: '2007-04-08',
  description: 'Photo quadrats, transects and ROV frames of several campaigns, side by side.'
}

const photographs = process.argv[2]
if (!photographs) throw new Refusal('Say where the photographs are: scripts/screenshot.mjs <folder>')
const files = readdirSync(photographs)
  .filter(name => /\.(jpe?g|png|tiff?|webp)$/i.test(name))
  .map(name => resolve(photographs, name))

const folder = mkdtempSync(join(tmpdir(), 'isobath-screenshot-'))
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  await ensureWeb()
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  startChild(projectNode, [inRoot('server', 'main.ts')], { env: { HOST: '127.0.0.1', PORT: port, DATA_DIR: folder }, stdio: 'ignore' })
  await answers(`${url}/readyz`)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/signup`)
  await page.getByLabel(/e-?mail/i).fill(credentials.email)
  await page.locator('input[type=password]').first().fill(credentials.password)
  await page
    .locator('form')
    .getByRole('button', { name: /sign up|create/i })
    .click()
  await page.waitForURL(/\/dashboard/)
  const made = await page.request.post(`${url}/api/projects`, { data: project, headers: { 'X-Requested-By': 'app' } })
  const { id } = await made.json()

  await page.goto(`${url}/projects/${id}/dashboard`)
  await page.locator('input[type=file][multiple]').first().setInputFiles(files)
  await picturesShown(page)
  await page.reload() // without the uploader's report
  await picturesShown(page)
  mkdirSync(inRoot('docs'), { recursive: true })
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 90, compressionLevel: 9 })
    .toFile(inRoot('docs', 'screenshot.png'))
  say('docs/screenshot.png')
} finally {
  await browser.close()
  await stopChildren()
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until as many pictures as were uploaded have been drawn. */
function picturesShown(page) {
  const drawn = count =>
    [...document.querySelectorAll('main img')].filter(image => image.complete && image.naturalWidth > 0).length >= count
  return page.waitForFunction(drawn, files.length, { timeout: 120_000 })
}

async function answers(url) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Refusal(`${url} does not answer`)
}
