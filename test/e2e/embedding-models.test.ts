// About: web/features/ai/uploaded, web/features/ai/feature-choice.tsx, web/features/ai/similar
import t from 'tap'
import type { AiRun } from '../../shared/contracts/ai.ts'
import { startApp } from '../support/app.ts'
import { withoutRuntime } from '../support/brought-models.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { embeddedLength, embedder } from '../support/embedder.ts'
import { texturedScreen } from '../support/textured-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const url = await startApp(t, { AI_UPLOAD: 'owners' })

t.test(
  'a version learns from the features of an embedding model, and similar crops are found by them',
  { skip: withoutRuntime },
  async t => {
    const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
    const projectId = await texturedScreen(page, 'Features', { labelled: 4, unlabelled: 1 })
    const runs = async () => (await callApi<{ items: AiRun[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)).items
    const ended = (count: number) => until(runs, items => items.length === count && items.every(({ state }) => state === 'done'))

    await page.goto(`/projects/${projectId}/ai`)
    const labelTask = page.getByRole('region', { name: 'Label points and areas' })
    await labelTask.getByRole('button', { name: 'Suggest labels' }).waitFor()
    t.equal(await page.getByRole('combobox', { name: 'Features' }).count(), 0, 'without embedding models there is no choice')

    await page.goto(`/projects/${projectId}/ai/models`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'reef-features.onnx', mimeType: 'application/octet-stream', buffer: embedder() })
    await page.getByRole('textbox', { name: 'Licence' }).fill('MIT')
    await page.getByRole('textbox', { name: 'Name' }).fill('Reef features')
    t.equal(await page.getByRole('combobox', { name: 'Result' }).inputValue(), 'embed', 'the file is recognised')
    t.equal(await page.getByRole('spinbutton', { name: 'Window around a point, in pixels of the image' }).inputValue(), '64')
    t.equal(await page.getByRole('textbox', { name: 'Labels, one per line' }).count(), 0)
    await checkAccessibility(t, page, 'the details of an embedding model')
    await page.getByRole('button', { name: 'Test the model' }).click()
    const use = page.getByRole('button', { name: 'Use the features' })
    await use.waitFor({ timeout: 120_000 })
    await page.getByText('Values per crop').waitFor()
    await page.getByText(String(embeddedLength), { exact: true }).waitFor()
    t.ok(await use.isDisabled(), 'its licence must be read first')
    await page.getByRole('checkbox', { name: /MIT/ }).check()
    await checkAccessibility(t, page, 'a tested embedding model')
    await use.click()
    await page.getByRole('link', { name: 'Open the tasks' }).click()
    await labelTask.getByRole('combobox', { name: 'Features' }).waitFor()

    const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/annotations?limit=1`)
    await page.goto(`/projects/${projectId}/ai/similar?annotation=${items[0]?.id}`)
    await page.getByRole('combobox', { name: 'Compare by' }).selectOption({ label: 'Reef features 1' })
    await page.getByRole('heading', { name: 'The example is not prepared for this search' }).waitFor()
    await page.getByRole('button', { name: 'Prepare crops' }).waitFor()

    await page.goto(`/projects/${projectId}/ai`)
    await labelTask.getByRole('combobox', { name: 'Features' }).selectOption({ label: 'Reef features 1' })
    await checkAccessibility(t, page, 'the tasks with a choice of features')
    await labelTask.getByRole('button', { name: 'Suggest labels' }).click()
    await ended(1)
    await page.goto(`/projects/${projectId}/ai/runs`)
    const row = page.getByRole('row', { name: /Run 1/ })
    await row.getByText('Features of Reef features 1').waitFor()
    await row.getByRole('link', { name: 'Version 1' }).click()
    await page.getByRole('link', { name: 'Reef features 1' }).waitFor()
    await checkAccessibility(t, page, 'the card of a version with an embedding model')

    await page.goto(`/projects/${projectId}/ai`)
    const similarTask = page.getByRole('region', { name: 'Find similar' })
    await similarTask.getByRole('combobox', { name: 'Features' }).selectOption({ label: 'Reef features 1' })
    await similarTask.getByRole('button', { name: 'Prepare crops' }).click()
    await ended(2)
    await page.goto(`/projects/${projectId}/ai/similar?annotation=${items[0]?.id}`)
    await page.getByText('119 crops left out: not prepared yet.').waitFor()
    await page.getByRole('combobox', { name: 'Compare by' }).selectOption({ label: 'Reef features 1' })
    await page.getByText('120 crops searched.').waitFor()
    await page.getByRole('grid', { name: 'Similar crops' }).waitFor()
    t.match(page.url(), /[?&]features=/, 'the address keeps the choice')
    await page.reload()
    await page.getByText('120 crops searched.').waitFor()
    await checkAccessibility(t, page, 'crops that an embedding model finds similar')

    await page.goto(`/projects/${projectId}/ai/similar?annotation=${items[0]?.id}&features=removed`)
    await page.getByText('119 crops left out: not prepared yet.').waitFor()
    t.equal(await page.getByRole('combobox', { name: 'Compare by' }).inputValue(), '', 'an address with a removed model compares as usual')
  }
)
