// About: web/routes/project/exchange.tsx, web/features/exchange
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import {
  answerCall,
  bytesOf,
  callApi,
  checkAccessibility,
  gone,
  holdRequests,
  makeProject,
  newPerson,
  openApp
} from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()

/** Opens the import and export page of a project with photographs. */
async function withPhotographs(t: Test, title: string, names: string[]): Promise<{ page: Page; id: string }> {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, title)
  await page.goto(`/projects/${id}/dashboard`)
  const files = names.map(async (name, seed) => ({ name, mimeType: 'image/jpeg', buffer: await picture({ seed }) }))
  await page.getByLabel('Images to add', { exact: true }).setInputFiles(await Promise.all(files))
  await page.getByText(`${names.length} images added`).waitFor()
  await page.goto(`/projects/${id}/annotate/exchange`)
  return { page, id }
}

const bring = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

const detections = [
  '0,dive-1.jpg,0,10,10,60,50,0.9,-1,Brisinga,0.9',
  '1,dive-1.jpg,0,100,80,160,120,0.7,-1,seestern,0.7',
  '2,dive-2.jpg,1,10,10,60,50,0.8,-1,Laser,0.8',
  '3,dive-9.jpg,2,10,10,60,50,0.8,-1,Brisinga,0.8',
  '4,dive-2.jpg,1,NaN,10,60,50,0.8,-1,Brisinga,0.8'
].join('\n')

