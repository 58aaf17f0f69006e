// About: web/features/ai/overview.tsx, web/features/ai/uploaded/uploaded-list.tsx, server/backend/ai/uploaded/runtime-check.ts
import { join } from 'node:path'
import t from 'tap'
import type { AiRun } from '../../shared/contracts/ai.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { startIsobathProcess } from '../support/isobath-process.ts'
import { constantModel } from '../support/onnx-writer.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const root = join(import.meta.dirname, '..', '..')
const browser = await launchChromium(t)
const { url } = await startIsobathProcess(t, {
  args: ['--import', join(root, 'test', 'support', 'missing-runtime.ts'), join(root, 'server', 'main.ts')],
  cwd: root,
  dataDir: temporaryFolder(t),
  settings: { AI_UPLOAD: 'owners' }
})

const missing = 'The package onnxruntime-node is not installed on this server, so these models cannot run. Everything else works.'
const detector = constantModel([{ name: 'out', shape: [1, 2, 6], values: [16, 24, 32, 40, 0.9, 0, 40, 20, 48, 28, 0.8, 1] }])

// Long: the screens of one server, from the overview to a model that cannot be tested.
t.test('without the ONNX runtime the screens state what is missing, and labels are still learnt and suggested', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: emptyId } = await makeProject(page, 'Without labels')
  await page.goto(`/projects/${emptyId}/ai`)
  await page.getByText(missing).waitFor()
  await checkAccessibility(t, page, 'a project without labels on a server without the runtime')

  const projectId = await texturedScreen(page, 'Without the runtime')
  await page.goto(`/projects/${projectId}/ai`)
  await page.getByRole('region', { name: 'Your own models' }).getByText(missing).waitFor()
  t.equal(await page.getByText(missing).count(), 1, 'once a page')
  await checkAccessibility(t, page, 'the overview on a server without the runtime')
  await page.getByRole('button', { name: 'Suggest labels' }).click()
  await page.getByText(/^Uses version 1/).waitFor({ timeout: 120_000 }) // the link moves when the version appears
  await page.getByRole('link', { name: 'Review 48 suggestions' }).click({ timeout: 120_000 })
  const grid = page.getByRole('grid', { name: 'Suggestions' })
  await grid.getByRole('gridcell').first().focus()
  await page.keyboard.press('y')
  await grid.getByText('accepted').waitFor()
  const [run] = (await callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)).items
  t.match(run, { task: 'label', state: 'done', imagesFailed: 0 })
  await page.goto(`/projects/${projectId}/ai/models/${run?.modelVersionId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.goto(`/projects/${projectId}/ai`)
  await page.getByRole('region', { name: 'Check labels' }).getByRole('button').click()
  const checks = await until(
    async () =>
      (await callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)).items.filter(({ task }) => task === 'check'),
    ([check]) => check?.state === 'done' || check?.state === 'failed'
  )
  t.match(checks, [{ state: 'done', imagesFailed: 0 }])

  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByText(/^Your team’s models cannot run on this server: the package onnxruntime-node is not installed\./).waitFor()
  await page.locator('input[type=file]').setInputFiles({ name: 'reef.onnx', mimeType: 'application/octet-stream', buffer: detector })
  await page.getByRole('heading', { name: 'Model details' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef finder')
  await page.getByRole('textbox', { name: 'Licence' }).fill('CC-BY-4.0')
  await page.getByRole('textbox', { name: 'Labels, one per line' }).fill('Axinella\ncrab')
  await page.getByRole('spinbutton', { name: 'Input width' }).fill('64')
  await page.getByRole('button', { name: 'Test the model' }).click()
  await page.getByText(/cannot run ONNX models: the package onnxruntime-node is not installed/).waitFor()
  t.equal(await page.getByRole('textbox', { name: 'Licence' }).inputValue(), 'CC-BY-4.0', 'the typed details stay')
  await checkAccessibility(t, page, 'a model that cannot be tested')
})
