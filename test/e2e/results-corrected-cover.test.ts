// About: web/features/results/corrected/corrected-view.tsx, server/backend/results/corrected-cover.ts
import type { Page } from 'playwright-core'
import t from 'tap'
import type { AuditItem } from '../../shared/contracts/acceptance-audits.ts'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { CorrectedCoverResult } from '../../shared/contracts/corrected-cover.ts'
import type { Manifest, UploadedModelCard, UploadedModelList } from '../../shared/contracts/uploaded-models.ts'
import { sharedApp, startApp } from '../support/app.ts'
import { meanColour, withoutRuntime } from '../support/brought-models.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { manifestWith } from '../support/manifests.ts'
import { constantModel } from '../support/onnx-writer.ts'
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

/** Labels the sample points that have no label yet. */
async function labelRest(page: Page, projectId: string): Promise<void> {
  const [label] = (await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/labels`)).items
  const { items: media } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/media?limit=100`)
  for (const { id: mediaId } of media) {
    const { annotations } = await callApi<{ annotations: Annotation[] }>(page, 'GET', `/media/${mediaId}/annotations`)
    const operations = annotations
      .filter(({ labelId }) => labelId === null)
      .map(({ id, revision }) => ({ id: crypto.randomUUID(), kind: 'revise', annotationId: id, revision, labelId: label?.id }))
    if (operations.length > 0) await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  }
}

/** Accepts the waiting suggestions of the latest run that are like labelled points, and answers their audit to its end. @returns their number */
async function auditAll(page: Page, projectId: string): Promise<number> {
  const { items: runs } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/ai/runs`)
  const runId = runs[0]?.id
  const run = await callApi<{ waitingCount: number; unlikeCount: number }>(page, 'GET', `/ai/runs/${runId}`)
  const expected = run.waitingCount - run.unlikeCount
  const { id } = await callApi<{ id: string }>(page, 'POST', `/ai/runs/${runId}/acceptances`, { least: 0, expected })
  await until(
    () => callApi<{ state: string }>(page, 'GET', `/ai/acceptances/${id}`),
    ({ state }) => state === 'done'
  )
  const audit = `/ai/acceptances/${id}/audit`
  const { items } = await callApi<{ items: AuditItem[] }>(page, 'GET', `${audit}/items`)
  const [label] = (await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/labels`)).items
  for (const item of items) await callApi(page, 'PUT', `/ai/audit-items/${item.id}/answer`, { labelId: label?.id })
  await callApi(page, 'POST', `${audit}/end`)
  return expected
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
  await figure.getByText('As a table').click()
  await figure.getByRole('region', { name: /as a table$/ }).waitFor()
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, 'a wide table scrolls inside the figure')
  await figure.getByText('As a table').click()
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

  // the points without a label are accepted, and audited
  await page.goto(`${results(projectId)}?view=corrected`)
  await figure.waitFor()
  t.notMatch(await figure.textContent(), /blind label/)
  const accepted = await auditAll(page, projectId)
  // points unlike anything labelled would need held-out points that are like them
  await labelRest(page, projectId)
  await page.reload()
  await figure
    .getByText(
      new RegExp(`${accepted} of the predicted points are corrected with \\d+ blind labels of ended audits on \\d images? instead`)
    )
    .waitFor()
  t.match(await figure.textContent(), /weighted mean of .* over blind labels for accepted points.*Relabelled points stay in their audit/s)
  await page.getByText(/The blind labels are on \d images\. With fewer than 10, the intervals are too narrow/).waitFor()
  await checkAccessibility(t, page, 'the cover corrected with an audit')
  const audited = (await saved('Download table')).filter(line => line.startsWith('All images,'))
  t.ok(audited.length > 0 && audited.every(line => line.includes('corrected with held-out and blind labels')))
  await page.getByLabel('Show', { exact: true }).selectOption({ label: `${found.taxa[0]?.name}, by site` })
  await table.getByRole('columnheader', { name: /^Accepted, audited/ }).waitFor()
  await checkAccessibility(t, page, 'the cover corrected with an audit, by site')
})