t.test('detections are previewed, mapped to the catalog, imported and exported as COCO', async t => {
  const { page, id } = await withPhotographs(t, 'Example Ridge', ['dive-1.jpg', 'dive-2.jpg'])
  const { id: labelId } = await callApi<{ id: string }>(page, 'POST', `/projects/${id}/labels`, { name: 'Freyella elegans' })
  await page.getByText('No imports yet.').waitFor()
  await checkAccessibility(t, page, 'the empty page of imports')

  await bring(page, 'detections.csv', detections)
  await page.getByText('of 3 images matched').waitFor()
  await page.getByText('dive-9.jpg', { exact: true }).waitFor()
  t.equal(await page.getByRole('radio', { name: 'A program' }).isChecked(), true, 'probabilities mark the annotations of programs')
  await page.getByText('The side of the box “NaN” is not a number').waitFor()
  await checkAccessibility(t, page, 'the preview of an import')

  await page.getByRole('combobox', { name: 'Import “Laser” as' }).selectOption('Leave out')
  await page.getByRole('button', { name: 'Import 2 annotations' }).waitFor()
  await page.getByRole('combobox', { name: 'Import “seestern” as' }).selectOption('Another label in the catalog…')
  const picker = page.getByRole('dialog', { name: 'Map “seestern” to' })
  await picker.getByRole('searchbox', { name: 'Find a label' }).fill('frey')
  await picker.getByRole('menuitem', { name: 'Freyella elegans' }).click()
  await page.getByRole('combobox', { name: 'Import “seestern” as' }).getByText('Freyella elegans').waitFor({ state: 'attached' })
  await page.locator('button:not([aria-busy])', { hasText: 'Import 2 annotations' }).waitFor() // the choice is saved
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all as CSV' }).click()
  t.match((await bytesOf(await saved)).toString(), /left out,5,4,,,The side of the box/)
  await page.reload()
  await page.getByRole('combobox', { name: 'Import “Laser” as' }).getByText('Leave out').waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Import 2 annotations' }).click()
  await page.getByText('2 annotations imported').waitFor()
  await page.getByRole('button', { name: 'Undo this import' }).waitFor()
  await page.getByText(/^possible until /).waitFor()
  const address = await page.getByRole('link', { name: 'See them in Review' }).getAttribute('href')
  t.match(address, /annotate\/review\?filter=import\.is\.[0-9a-f-]{36}$/)
  const filter = new URL(address!, url).searchParams.get('filter')
  t.same(await callApi(page, 'GET', `/projects/${id}/annotations/count?filter=${filter}`), { count: 2 })
  await page.getByText('On 1 image · 1 label added to the catalog · 1 annotation left out with its label').waitFor()
  await checkAccessibility(t, page, 'an import that is done')
  const media = await callApi<{ items: { id: string; fileName: string }[] }>(page, 'GET', `/projects/${id}/media`)
  const first = media.items.find(({ fileName }) => fileName === 'dive-1.jpg')
  const { annotations } = await callApi<{ annotations: object[] }>(page, 'GET', `/media/${first?.id}/annotations`)
  t.match(annotations, [
    { source: 'machine', annotator: 'detections.csv', confidence: 0.9, shape: { kind: 'box', x: 10, y: 10, width: 50, height: 40 } },
    { labelId, confidence: 0.7 }
  ])

  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByText('No exports yet.').waitFor()
  await checkAccessibility(t, page, 'the formats of exports')
  await page.getByRole('radio', { name: 'Darwin Core Archive' }).check()
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  await page.getByText('Choose a licence for the data.').waitFor()
  await page.getByRole('combobox', { name: 'Annotations' }).selectOption('Including unreviewed machine suggestions')
  await page.getByText('Enter a minimum confidence from 0 to 1 for published suggestions.').waitFor()
  await checkAccessibility(t, page, 'what an archive of proposals needs')
  await page.getByRole('radio', { name: 'COCO' }).check()
  await page.getByLabel('Minimum confidence of suggestions').fill('0.8')
  await page.getByRole('button', { name: 'Export COCO' }).click()
  const written = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Example-Ridge-coco-/ }).click()
  const coco = JSON.parse((await bytesOf(await written)).toString())
  t.match(coco.images, [{ file_name: 'dive-1.jpg', width: 640, height: 480 }, { file_name: 'dive-2.jpg' }])
  t.match(coco.annotations, [{ bbox: [10, 10, 50, 40], score: 0.9 }])
  t.equal(coco.annotations.length, 1)
  await page.getByText('1 kind of data left out or changed').click()
  await page.getByText('A machine suggestion with a confidence below 0.8, or without one, was left out').waitFor()
  await checkAccessibility(t, page, 'the list of exports')

  await page.getByRole('button', { name: /^Delete Example-Ridge-coco-/ }).click()
  await page.getByRole('button', { name: 'Delete export' }).click()
  await page.getByText('No exports yet.').waitFor()

  await page.getByRole('tab', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Undo the import of detections.csv' }).click()
  await page.getByText('1 new label will be deleted, unless it is in use or has been changed.').waitFor()
  await checkAccessibility(t, page, 'the question before an import is undone')
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByText('Undone: 2 annotations removed, 1 label deleted').waitFor()
  t.same(await callApi(page, 'GET', `/media/${first?.id}/annotations`).then(answer => (answer as typeof coco).annotations), [])
  await page.getByRole('button', { name: 'Open: detections.csv' }).click()
  await page.getByText('Undone: 2 annotations removed, 1 label deleted').waitFor()
  await checkAccessibility(t, page, 'an import that was undone')
})

