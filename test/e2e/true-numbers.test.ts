// About: web/features/exchange, web/features/results, web/features/rounds, web/features/scale
import type { Page } from 'playwright-core'
import t from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { MediaScale } from '../../shared/contracts/scale.ts'
import { annotatedProject, upload } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'
import { cells, results } from '../support/results-screen.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const bring = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

async function attachFacts(page: Page, projectId: string, table: string): Promise<void> {
  const answer = await page.context().request.post(`/api/projects/${projectId}/media/metadata`, {
    headers: { 'X-Requested-By': 'app', 'Content-Type': 'text/csv' },
    data: table
  })
  if (!answer.ok()) throw new Error(`the table was refused: ${await answer.text()}`)
}

async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('button', { name: `Export ${format}` }).click()
  const written = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download / }).click()
  return (await bytesOf(await written)).toString()
}

t.test('detections of a machine on ten images have an effort of ten images, whoever confirms them', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const names = Array.from({ length: 10 }, (_, at) => `dive-${at}.jpg`)
  const { projectId, mediaIds } = await annotatedProject(page, 'Ten frames', names, [])
  await callApi(page, 'POST', `/projects/${projectId}/labels`, { name: 'Brisinga' })
  await attachFacts(page, projectId, `filename,area\n${names.map(name => `${name},1`).join('\n')}`)
  const coco = {
    images: names.map((file_name, at) => ({ id: at + 1, file_name, width: 160, height: 120 })),
    categories: [{ id: 1, name: 'Brisinga' }],
    annotations: [1, 2, 3, 4].map(image_id => ({ id: image_id, image_id, category_id: 1, bbox: [10, 10, 30, 20], score: 0.9 }))
  }
  await page.goto(`/projects/${projectId}/annotate/exchange`)
  await bring(page, 'detections.json', JSON.stringify(coco))
  await page.getByText('of 10 images matched').waitFor()
  await page.getByRole('radio', { name: 'A program' }).check()
  await page.getByRole('button', { name: 'Import 4 annotations' }).click()
  await page.getByText('4 annotations imported').waitFor()

  // no person examined an image or confirmed a detection
  await page.goto(results(projectId))
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  await page.getByLabel('Annotations', { exact: true }).selectOption('Including unreviewed machine suggestions')
  // 10 images of 1 m² that the file names; 4 detections: 4 / 10 m² = 0.4 per m²
  const counted = async () => (await cells(page, /^All images/)).slice(0, 4)
  t.match(await until(counted, ([images]) => images === '10'), ['10', '10', '4', /^0\.4/])
  await checkAccessibility(t, page, 'results of a machine')

  await page.goto(`/projects/${projectId}/annotate?image=${mediaIds[0]}`)
  await page.getByRole('application').and(page.locator('[aria-busy=false]')).waitFor()
  await page.getByRole('application').focus()
  for (const [at, name] of names.entries()) {
    await page.getByRole('heading', { level: 1, name }).waitFor()
    if (at < 4) {
      await page.getByRole('tree', { name: 'Annotations of this image' }).getByRole('treeitem', { level: 2 }).first().click()
      await page.getByRole('application').focus()
      await page.keyboard.press('y')
    }
    await page.keyboard.press('Control+Enter')
  }
  await page
    .getByText('Everything is saved')
    .or(page.getByText('Saved', { exact: true }))
    .first()
    .waitFor()
  for (const review of ['people', 'all', 'confirmed']) {
    await page.goto(`${results(projectId)}?review=${review}`)
    t.match(await counted(), ['10', '10', '4', /^0\.4/], `${review}: the same effort, the same density`)
  }

  await page.goto(`/projects/${projectId}/publication`)
  const ready = page.getByRole('complementary', { name: 'Ready to publish' })
  await ready.getByRole('link', { name: 'A model is not described' }).click()
  const models = page.getByRole('list', { name: 'Models of the dataset' })
  await models.getByText('4 suggestions, 4 confirmed').waitFor()
  await models.getByRole('button', { name: 'Describe' }).click()
  const model = page.getByRole('dialog', { name: 'Describe detections.json' })
  await model.getByLabel('Model', { exact: true }).fill('ExampleDet')
  await model.getByLabel('Version').fill('2.1')
  await model.getByLabel('DOI or repository').fill('example.org/det')
  await model.getByLabel('SHA-256 of the weights').fill('AB'.repeat(31))
  await model.getByRole('button', { name: 'Done' }).click()
  await model.getByText('A DOI starts with 10., a URL with https://').waitFor()
  await model.getByText('A SHA-256 has 64 characters, 0–9 and a–f').waitFor()
  await checkAccessibility(t, page, 'the form of a model')
  await model.getByLabel('DOI or repository').fill('10.5072/det')
  await model.getByLabel('SHA-256 of the weights').fill('AB'.repeat(32))
  await model.getByRole('button', { name: 'Done' }).click()
  await models.getByText(`sha256:${'ab'.repeat(32)}`).waitFor()
  t.equal(await ready.getByText('A model is not described').count(), 0)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await checkAccessibility(t, page, 'the models of a publication')
  t.match(await callApi(page, 'GET', `/projects/${projectId}/publication`), {
    models: [
      { annotator: 'detections.json', name: 'ExampleDet', version: '2.1', address: 'https://doi.org/10.5072/det', sha256: 'ab'.repeat(32) }
    ]
  })
})

