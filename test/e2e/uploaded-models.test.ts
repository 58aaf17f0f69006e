// About: web/features/ai/uploaded, web/features/ai/model-list.tsx
import t from 'tap'
import { startApp } from '../support/app.ts'
import { withoutRuntime } from '../support/brought-models.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { constantModel } from '../support/onnx-writer.ts'
import { texturedScreen } from '../support/textured-screen.ts'

t.setTimeout(300_000)

const browser = await launchChromium(t)
const detector = constantModel([{ name: 'out', shape: [1, 2, 6], values: [16, 24, 32, 40, 0.9, 0, 40, 20, 48, 28, 0.8, 1] }])

t.test('a model is added, described, tested and run', { skip: withoutRuntime }, async t => {
  const url = await startApp(t, { AI_UPLOAD: 'owners' })
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await texturedScreen(page, 'Models', { labelled: 1, unlabelled: 0 })
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByText('Your team has added no model yet.').waitFor()
  await checkAccessibility(t, page, 'the models before the first')

  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'notes.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from('no model') })
  await page.getByText('The model was not added').waitFor()
  await choose.setInputFiles({ name: 'reef.onnx', mimeType: 'application/octet-stream', buffer: detector })
  await page.getByRole('heading', { name: 'Details of the model' }).waitFor()
  await checkAccessibility(t, page, 'the details of a model')
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef finder')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC-BY-4.0')
  await page.getByRole('textbox', { name: 'Labels, one a line' }).fill('Axinella\ncrab')
  await page.getByRole('spinbutton', { name: 'Width of the input' }).fill('65')
  await page.getByRole('button', { name: 'Test the model' }).click()
  await page.getByText(/^The details were not accepted/).waitFor()
  await page.getByRole('spinbutton', { name: 'Width of the input' }).fill('64')
  await page.getByRole('button', { name: 'Test the model' }).click()

  const start = page.getByRole('button', { name: 'Start the run' })
  await start.waitFor({ timeout: 120_000 })
  await page.getByText('2 results on this image').waitFor()
  await checkAccessibility(t, page, 'a tested model')
  t.ok(await start.isDisabled(), 'no run before the licence is read')
  await page.getByRole('combobox', { name: 'crab' }).selectOption({ label: 'Sand' })
  await page.getByRole('checkbox', { name: /CC-BY-4\.0/ }).check()
  await page.getByRole('combobox', { name: 'Images' }).selectOption({ label: 'All images' })
  await start.click()
  await page.getByRole('group', { name: 'Runs' }).getByText('2 suggestions').first().waitFor({ timeout: 120_000 })
  const { items } = await callApi<{ items: unknown[] }>(page, 'GET', `/projects/${projectId}/ai/uploaded-models`)
  t.equal(items.length, 1)
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByRole('link', { name: 'Reef finder 1' }).waitFor()
  await checkAccessibility(t, page, 'the models of a team')
})