t.test('an upload goes on when its page is left, and ends with Cancel', async t => {
  const { page, id } = await withPhotographs(t, 'Slow link', ['dive-1.jpg', 'dive-2.jpg'])
  const isUnderWay = page.getByRole('progressbar', { name: 'Uploading detections.csv' })
  const detectionsHeld = await holdRequests(page, /\/imports\?.*detections/)
  await bring(page, 'detections.csv', detections)
  await isUnderWay.waitFor()
  await page.getByRole('tab', { name: 'Export' }).click()
  await gone(isUnderWay)
  await page.getByRole('link', { name: 'Annotate', exact: true }).first().click()
  await page.getByRole('heading', { name: 'dive-1.jpg' }).waitFor()
  await page.goBack()
  await page.goBack()
  await isUnderWay.waitFor()
  await page.goForward()
  await gone(isUnderWay)
  detectionsHeld.release()
  const notice = page.getByRole('alertdialog').filter({ hasText: 'detections.csv was uploaded' })
  await notice.getByRole('button', { name: 'Open the preview' }).click()
  await page.getByText('of 3 images matched').waitFor()

  const otherHeld = await holdRequests(page, /\/imports\?.*other/)
  await page.getByRole('link', { name: 'Import and export' }).first().click()
  await bring(page, 'other.csv', detections)
  await page.getByRole('progressbar', { name: 'Uploading other.csv' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  otherHeld.release()
  const { items } = await callApi<{ items: { fileName: string }[] }>(page, 'GET', `/projects/${id}/imports`)
  t.strictSame(
    items.map(({ fileName }) => fileName),
    ['detections.csv']
  )
})

t.test('missing image metadata is shown and filled in on request', async t => {
  const { page, id } = await withPhotographs(t, 'Facts', ['dive-1.jpg', 'dive-2.jpg'])
  const place = { 'image-latitude': 40.5, 'image-longitude': -30.25, 'image-altitude-meters': -1874.5 }
  const items = { 'dive-1.jpg': { ...place, 'image-datetime': '2024-06-02 04:29:27.000000' }, 'dive-2.jpg': place }
  await bring(page, 'survey.json', JSON.stringify({ 'image-set-header': {}, 'image-set-items': items }))
  const fill = page.getByRole('checkbox', { name: 'Fill in missing image metadata' })
  await page.getByText('The file has values that 2 images lack: time (1), position (2) and depth (2). Existing values stay.').waitFor()
  t.equal(await fill.isChecked(), true)
  await checkAccessibility(t, page, 'facts of images before they are filled in')
  await fill.click()
  await page.getByRole('button', { name: 'Nothing to import', disabled: true }).waitFor()
  await fill.click() // TanStack Query shows the optimistic value a task later
  await page.getByRole('button', { name: 'Fill in metadata of 2 images' }).click()
  await page.getByText('Metadata of 2 images filled in').waitFor()
  const { items: media } = await callApi<{ items: object[] }>(page, 'GET', `/projects/${id}/media`)
  t.match(media, [{ depthInMeters: 1874.5 }, { depthInMeters: 1874.5 }])

  const [changed] = await callApi<{ items: { id: string; revision: number }[] }>(page, 'GET', `/projects/${id}/media`).then(
    list => list.items
  )
  await callApi(page, 'PATCH', `/media/${changed?.id}`, { revision: changed?.revision, depthInMeters: 1900 })
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByText('The metadata filled in for 2 images will be removed, except values changed since the import.').waitFor()
  await checkAccessibility(t, page, 'the question before facts of images are undone')
  await page.getByRole('button', { name: 'Undo import', exact: true }).click()
  await page.getByText('Undone: metadata of 1 image restored').waitFor()
  await page.getByText('Metadata of 1 image stays because it has been changed since, or because a later import covers the image.').waitFor()
  const { items: left } = await callApi<{ items: object[] }>(page, 'GET', `/projects/${id}/media`)
  t.match(left, [{ depthInMeters: 1900 }, { depthInMeters: null }])
})

t.test('a table of the results is exported with the options of the page', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const names = ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg']
  const { projectId } = await annotatedProject(page, 'Kelp transects', names, [
    { label: 'Pisaster ochraceus', image: 0, count: 3 },
    { label: 'Patiria miniata', image: 1, count: 2 },
    { label: 'Patiria miniata', image: 2, count: 1 }
  ])
  await callApi(page, 'POST', `/projects/${projectId}/sites/assign-by-name`, { pattern: '{site}_*', createSites: true })
  const media = await callApi<{ items: { id: string; fileName: string }[] }>(page, 'GET', `/projects/${projectId}/media`)
  const plan = { method: 'random', count: 5, seed: 'a' }
  const { samples } = await callApi<{ samples: { points: string[] }[] }>(page, 'POST', `/projects/${projectId}/samples`, {
    mediaIds: [media.items.find(({ fileName }) => fileName === 'M1_1.jpg')?.id],
    plan
  })
  const { id: labelId } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name: 'Shadow' })
  const name = { kind: 'revise', annotationId: samples[0]?.points[0], revision: 1, labelId }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [{ id: 'shadow', ...name }] })

  await page.goto(`/projects/${projectId}/annotate/results?view=taxa&by=site&review=all`)
  await page.getByRole('link', { name: 'Export this table…' }).click()
  await page.getByRole('radio', { name: 'Abundance matrix', checked: true }).waitFor()
  const chosen = (of: string) => page.getByRole('combobox', { name: of, exact: true }).inputValue()
  t.same([await chosen('One row per'), await chosen('Annotations'), await chosen('Individuals')], ['site', 'all', ''])
  await checkAccessibility(t, page, 'the settings of a table')
  await page.getByRole('button', { name: 'Export Abundance matrix' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Kelp-transects-matrix-/ }).click()
  t.match((await bytesOf(await saved)).toString(), /^site,images,.*\nM1,2,0,,(3,2|2,3)\nM2,1,0,,(0,1|1,0)\n$/)

  await page.getByRole('radio', { name: 'Percent cover' }).check()
  await page.getByText('Unscorable sample points: none left out').click()
  await page.getByRole('checkbox', { name: 'Shadow (1)' }).check()
  await page.getByText('Unscorable sample points left out: Shadow').waitFor()
  await page.getByRole('combobox', { name: 'One row per' }).selectOption('Depth band')
  t.equal(await chosen('Depth band width'), '10')
  await checkAccessibility(t, page, 'the settings of percent cover')
})

