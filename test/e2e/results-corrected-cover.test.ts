// About: web/features/results/corrected-view.tsx, server/backend/results/corrected-cover.ts
import type { Page } from 'playwright-core'
import t from 'tap'
import type { CorrectedCoverResult } from '../../shared/contracts/corrected-cover.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { results, textOf } from '../support/results-screen.ts'
import { sampledTextures } from '../support/sampled-textures.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

/** Suggests labels for the points without one, to the end of the run. */
async function suggestLabels(page: Page, projectId: string): Promise<void> {
  const { id } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, {})
  await until(
    () => callApi<{ state: string }>(page, 'GET', `/ai/runs/${id}`),
    ({ state }) => state === 'done'
  )
}

t.test('the cover of a model stands corrected beside that of the labels, with its method in every row of the file', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await sampledTextures(page, 'Textures', { labelled: 14, unlabelled: 6, points: 20 })
  await page.goto(`${results(projectId)}?view=corrected`)
  await page.getByRole('heading', { name: 'No model has predicted sample points yet' }).waitFor()
  t.equal(await page.getByRole('link', { name: 'Open AI Analysis' }).getAttribute('href'), `/projects/${projectId}/ai`)
  await checkAccessibility(t, page, 'no predictions')
  await suggestLabels(page, projectId)
  await callApi(page, 'POST', `/projects/${projectId}/sites/assign-by-name`, { pattern: '{site}-*', createSites: true })

  await page.goto(`${results(projectId)}?view=corrected`)
  const figure = page.getByRole('figure', { name: 'Machine-corrected cover, all images' })
  await figure.waitFor()
  const found = await callApi<CorrectedCoverResult>(page, 'GET', `/projects/${projectId}/results/corrected-cover?groupBy=site`)
  t.equal(found.all.obstacle, null)
  const { labelled, predicted, heldOut } = found.all.points
  t.same([labelled, predicted], [280, 120])
  t.match(
    await figure.textContent(),
    new RegExp(`n = 280 labelled points and 120 predicted points, corrected with ${heldOut} held-out points.*Angelopoulos et al. 2023`, 's')
  )
  const table = page.getByRole('group', { name: 'Cover by labels, by the model and corrected' })
  const percent = (share = 0) => (Math.min(1, Math.max(0, share)) * 100).toFixed(1)
  const [cover] = found.all.covers
  const first = table.getByRole('row', { name: new RegExp(`^${found.taxa[0]?.name}`) })
  t.same(
    (await first.getByRole('cell').allTextContents()).map(text => text.split(' ')[0]),
    [cover?.corrected, cover?.human, cover?.machine].map(estimate => percent(estimate?.share))
  )
  t.match(await page.locator('main').textContent(), /People chose what to label.*Model 1 \(.*run 1; 400 points on 20 images predicted/s)
  await checkAccessibility(t, page, 'the corrected cover')

  const saved = async (name: string) => {
    const download = textOf(page.waitForEvent('download'))
    await page.getByRole('button', { name, exact: true }).click()
    return (await download).text.trim().split('\r\n').slice(1)
  }
  const lines = await saved('Download table')
  const allImages = lines.filter(line => line.startsWith('All images,'))
  t.equal(allImages.length, found.taxa.length)
  t.ok(allImages.every(line => line.includes('machine-corrected: labels, and model 1 corrected with held-out labels')))
  t.ok(
    lines.every(line => /machine-corrected: |not corrected: /.test(line)),
    'each row has its method'
  )
  const three = (await saved('Download all three')).filter(line => line.startsWith('All images,'))
  for (const method of [/labels only/, /model 1 only, not corrected/, /machine-corrected/])
    t.equal(three.filter(line => method.test(line)).length, found.taxa.length)

  await page.getByLabel('Show', { exact: true }).selectOption({ label: `${found.taxa[0]?.name}, by site` })
  await page
    .getByRole('figure', { name: `Machine-corrected cover of ${found.taxa[0]?.name}, by site` })
    .or(table.getByText(/of 20 held-out points/).first())
    .first()
    .waitFor()
  await table.getByRole('columnheader', { name: /^Held out/ }).waitFor()
  await checkAccessibility(t, page, 'the corrected cover by site')
})
