// About: web/features/ai/uploaded/model-uploads.ts, web/features/ai/uploaded/uploaded-list.tsx, web/api/tus-upload.ts, web/api/interrupted-uploads.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import t, { type Test } from 'tap'
import { startApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { constantModel } from '../support/onnx-writer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const url = await startApp(t, { AI_UPLOAD: 'owners' })
const folder = temporaryFolder(t)

/** Writes a model of about 2 MB, so that its upload takes a while on a slow connection. @returns its path */
function writeModel(name: string): string {
  const path = join(folder, name)
  writeFileSync(path, constantModel([{ name: 'out', shape: [1, 90_000, 6], values: Array.from({ length: 540_000 }, () => 0.5) }]))
  return path
}

/** Limits the bytes per second that a page sends; -1 removes the limit. */
async function limiter(page: Page): Promise<(uploadThroughput: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return uploadThroughput =>
    session.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput })
}

async function modelScreen(t: Test, title: string) {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: projectId } = await makeProject(page, title)
  const requests: string[] = []
  page.on('request', request => {
    if (!new URL(request.url()).pathname.startsWith('/api/uploads')) return
    requests.push(`${request.method()} ${request.headers()['upload-offset'] ?? ''}`)
  })
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByText('Your team has not added any models yet.').waitFor()
  const names = async () =>
    (await callApi<{ items: { name: string }[] }>(page, 'GET', `/projects/${projectId}/ai/uploaded-models`)).items.map(({ name }) => name)
  return { page, projectId, requests, names, limit: await limiter(page) }
}

const bar = (page: Page, name: string) => page.getByRole('progressbar', { name: `Uploading ${name}` })
const choose = (page: Page, path: string) => page.locator('input[type=file]').setInputFiles(path)
const shareOver = (page: Page, name: string, least: number) =>
  until(
    async () => Number(await bar(page, name).getAttribute('aria-valuenow')),
    share => share > least
  )

t.test('the upload of a model goes on while another page is open, and its progress is there on return', async t => {
  const { page, requests, names, limit } = await modelScreen(t, 'Left and back')
  await limit(20_000)
  await choose(page, writeModel('reef.onnx'))
  const before = await shareOver(page, 'reef.onnx', 0)
  await checkAccessibility(t, page, 'a model that is uploaded')
  const parts = page.getByRole('navigation', { name: 'AI Analysis' })
  await parts.getByRole('link', { name: 'Runs' }).click()
  await bar(page, 'reef.onnx').waitFor({ state: 'detached' })
  await parts.getByRole('link', { name: 'Models' }).click()
  t.ok((await shareOver(page, 'reef.onnx', before)) > before, 'it has gone on')
  await limit(-1)
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  t.equal(requests.filter(request => request.startsWith('POST')).length, 1)

  await page.getByRole('link', { name: 'All models' }).click()
  await limit(40_000)
  await choose(page, writeModel('kelp.onnx'))
  await shareOver(page, 'kelp.onnx', 0)
  await parts.getByRole('link', { name: 'Runs' }).click()
  await limit(-1)
  await page.getByText('kelp.onnx was added to your team’s models').first().waitFor()
  t.equal((await names()).length, 2)
})

t.test('after a reload the unfinished upload is offered, and resumes with the same file', async t => {
  const { page, requests, names, limit } = await modelScreen(t, 'Reloaded')
  const path = writeModel('sponge.onnx')
  await limit(40_000)
  await choose(page, path)
  await shareOver(page, 'sponge.onnx', 12)
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  const note = page.getByText('The upload of sponge.onnx was interrupted. Choose the same file again to resume.')
  await note.waitFor()
  await checkAccessibility(t, page, 'an upload of a model that was interrupted')
  await limit(-1)
  await choose(page, path)
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  t.equal(requests.filter(request => request.startsWith('POST')).length, 1, 'the interrupted upload is the one that is finished')
  const offsets = requests.flatMap(request => (request.startsWith('PATCH') ? [Number(request.split(' ')[1])] : []))
  t.ok((offsets.at(-1) ?? 0) > 0, 'the bytes before the reload are not sent again', { offsets })
  await page.getByRole('link', { name: 'All models' }).click()
  await page.getByRole('table').first().waitFor()
  t.equal(await note.count(), 0)
  t.equal((await names()).length, 1)
})

for (const [fault, answer, sentence] of [
  ['loses the server', (route: Route) => route.abort('connectionreset'), 'The server cannot be reached.'],
  ['is refused as busy', (route: Route) => route.fulfill({ status: 429, json: { detail: 'Too many calls.' } }), 'Too many calls.']
] as const)
  t.test(`an upload that ${fault} until its retries end states why, and can be resumed or cancelled`, async t => {
    const { page, requests, names } = await modelScreen(t, 'No server')
    await page.clock.install()
    await page.reload()
    const path = writeModel('coral.onnx')
    await page.route('**/api/uploads/*', route => (route.request().method() === 'PATCH' ? answer(route) : route.fallback()))
    await choose(page, path)
    const stopped = page.getByText(`The upload of coral.onnx has stopped. ${sentence}`)
    await until(
      async () => {
        if (!(await stopped.isVisible())) await page.clock.fastForward(20_000)
        return stopped.isVisible()
      },
      isStopped => isStopped
    )
    await checkAccessibility(t, page, 'an upload of a model that has stopped')
    await page.unroute('**/api/uploads/*')
    await page.getByRole('button', { name: 'Resume the upload' }).click()
    await page.getByRole('heading', { name: 'Model details' }).waitFor()
    t.equal(requests.filter(request => request.startsWith('POST')).length, 1)
    t.equal((await names()).length, 1)
  })

t.test('an upload ends when another person signs in, wherever they go', async t => {
  const { page, requests } = await modelScreen(t, 'Shared computer')
  const ben = newPerson('ben')
  await callApi(await openApp(t, browser, url, { as: ben }), 'GET', '/auth/me')
  const held: Route[] = []
  await page.route('**/api/uploads/*', route => (route.request().method() === 'PATCH' ? void held.push(route) : route.fallback()))
  await choose(page, writeModel('gorgonian.onnx'))
  await until(
    () => held.length,
    count => count > 0
  )
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  t.equal(requests.filter(request => request.startsWith('DELETE')).length, 0)
  await page.getByLabel('E-mail address').fill(ben.email)
  await page.getByLabel('Password', { exact: true }).fill(ben.password)
  const cancelled = page.waitForRequest(
    request => request.method() === 'DELETE' && new URL(request.url()).pathname.startsWith('/api/uploads/')
  )
  await page.keyboard.press('Enter')
  await cancelled
  t.pass('the upload is cancelled on a page that shows no models')
})