t.test('points of a CoralNet file count as cover, not as individuals, and are exported unchanged', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await annotatedProject(page, 'Reef points', ['reef-01.jpg', 'reef-02.jpg'], [])
  for (const name of ['Porites', 'Sand']) await callApi(page, 'POST', `/projects/${projectId}/labels`, { name })
  // of 25 points on each image 7 and 13 are Porites: 28 % and 52 %, together 20 of 50: 40 %
  const points = ['reef-01.jpg', 'reef-02.jpg'].flatMap((name, image) =>
    Array.from({ length: 25 }, (_, at) => `${name},${4 * at + 3},${6 * at + 2},${at < [7, 13][image]! ? 'Porites' : 'Sand'}`)
  )
  const file = ['Name,Row,Column,Label', ...points]
  await page.goto(`/projects/${projectId}/annotate/exchange`)
  await bring(page, 'annotations.csv', file.join('\r\n'))
  await page
    .getByText(/50 sample points/)
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'the preview of sample points')
  await page.getByRole('button', { name: /^Import 50 / }).click()
  await page.getByText(/^50 .*imported/).waitFor()
  const back = await exported(page, 'CoralNet')
  t.same(
    back
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map(line => line.split(',').slice(0, 4).join(','))
      .sort(),
    points.toSorted()
  )

  await page.goto(`${results(projectId)}?view=cover&by=image`)
  const table = page.getByRole('group', { name: 'Cover of each taxon' })
  const porites = async (row: RegExp) => {
    const heads = await table.getByRole('columnheader').allTextContents()
    const texts = await table.getByRole('row', { name: row }).getByRole('cell').allTextContents()
    return texts[heads.findIndex(head => head.startsWith('Porites')) - 1]
  }
  await table.getByRole('columnheader', { name: /^Porites/ }).waitFor()
  t.match(await Promise.all([/^reef-01/, /^reef-02/, /^All images/].map(porites)), [/^28\.0 /, /^52\.0 /, /^40\.0 /])
  await page.goto(results(projectId))
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  t.equal((await cells(page, /^All images/))[2], '0', 'a point is not an individual')
})

t.test('a rotated camera gives the same area as an upright one', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: projectId } = await makeProject(page, 'Turned')
  const mediaId = await upload(page, projectId, 'turned.jpg', await picture({ width: 400, height: 300, orientation: 6 }))
  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  await page.getByRole('application').and(page.locator('[aria-busy=false]')).waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+R')
  const panel = page.getByRole('region', { name: 'Scale of this image' })
  await panel.getByRole('combobox', { name: 'Measured by' }).selectOption('lens')
  await panel.getByLabel('Camera height above the sea floor').fill('3')
  await panel.getByLabel('Longer side of the sensor').fill('36')
  await panel.getByLabel('Focal length').fill('36')
  await panel.getByRole('button', { name: 'Save scale' }).click()
  // 3 m above the sea floor, 36 mm of sensor behind 36 mm of focal length: 3 m along the 400 px, 3 × 2.25 = 6.75 m²
  await panel.getByText(/6\.75\sm²/).waitFor()
  await checkAccessibility(t, page, 'the scale of a turned image')
  const { areaInSquareMeters } = await callApi<MediaScale>(page, 'GET', `/media/${mediaId}/scale`)
  t.equal(areaInSquareMeters?.toFixed(9), '6.750000000')
})

