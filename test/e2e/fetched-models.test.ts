// About: web/features/ai/uploaded/fetched-model.tsx, web/features/ai/uploaded/fetch-dialog.tsx
import { createHash } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Job } from '../../shared/contracts/jobs.ts'
import { startApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { certificates } from '../support/certificates.ts'
import { launchChromium } from '../support/chromium.ts'
import { constantModel } from '../support/onnx-writer.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const model = constantModel([{ name: 'out', shape: [1, 1, 6], values: [16, 24, 32, 40, 0.9, 0] }])
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // the publisher below signs its own certificate

/** Publisher of models. The file `slow.onnx` stops after its first part. */
const server = createServer(certificates.right, (request, reply) => {
  if (request.url === '/missing.onnx') return reply.writeHead(404).end()
  if (request.url === '/slow.onnx') return void reply.writeHead(200, { 'content-length': 3 * 1024 ** 2 }).write(Buffer.alloc(1024 ** 2))
  reply.writeHead(200, { 'content-length': model.length }).end(model)
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

async function modelScreen(t: Test, settings: Record<string, string>) {
  const url = await startApp(t, { AI_UPLOAD: 'owners', SCRAPER_ALLOW_HOSTS: host, ...settings })
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: projectId } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByText('Your team has not added any models yet.').waitFor()
  return page
}

async function fetchFrom(page: Page, address: string, sha256 = ''): Promise<void> {
  await page.getByRole('button', { name: 'Fetch from a web address' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
  await page.getByRole('textbox', { name: 'SHA-256' }).fill(sha256)
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
}

t.test('a model is fetched from a web address, a failed fetch is tried again, and a slow one is cancelled', async t => {
  const page = await modelScreen(t, { AI_ALLOW_URL: 'true' })
  await fetchFrom(page, 'http://models.example/reef.onnx')
  const dialog = page.getByRole('dialog', { name: 'Fetch a model from a web address' })
  await dialog.getByText('Enter an address that begins with https://').waitFor()
  await page.getByRole('textbox', { name: 'SHA-256' }).fill('abc')
  await page.getByRole('textbox', { name: 'Address' }).fill('https://localhost/reef.onnx')
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
  await dialog.getByText('A SHA-256 has 64 digits from 0 to 9 and a to f').waitFor()
  await page.getByRole('textbox', { name: 'SHA-256' }).fill('')
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
  await dialog.getByText('This address cannot be used: its host is on a local network').waitFor()
  await checkAccessibility(t, page, 'the dialog of an address that is refused')
  await page.keyboard.press('Escape')

  await fetchFrom(page, `https://${host}/missing.onnx`)
  await page.getByText(`missing.onnx could not be fetched. ${host} refused the request with status 404.`).waitFor()
  await checkAccessibility(t, page, 'a fetch that failed')
  await page.reload()
  const isRetried = page.waitForResponse(answer => answer.request().method() === 'POST' && answer.url().endsWith('/retry'))
  await page.getByRole('button', { name: 'Try again' }).click()
  const { id: retried } = (await (await isRetried).json()) as Job
  await until(
    () => callApi<Job>(page, 'GET', `/jobs/${retried}`),
    ({ state }) => state === 'failed'
  )
  await page.getByText('missing.onnx could not be fetched.').waitFor()

  await fetchFrom(page, `https://${host}/slow.onnx`)
  const bar = page.getByRole('progressbar', { name: 'Fetching slow.onnx' })
  await bar.and(page.locator('[aria-valuetext="1 of 3 MiB"]')).waitFor()
  await checkAccessibility(t, page, 'a fetch that is under way')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'hidden' })

  await fetchFrom(page, `https://${host}/reef.onnx`, createHash('sha256').update(model).digest('hex'))
  const told = page.getByRole('alertdialog').filter({ hasText: 'reef.onnx was added to your team’s models' })
  await told.getByRole('button', { name: 'Open the model' }).click()
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  t.equal(await page.getByLabel('Source').inputValue(), `https://${host}/reef.onnx`)
})

t.test('without the permission of the operator the page names it, and offline too', async t => {
  const off = await modelScreen(t, {})
  await off.getByText('This server does not fetch models from web addresses. Its operator can allow it.').waitFor()
  t.equal(await off.getByRole('button', { name: 'Fetch from a web address' }).count(), 0)
  const offline = await modelScreen(t, { AI_ALLOW_URL: 'true', OFFLINE: 'true' })
  await offline.getByText('This server is offline, so it fetches no models from web addresses.').waitFor()
})