t.test('an unreadable file shows the reason and is read again in the right format', async t => {
  const { page } = await withPhotographs(t, 'Broken', ['dive-1.jpg', 'dive-2.jpg'])
  await page.getByRole('combobox', { name: 'Format' }).selectOption('COCO')
  await bring(page, 'detections.csv', detections)
  await page.getByText('The file could not be read').waitFor()
  await page.getByText(/^This is not JSON: /).waitFor()
  await checkAccessibility(t, page, 'a file that cannot be read')
  await page.getByRole('combobox', { name: 'Format' }).selectOption('VIAME CSV')
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByRole('button', { name: 'Import 3 annotations' }).waitFor()
  await page.getByRole('button', { name: 'All imports' }).click()
  await page.getByText('Needs confirmation').waitFor()
  await checkAccessibility(t, page, 'the list of imports')
  await page.getByRole('button', { name: 'Preview: detections.csv' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No imports yet.').waitFor()
})

t.test('problems of an archive link to the pages that fix them', async t => {
  const { page, id } = await withPhotographs(t, 'Unplaced', ['dive-1.jpg', 'dive-2.jpg'])
  await callApi(page, 'POST', `/projects/${id}/labels`, { name: 'Brisinga', scientificName: 'Brisinga' })
  await bring(page, 'detections.csv', detections.split('\n')[0] ?? '')
  await page.getByRole('button', { name: 'Import 1 annotation' }).click()
  await page.getByText('1 annotation imported').waitFor()
  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'Darwin Core Archive' }).check()
  await page.getByRole('combobox', { name: 'Licence' }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  await page
    .getByText(
      'There is nothing to publish: one annotation is left out of the file. Confirm it if it is correct, or include machine suggestions'
    )
    .waitFor()
  await page.getByRole('combobox', { name: 'Annotations' }).selectOption('Including unreviewed machine suggestions')
  await page.getByLabel('Minimum confidence of suggestions').fill('0')
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  const remarks = page.locator('summary', { hasText: /error.*warning/ })
  await remarks.click()
  await page.getByText('The position is missing: OBIS drops records without one').waitFor()
  await checkAccessibility(t, page, 'what keeps an export back')

  await page.getByRole('link', { name: 'dive-1.jpg', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'dive-1.jpg' }).waitFor()
  await page.goBack()
  await remarks.click()
  await page.getByRole('link', { name: 'Brisinga on dive-1.jpg' }).first().click()
  await page.getByRole('heading', { name: 'Brisinga' }).waitFor()
  t.match(page.url(), /catalog\?label=[\w-]+$/, 'the name can be corrected in the catalog')
  await page.goBack()
  await remarks.click()
  await page.getByText('The abstract is missing').waitFor()
  await page.getByRole('link', { name: 'Publication', exact: true }).last().click()
  await page.waitForURL(/publication#\w+$/)
})

t.test('a viewer cannot import; a failed list can be loaded again', async t => {
  const { page, id } = await withPhotographs(t, 'Shared', ['dive-1.jpg', 'dive-2.jpg'])
  const bob = newPerson('bob')
  const other = await openApp(t, browser, url, { as: bob, viewport: { width: 390, height: 844 } })
  await callApi(page, 'POST', `/projects/${id}/members`, { email: bob.email, role: 'viewer' })
  await answerCall(other, 'GET', `/api/projects/${id}/imports`, { status: 403, json: { detail: 'Not now' } })
  await other.goto(`/projects/${id}/annotate/exchange`)
  await other.getByText('The imports could not be loaded').waitFor()
  await other.getByText('Only editors and owners of the project can import files.').waitFor()
  t.equal(await other.locator('input[type=file]').count(), 0)
  await checkAccessibility(t, other, 'a list that did not come, on a phone')
  await other.locator('button:not([aria-busy])', { hasText: 'Try again' }).waitFor() // the page retries it a few times
  await other.unrouteAll()
  await other.getByRole('button', { name: 'Try again' }).click()
  await other.getByText('No imports yet.').waitFor()
  await other.getByRole('tab', { name: 'Export' }).click()
  await other.getByText('Only editors and owners of the project can create them.').waitFor()
})

t.test('an import of metadata alone ends with a link to the images that got some', async t => {
  const { page } = await withPhotographs(t, 'Metadata', ['dive-1.jpg', 'dive-2.jpg', 'dive-3.jpg'])
  const items = { 'dive-1.jpg': { 'image-altitude-meters': -12 }, 'dive-3.jpg': { 'image-altitude-meters': -14 } }
  await bring(page, 'dive.ifdo.json', JSON.stringify({ 'image-set-header': {}, 'image-set-items': items }))
  await page.getByRole('button', { name: 'Fill in metadata of 2 images' }).click()
  await page.getByText('Metadata of 2 images filled in').waitFor()
  await checkAccessibility(t, page, 'an import of metadata')
  await page.getByRole('link', { name: 'See the images' }).click()
  await page.getByText('Imported from dive.ifdo.json').waitFor()
  await page.getByText(/^1 of 2/).waitFor()
})

t.test('“See them” opens exactly the annotations of one import, even for a file that was imported twice', async t => {
  const { page, id } = await withPhotographs(t, 'Seen', ['dive-1.jpg', 'dive-2.jpg'])
  for (const time of [1, 2]) {
    await bring(page, 'detections.csv', detections.split('\n').slice(0, 3).join('\n'))
    await page.getByRole('button', { name: 'Import 3 annotations' }).click()
    await page.getByText('3 annotations imported').waitFor()
    t.match(await callApi(page, 'GET', `/projects/${id}/annotations/count`), { count: 3 * time })
    if (time === 1) await page.getByRole('button', { name: 'Import another file' }).click()
  }
  await page.getByRole('link', { name: 'See them in Review' }).click()
  await page.getByText('Imported from detections.csv').waitFor()
  await page.getByText('3 annotations', { exact: true }).waitFor()
  await checkAccessibility(t, page, 'the annotations of one import in Review')
  await page.getByRole('button', { name: 'Remove filter Imported from detections.csv' }).click()
  await page.getByText('6 annotations', { exact: true }).waitFor()
  await page.goto(`/projects/${id}/annotate/review?filter=import.is.0193c5aa-0000-7000-8000-000000000000`)
  await page.getByText('refers to an import that was not applied in this project').waitFor()
  await page.getByText('Imported from a file').waitFor()
})