t.test('an individual annotated blind by three people counts once, before and after it is settled', async t => {
  const people = ['ana', 'bo', 'cy'].map(name => newPerson(name))
  const [ana, bo, cy] = (await Promise.all(people.map(as => openApp(t, browser, url, { as })))) as [Page, Page, Page]
  const { projectId, mediaIds } = await annotatedProject(ana, 'Three pairs of eyes', ['reef.jpg'], [])
  for (const { email } of people.slice(1)) await callApi(ana, 'POST', `/projects/${projectId}/members`, { email, role: 'editor' })
  const label = async (name: string, parentId?: string) =>
    (await callApi<{ id: string }>(ana, 'POST', `/projects/${projectId}/labels`, { name, ...(parentId && { parentId }) })).id
  const animal = await label('Animalia')
  const [sponge, coral, worm] = [await label('Porifera', animal), await label('Anthozoa', animal), await label('Polychaeta', animal)]

  await ana.goto(`/projects/${projectId}/annotate/sessions`)
  await ana.getByRole('button', { name: 'Plan a session' }).click()
  const dialog = ana.getByRole('dialog', { name: 'Plan a blind session' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Round one')
  for (const { email } of people) await dialog.getByLabel(email).check()
  await dialog.getByRole('button', { name: 'Plan session' }).click()
  await ana.getByRole('heading', { level: 1, name: 'Round one' }).waitFor()

  const mark = (page: Page, x: number, labelId: string) =>
    callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
      operations: [
        {
          ...{ id: newId(), kind: 'create', annotationId: newId(), mediaId: mediaIds[0] },
          ...{ shape: { kind: 'box', x, y: 20, width: 24, height: 24 }, labelId }
        }
      ]
    })
  // all agree; two of three agree; all names differ; one person alone: 10 annotations of 4 individuals, one unsettled
  for (const page of [ana, bo, cy]) await mark(page, 0, sponge)
  for (const [page, labelId] of [
    [ana, coral],
    [bo, coral],
    [cy, worm]
  ] as const)
    await mark(page, 40, labelId)
  for (const [page, labelId] of [
    [ana, sponge],
    [bo, coral],
    [cy, worm]
  ] as const)
    await mark(page, 80, labelId)
  await mark(cy, 120, worm)

  await ana.getByText(/^You are working blind in/).waitFor() // the list moves
  await ana.getByRole('button', { name: 'End now' }).click()
  await ana.getByRole('button', { name: 'End session' }).click()
  await ana.getByRole('heading', { name: /^Disagreements: 3 to settle/ }).waitFor()
  const counts = async () => {
    await ana.goto(`${results(projectId)}?view=taxa&by=image`)
    const matrix = ana.getByRole('group', { name: 'Individuals of each taxon' })
    await matrix.getByRole('columnheader', { name: 'Porifera' }).waitFor()
    const heads = await matrix.getByRole('columnheader').allTextContents()
    const row = await matrix.getByRole('row', { name: /^reef/ }).getByRole('cell').allTextContents()
    return Object.fromEntries(heads.map((head, at) => [head.trim(), row[at - 1]]))
  }
  // Porifera 1 of all; Anthozoa 1 by the majority; Animalia 1, shared by all names; Polychaeta 1 of one person alone
  t.match(await counts(), { Porifera: '1', Anthozoa: '1', Animalia: '1', Polychaeta: '1' })
  await ana.getByText('10 annotations of 4 objects, 1 not settled').waitFor()
  await checkAccessibility(t, ana, 'results of a blind session')

  await ana.goto(`/projects/${projectId}/annotate/sessions`)
  await ana.getByRole('link', { name: 'Round one' }).click()
  const groups = ana.getByRole('listitem').filter({ has: ana.getByRole('heading', { level: 3 }) })
  await groups
    .filter({ has: ana.getByRole('button', { name: 'Settle as Porifera' }) })
    .getByRole('button', { name: 'Settle as Polychaeta' })
    .click()
  await ana.getByRole('heading', { name: 'Disagreements: 2 to settle' }).waitFor()
  const settled = await counts()
  t.match(settled, { Porifera: '1', Anthozoa: '1', Polychaeta: '2' })
  t.equal(settled.Animalia ?? '0', '0')
  await ana.getByText('10 annotations of 4 objects.').waitFor()
})