/** Adds a model to the project and waits until runs can use it. @returns its card */
async function addModel(page: Page, projectId: string, content: Buffer, manifest: Manifest): Promise<UploadedModelCard> {
  const list = () => callApi<UploadedModelList>(page, 'GET', `/projects/${projectId}/ai/uploaded-models`)
  const before = (await list()).items.length
  await page.goto(`/projects/${projectId}/ai/models`)
  const file = { name: `model-${before}.onnx`, mimeType: 'application/octet-stream', buffer: content }
  await page.locator('input[type=file]').setInputFiles(file)
  const { items } = await until(list, ({ items: found }) => found.length > before)
  await callApi(page, 'POST', `/ai/uploaded-models/${items[0]?.id}/dry-run`, manifest)
  return until(
    () => callApi<UploadedModelCard>(page, 'GET', `/ai/uploaded-models/${items[0]?.id}`),
    ({ state }) => state === 'ready'
  )
}

t.test('the cover of a model of the team is corrected, and the page names what it lacks', { skip: withoutRuntime }, async t => {
  const page = await openApp(t, browser, await startApp(t, { AI_UPLOAD: 'owners' }), { as: newPerson() })
  const projectId = await sampledTextures(page, 'Textures', { labelled: 3, unlabelled: 2, points: 10 })
  const detector = constantModel([{ name: 'out', shape: [1, 1, 6], values: [16, 24, 32, 40, 0.9, 0] }])
  await addModel(page, projectId, detector, manifestWith({ version: '1' }))
  const labels = ['Axinella', 'Sand', 'sunlight'].map((name, index) => ({ index, name }))
  const output = { decode: 'logits' } as const
  const model = await addModel(page, projectId, meanColour(), manifestWith({ task: 'classify', output, labels, version: '2.1' }))
  await page.goto(`${results(projectId)}?view=corrected`)
  await page.getByText('Reef finder 2.1 has not predicted sample points yet.').waitFor()
  await page.getByText('Reef finder 1 finds objects, so it has no corrected cover.').waitFor()
  await checkAccessibility(t, page, 'models of the team without predictions')

  const draft = { task: 'model', uploadedModelId: model.id, licenseRead: true, manifestSha256: model.manifestSha256 }
  const { id } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/ai/runs`, draft)
  await until(
    () => callApi<{ state: string }>(page, 'GET', `/ai/runs/${id}`),
    ({ state }) => state === 'done'
  )
  await page.reload()
  const figure = page.getByRole('figure', { name: 'Machine-corrected cover, all images' })
  await figure.waitFor()
  t.match(await figure.textContent(), /n = 30 labelled points and 20 predicted points, corrected with 30 held-out points on 3 images/)
  const main = page.locator('main')
  t.match(await main.textContent(), /Reef finder 2\.1 \(added by your team .*file [0-9a-f]{12}\); run 1; 50 points on 5 images predicted/)
  for (const sentence of [
    'The correction holds only if the model was not trained on these images outside Isobath.',
    '1 label of the model is not in the catalog, so its probability counts for no taxon.',
    'Reef finder 1 finds objects, so it has no corrected cover.'
  ])
    await page.getByText(sentence).waitFor()
  await checkAccessibility(t, page, 'the corrected cover of a model of the team')
  const download = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download table', exact: true }).click()
  const [, ...lines] = (await download).text.trim().split('\r\n')
  t.ok(lines.length > 0)
  for (const line of lines) {
    t.match(line, 'machine-corrected: labels, and Reef finder 2.1 corrected with held-out labels')
    t.ok(line.includes(model.sha256) && line.includes(model.manifestSha256 ?? '-'))
  }

  const none = model.labels.map(label => ({ id: label.id, labelId: null }))
  await callApi(page, 'PATCH', `/ai/uploaded-models/${model.id}/labels`, { labels: none })
  await page.reload()
  await page.getByText(/^The cover cannot be corrected: no label of the model is mapped to the catalog/).waitFor()
  t.equal(await figure.count(), 0)
  await checkAccessibility(t, page, 'a model without labels in the catalog')
})
