import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { AnnotationOperation } from '../../shared/contracts/annotations.ts'
import type { Label, LabelDraft, OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { sharedApp, startApp } from '../support/app.ts'
import { testBackend } from '../support/backend.ts'
import { answerCall, callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { fakeWorms } from '../support/fake-worms.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const benthicAttributes = fileURLToPath(new URL('../../../shared/data/taxa/benthic-attributes.csv', import.meta.url))
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

/** A project and the page of its catalog, with these labels in it. */
async function catalog(t: Test, drafts: (LabelDraft & { under?: string })[] = [], options = wide) {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, ...options })
  const { id: projectId } = await makeProject(page, 'Reef')
  const ids = new Map<string, string>()
  for (const { under, ...draft } of drafts) {
    const parentId = under === undefined ? null : (ids.get(under) ?? null)
    const { id } = await callApi<Label>(page, 'POST', `/projects/${projectId}/labels`, { ...draft, parentId })
    ids.set(draft.name, id)
  }
  const idOf = (name: string) => ids.get(name) ?? ''
  const open = (query = '') => page.goto(`/projects/${projectId}/catalog${query}`)
  const outline = async () => (await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${projectId}/labels/outline`)).labels
  return { page, person, projectId, idOf, open, outline }
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Reads until it is so: what the page shows at once reaches the server a moment later. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read()
    if (holds(value) || tries === 100) return value
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

const fileIsMissing = existsSync(benthicAttributes) ? false : `${benthicAttributes} is not there`

t.test('a real list of benthic attributes becomes a tree of 738 labels, seen before it is written', { skip: fileIsMissing }, async t => {
  const { page, open, outline } = await catalog(t)
  await open()
  await page.getByRole('heading', { level: 1, name: 'Species Catalog' }).waitFor()
  await page.getByRole('heading', { name: 'The names that this project gives' }).waitFor()
  await checkAccessibility(t, page, 'the empty catalog')
  await page.getByRole('button', { name: 'Import a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import labels' })
  await checkAccessibility(t, page, 'the import')
  await dialog.locator('input[type=file]').setInputFiles(benthicAttributes)
  await dialog.getByText('benthic-attributes.csv: 738 rows, 0 of them as in the catalog').waitFor()
  await dialog.getByRole('row', { name: 'Cycloseris explanulata under Cycloseris' }).waitFor()
  await checkAccessibility(t, page, 'what the import would do')
  t.same(await outline(), [], 'nothing is written yet')
  await dialog.getByRole('button', { name: 'Add 738 labels' }).click()
  await page.getByRole('treegrid', { name: 'Species catalog' }).waitFor()
  await page.getByRole('status').getByText('738 labels').waitFor()
  t.equal(await page.getByRole('row').count(), 13, 'the head and twelve groups')
  t.equal((await outline()).length, 738)

  await page.getByRole('button', { name: 'Open all' }).click()
  t.equal(await page.getByRole('treegrid').getAttribute('aria-rowcount'), '739')
  t.ok((await page.getByRole('row').count()) < 80, 'only the rows in view exist')
  await checkAccessibility(t, page, 'the open tree')
  await page.getByRole('searchbox').fill('acropora secal')
  await row(page, 'Acropora secale').waitFor()
  t.equal(await page.getByRole('row').count(), 5, 'what was found, and the way to it')
  await page.getByRole('searchbox').fill('acropra')
  await page.getByText('spelled nearly like “acropra”').waitFor()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByRole('heading', { name: 'No label is called “zzz”' }).waitFor()
  await checkAccessibility(t, page, 'a search without a result')
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles(benthicAttributes)
  await dialog.getByText('738 of them as in the catalog').waitFor()
  t.ok(await dialog.getByRole('button', { name: 'Nothing to import' }).isDisabled())
})

t.test('rows that cannot be taken say why before anything is written', async t => {
  const { page, open } = await catalog(t, [{ name: 'Soft bottom' }, { name: 'Sand', under: 'Soft bottom' }])
  await open()
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import labels' })
  const list = Buffer.from('id,parent_id,name,color\n1,,Substrate,red\n2,1,Sand,\n3,9,Orphan,\n4,4,Ring,\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: list })
  await dialog.getByRole('row', { name: 'its parent “9” is neither in the list nor in the catalog' }).waitFor()
  await dialog.getByRole('row', { name: 'names itself as its parent' }).waitFor()
  await dialog.getByRole('button', { name: '1 ambiguous' }).click()
  await dialog.getByRole('row', { name: 'the catalog has “Sand” already, under “Soft bottom”' }).waitFor()
  const sand = dialog.getByRole('combobox', { name: 'What row 3, Sand, is' })
  await sand.selectOption({ label: 'A new label' })
  await dialog.getByRole('button', { name: 'Add 2 labels' }).waitFor()
  await checkAccessibility(t, page, 'a row that was decided')
  await sand.selectOption({ label: 'It is Sand, under Soft bottom' })
  await dialog.getByRole('button', { name: 'Add 1 label' }).waitFor()
  await sand.selectOption({ label: 'Not decided' })
  await dialog.getByRole('button', { name: '1 cells left out' }).click()
  await dialog.getByRole('row', { name: '“red” is not a colour' }).waitFor()
  await checkAccessibility(t, page, 'an import with faults')
  await dialog.getByLabel('A name that is elsewhere in the catalog').selectOption({ label: 'is another label' })
  await dialog.getByRole('button', { name: 'Add 2 labels' }).click()
  await page.getByRole('status').getByText('4 labels').waitFor()

  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await dialog.getByRole('alert').getByText('No column names the labels').waitFor()
})

const coralReef = [
  { name: 'Corals' },
  { name: 'Acropora', under: 'Corals', scientificName: 'Acropora', taxonRank: 'genus' },
  { name: 'Acropora secale', under: 'Acropora', scientificName: 'Acropora secale', taxonRank: 'species', synonyms: ['Madrepora secalis'] },
  { name: 'Sand' }
]

t.test('a branch of another project is copied with all that is under it, seen before it is written', async t => {
  const { page, outline } = await catalog(t, coralReef)
  const { id } = await makeProject(page, 'Seamount')
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'Import a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import labels' })
  await dialog.getByLabel('Or copy the catalog of another project').selectOption({ label: 'Reef' })
  await dialog.getByRole('button', { name: 'A part of it…' }).click()
  await dialog.getByText('The label you choose in the catalog of Reef').waitFor()
  await checkAccessibility(t, page, 'choosing a branch')
  await dialog.getByRole('searchbox', { name: 'Find a label' }).fill('acrop')
  await page.keyboard.press('Enter')
  await dialog.getByText('Acropora of Reef').waitFor()
  await dialog.getByRole('button', { name: 'Add 2 labels' }).click()
  await row(page, 'Acropora secale').waitFor()
  const { labels } = await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${id}/labels/outline`)
  t.match(
    labels.map(({ name, parentId }) => [name, parentId !== null]),
    [
      ['Acropora', false],
      ['Acropora secale', true]
    ]
  )
  t.equal((await outline()).length, 4, 'the other catalog is as it was')
})

t.test('everything is done by keyboard: walk, open, rename, edit, move, merge, delete', async t => {
  const { page, open, idOf, outline } = await catalog(t, coralReef)
  await open()
  await row(page, 'Corals').focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelectorAll('[role=row]').length === 3)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  t.match(await focused(page), /^Acropora/)
  await page.keyboard.press('End')
  t.match(await focused(page), /^Sand/)
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of Sand' }).waitFor()
  await checkAccessibility(t, page, 'renaming in the tree')
  await page.keyboard.type('Fine sand')
  await page.keyboard.press('Enter')
  await row(page, 'Fine sand').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'row')
  t.match(await focused(page), /^Fine sand/, 'the focus is back on the row')

  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'Fine sand' }).waitFor()
  await page.getByLabel('Definition').fill('Grains of 0.125 to 0.25 mm.')
  await page.getByLabel('Number key').selectOption('7')
  await page.getByLabel('AphiaID', { exact: true }).fill('seven')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('An AphiaID is a whole number').waitFor()
  await checkAccessibility(t, page, 'the form with a fault')
  await page.getByLabel('AphiaID', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Grains of 0.125 to 0.25 mm.').waitFor()
  await checkAccessibility(t, page, 'a label beside the tree')
  t.match(
    (await outline()).find(({ name }) => name === 'Fine sand'),
    { hotkey: 7 }
  )

  await row(page, 'Acropora secale').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor()
  await checkAccessibility(t, page, 'the menu of a row')
  await page.keyboard.type('Move')
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Move Acropora secale to' })
  await picker.waitFor()
  await page.keyboard.type('cora')
  await picker.getByRole('menuitem', { name: 'Corals' }).waitFor()
  await checkAccessibility(t, page, 'choosing where to')
  await page.keyboard.press('Enter')
  await picker.waitFor({ state: 'detached' })
  const moved = await until(outline, labels => labels.some(label => label.name === 'Acropora secale' && label.parentId === idOf('Corals')))
  t.equal(moved.find(({ name }) => name === 'Acropora secale')?.parentId, idOf('Corals'))

  await row(page, /^Acropora genus/).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog', { name: 'Delete Acropora?' }).waitFor()
  await checkAccessibility(t, page, 'the question before deleting')
  await page.getByRole('button', { name: 'Delete label' }).focus()
  await page.keyboard.press('Enter')
  await row(page, /^Acropora genus/).waitFor({ state: 'detached' })
  await row(page, 'Corals').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: 'Corals cannot be deleted' }).getByText('It has 1 label under it').waitFor()
})

t.test('a label is added with its open name at once', async t => {
  const { page, open, outline } = await catalog(t, coralReef)
  await open()
  await page.getByRole('button', { name: 'Add label' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a label' })
  await dialog.getByLabel('Name', { exact: true }).fill('Porifera sp. 3')
  await dialog.getByText('Open name').click()
  await dialog.getByLabel('Qualifier').selectOption('indet.')
  await dialog.getByLabel('Morphospecies').fill('OTU-3')
  await checkAccessibility(t, page, 'adding a label with an open name')
  await dialog.getByRole('button', { name: 'Add label' }).click()
  await page.getByRole('heading', { level: 2, name: 'Porifera sp. 3' }).waitFor()
  t.match(
    (await outline()).find(({ name }) => name === 'Porifera sp. 3'),
    { morphospecies: 'OTU-3', identificationQualifier: 'indet.' }
  )
})

t.test('a label is dragged to another place, and put back by Undo', async t => {
  const { page, open, idOf, outline } = await catalog(t, coralReef)
  await open()
  const parentOf = async (name: string) => (await outline()).find(label => label.name === name)?.parentId
  await row(page, 'Sand').dragTo(row(page, 'Corals'))
  t.equal(
    await until(
      () => parentOf('Sand'),
      parent => parent !== null
    ),
    idOf('Corals')
  )
  await page.getByText('Under Corals.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  t.equal(
    await until(
      () => parentOf('Sand'),
      parent => parent === null
    ),
    null
  )
})

t.test('a label that is used stays, and is merged into another one with its annotations', async t => {
  const { page, projectId, open, idOf } = await catalog(t, coralReef)
  const mediaId = await photograph(page, projectId)
  const { id: before } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/catalog-versions`, { name: 'Before' })
  const operations: AnnotationOperation[] = [1, 2].map(x => ({
    id: `op-${projectId}-${x}`,
    kind: 'create',
    annotationId: `an-${projectId}-${x}`,
    mediaId,
    shape: { kind: 'point', x, y: 1 },
    labelId: idOf('Acropora secale')
  }))
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  await open(`?label=${idOf('Acropora secale')}`)
  await page.getByRole('row', { name: /^Corals 2/ }).click({ button: 'right' })
  t.match(await page.getByRole('menuitem', { name: 'Show its annotations' }).getAttribute('href'), /review\?filter=label\.under\./)
  await page.keyboard.press('Escape')
  const panel = page.getByRole('complementary', { name: 'The chosen label' })
  t.match(await panel.getByRole('link', { name: '2', exact: true }).getAttribute('href'), /review\?filter=label\.is\./)
  await page.getByRole('button', { name: 'More for Acropora secale' }).click()
  await page.getByRole('menuitem', { name: 'Show its annotations' }).click()
  await page.getByRole('grid').getByText('Acropora secale').first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'More for Acropora secale' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const refusal = page.getByRole('dialog', { name: 'Acropora secale cannot be deleted' })
  await refusal.getByText('It names 2 annotations on 1 image: give them another label first').waitFor()
  t.match(await refusal.getByRole('link').getAttribute('href'), `/projects/${projectId}/annotate/review?filter=label.is.`)
  await refusal.getByRole('button', { name: 'Merge into another label…' }).click()
  await page.getByRole('menuitem', { name: 'Acropora', exact: false }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Merge Acropora secale into Acropora?' })
  await question.getByText('2 annotations on 1 image will be named Acropora').waitFor()
  await checkAccessibility(t, page, 'the question before merging')
  await question.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 2, name: 'Acropora', exact: true }).waitFor()
  await page.getByText('Madrepora secalis').waitFor()
  t.match(await callApi(page, 'GET', `/annotations/an-${projectId}-1`), { labelId: idOf('Acropora') })

  await open(`?version=${before}`)
  const versions = page.getByRole('dialog', { name: 'Versions of the catalog' })
  await versions.getByText('2 annotations got another label when theirs was merged.').waitFor()
  const gone = versions.getByRole('row', {
    name: 'Acropora secale merged into Acropora 2 annotations on 1 image now among those of Acropora'
  })
  await gone.waitFor()
  await checkAccessibility(t, page, 'a merge between versions')
  await gone.getByRole('link', { name: '2 annotations on 1 image' }).click()
  await page.getByRole('grid').getByText('Acropora').first().waitFor()
})

t.test('the table shows the same labels, in the order that is asked for, and the address keeps it', async t => {
  const { page, open } = await catalog(t, [
    ...coralReef,
    {
      name: 'Gadus morhua',
      scientificName: 'Gadus morhua',
      scientificNameAuthorship: 'Linnaeus, 1758',
      taxonRank: 'species',
      taxonomicStatus: 'accepted'
    }
  ])
  await open()
  await page.getByRole('button', { name: 'Table' }).click()
  await row(page, 'Gadus morhua Linnaeus, 1758 species accepted').waitFor()
  await page.getByRole('columnheader', { name: 'Rank' }).getByRole('button').click()
  t.match(await page.getByRole('row').nth(1).textContent(), /^Acropora/, 'the genus before its species')
  await checkAccessibility(t, page, 'the table')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Rank' }).waitFor()
  t.equal(await page.getByRole('columnheader', { name: 'Rank' }).getAttribute('aria-sort'), 'ascending')
})

t.test('what someone else changes appears by itself', async t => {
  const { page, projectId, person, open, idOf } = await catalog(t, coralReef)
  await open()
  await row(page, 'Sand').waitFor()
  const other = await openApp(t, browser, url, { as: person })
  await page.waitForTimeout(500) // the event stream opens with the page
  await callApi(other, 'PATCH', `/labels/${idOf('Sand')}`, { revision: 1, name: 'Gravel' })
  await row(page, 'Gravel').waitFor()
  await callApi(other, 'POST', `/projects/${projectId}/labels`, { name: 'Rubble', parentId: idOf('Corals') })
  await row(page, 'Rubble').waitFor()
  await callApi(other, 'DELETE', `/labels/${idOf('Sand')}`)
  await row(page, 'Gravel').waitFor({ state: 'detached' })
})

t.test('an edit of a label that changed in the meantime is not lost, and nothing is overwritten', async t => {
  const { page, person, open, idOf } = await catalog(t, coralReef)
  await answerCall(page, 'GET', '/api/events', { status: 503 })
  await open(`?label=${idOf('Sand')}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Definition').fill('Mine')
  const other = await openApp(t, browser, url, { as: person })
  await callApi(other, 'PATCH', `/labels/${idOf('Sand')}`, { revision: 1, definition: 'Theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('look at the newer one and edit again').waitFor()
  t.equal(await page.getByLabel('Definition').inputValue(), 'Mine')
  await page.getByRole('button', { name: 'Show the newer one' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('textarea[name=definition]')?.value === 'Theirs')
})

t.test('a catalog that cannot be loaded says so, and is there when the server answers again', async t => {
  const { page, open } = await catalog(t, coralReef)
  await page.route('**/labels/outline', route => route.fulfill({ status: 404, json: { detail: 'It is being mended', code: 'NOT_FOUND' } }))
  await open()
  await page.getByRole('alert').getByText('The catalog could not be loaded').waitFor()
  await checkAccessibility(t, page, 'a catalog that could not be loaded')
  await page.unroute('**/labels/outline')
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'Corals').waitFor()
})

t.test('a viewer looks and has favourites, and is offered nothing else', async t => {
  const { page, projectId, outline } = await catalog(t, coralReef)
  const viewer = newPerson('vi')
  const theirs = await openApp(t, browser, url, { as: viewer, ...wide })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await theirs.goto(`/projects/${projectId}/catalog`)
  await row(theirs, 'Sand').click({ button: 'right' })
  t.same(await theirs.getByRole('menuitem').allTextContents(), ['Make a favourite', 'Copy link'])
  await theirs.getByRole('menuitem', { name: 'Make a favourite' }).click()
  await row(theirs, 'Sand').getByRole('button', { name: 'Sand is a favourite', pressed: true }).waitFor()
  const favourites = theirs.getByRole('button', { name: 'Favourites only' })
  await favourites.click()
  await row(theirs, 'Corals').waitFor({ state: 'hidden' })
  await theirs.reload()
  await row(theirs, 'Sand').waitFor()
  t.equal(await row(theirs, 'Corals').count(), 0, 'the address keeps it')
  await theirs.getByRole('searchbox', { name: /^Search names/ }).fill('acro')
  await theirs.getByRole('heading', { name: 'None of your favourites is called “acro”' }).waitFor()
  await theirs.getByRole('button', { name: 'Show all labels' }).click()
  await row(theirs, 'Acropora secale').waitFor()
  t.equal(await theirs.getByRole('button', { name: 'Import' }).count(), 0)
  await theirs.getByRole('button', { name: 'More for the catalog' }).click()
  t.same(await theirs.getByRole('menuitem').allTextContents(), ['Versions…', 'Save as Darwin Core (CSV)'])
  await theirs.getByRole('menuitem', { name: 'Versions…' }).click()
  await theirs.getByRole('dialog').getByText('Editors of the project can').waitFor()
  t.equal(await theirs.getByRole('button', { name: 'Freeze the catalog' }).count(), 0)
  await theirs.keyboard.press('Escape')
  t.notOk(
    (await outline()).some(({ favourite }) => favourite),
    'favourites are everyone’s own'
  )
})

t.test('on a phone the label takes the place of the list, and gives it back', async t => {
  const { page, open } = await catalog(t, coralReef, phone)
  await open()
  await row(page, 'Sand').click()
  await page.getByRole('heading', { level: 2, name: 'Sand' }).waitFor()
  await checkAccessibility(t, page, 'a label on a phone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  t.equal(width, 390, 'nothing hangs over the edge')
  await page.getByRole('complementary', { name: 'The chosen label' }).getByRole('button', { name: 'Close' }).click()
  await row(page, 'Sand').waitFor()
  await checkAccessibility(t, page, 'the tree on a phone')
})

t.test('a taxon comes from WoRMS with what is above it, seen before it is written', async t => {
  const worms = await fakeWorms(t)
  const { app } = await testBackend(t, { wormsUrl: worms.url })
  const backend = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'Add from WoRMS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add from WoRMS' })
  worms.faults.push('hang up')
  await dialog.getByRole('searchbox').fill('lophelia')
  await dialog.getByRole('alert').getByText('WoRMS cannot be reached from this server').waitFor()
  await checkAccessibility(t, page, 'WoRMS out of reach')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('species · unaccepted · AphiaID 135161').waitFor()
  await checkAccessibility(t, page, 'taxa found in WoRMS')
  await dialog.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('row', { name: 'Desmophyllum pertusum species new, under Cnidaria' }).waitFor()
  await dialog.getByText('Synonyms').waitFor()
  await checkAccessibility(t, page, 'what WoRMS would add')
  await dialog.getByRole('button', { name: 'Add 3 labels' }).click()
  await row(page, /^Desmophyllum pertusum/).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Desmophyllum pertusum' }).waitFor()

  await page.getByRole('button', { name: 'Add from WoRMS' }).click()
  await dialog.getByRole('searchbox').fill('gadus morrhua')
  await dialog.getByText('These are spelled nearly so').waitFor()
  await dialog.getByRole('button', { name: 'Choose Gadus morhua' }).click()
  await dialog.getByLabel('Where it goes').selectOption({ label: 'Under Cnidaria' })
  await dialog.getByLabel('Taxa above it that come along').selectOption({ label: 'None: the taxon alone' })
  await dialog.getByRole('row', { name: 'Gadus morhua species new, under Cnidaria' }).waitFor()
  await dialog.getByRole('button', { name: 'Add 1 label' }).click()
  await row(page, /^Gadus morhua/).waitFor()
})

t.test('names are compared with WoRMS and put right one by one', async t => {
  const worms = await fakeWorms(t)
  const { app } = await testBackend(t, { wormsUrl: worms.url })
  const backend = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Reef')
  const add = (draft: LabelDraft) => callApi<Label>(page, 'POST', `/projects/${id}/labels`, draft)
  const { id: codId } = await add({ name: 'Cod', scientificName: 'Gadus callarias', identificationQualifier: 'cf.' })
  await annotate(page, id, await photograph(page, id), codId)
  await add({ name: 'Nessie', scientificName: 'Nessiteras rhombopteryx' })
  await add({ name: 'Cnidaria', scientificName: 'Cnidaria' })
  await add({ name: 'Chordata', scientificName: 'Chordata' })
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'More for the catalog' }).click()
  await page.getByRole('menuitem', { name: 'Check names…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check names against WoRMS' })
  await checkAccessibility(t, page, 'before names are compared')
  worms.faults.push('hang up')
  await dialog.getByRole('button', { name: 'Check names' }).click()
  await dialog.getByRole('alert').getByText('WoRMS cannot be reached from this server').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('4 names to look at').waitFor()
  await checkAccessibility(t, page, 'names to look at')
  const cod = dialog.getByRole('listitem', { name: 'Cod' }).getByRole('link', { name: '1 annotation on 1 image' })
  t.match(await cod.getAttribute('href'), /\/annotate\/review\?filter=label\.is\./)
  await dialog.getByRole('button', { name: 'Use Gadus morhua' }).click()
  await dialog.getByText('3 names to look at').waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Chordata')
  await dialog.getByRole('listitem', { name: 'Nessie' }).getByRole('button', { name: 'Leave it' }).click()
  await dialog.getByRole('button', { name: 'Complete all 2 labels' }).click()
  await dialog.getByText('Nothing left to look at. 4 names compared: 3 put right, 1 left as they are.').waitFor()
  await dialog.getByText('Put right: 3 names').click()
  await dialog.getByText('Cod is Gadus morhua now').getByRole('link', { name: '1 annotation on 1 image' }).waitFor()

  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByText('Nothing left to look at. 4 names compared: 0 put right, 1 left as they are.').waitFor()
  await dialog.getByText('Left as they are: 1 name').click()
  await dialog.getByText(/^Nessie is not known to WoRMS left earlier by /).waitFor()
  await checkAccessibility(t, page, 'what was left earlier')
  await dialog.getByRole('button', { name: 'Reconsider Nessie' }).click()
  await dialog.getByRole('listitem', { name: 'Nessie' }).getByRole('button', { name: 'Leave it' }).waitFor()
  const { labels } = await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${id}/labels/outline`)
  t.match(
    labels.find(({ name }) => name === 'Cod'),
    { scientificName: 'Gadus morhua', aphiaId: 126436, identificationQualifier: 'cf.', otherNames: ['Gadus callarias'] }
  )
  t.match(
    labels.find(({ name }) => name === 'Cnidaria'),
    { aphiaId: 1267, scientificNameAuthorship: 'Hatschek, 1888', taxonRank: 'phylum' }
  )
})

t.test('all names that WoRMS does not know are left at once, and nothing is written', async t => {
  const worms = await fakeWorms(t)
  const { app } = await testBackend(t, { wormsUrl: worms.url })
  const backend = await app.listen({ host: '127.0.0.1', port: 0 })
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Lakes and myths')
  const add = (draft: LabelDraft) => callApi(page, 'POST', `/projects/${id}/labels`, draft)
  await add({ name: 'Nessie', scientificName: 'Nessiteras rhombopteryx' })
  await add({ name: 'Kraken', scientificName: 'Microcosmus marinus' })
  await add({ name: 'Cod', scientificName: 'Gadus callarias' })
  const outline = () => callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${id}/labels/outline`)
  const { labels: before } = await outline()
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'More for the catalog' }).click()
  await page.getByRole('menuitem', { name: 'Check names…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check names against WoRMS' })
  await dialog.getByRole('button', { name: 'Check names' }).click()
  await dialog.getByText('3 names to look at').waitFor()
  const unknown = dialog.getByRole('region', { name: 'WoRMS does not know it' })
  t.equal(await unknown.getByRole('listitem').count(), 2)
  await unknown.getByRole('button', { name: 'Leave all 2 names' }).focus()
  await page.keyboard.press('Enter')

  await dialog.getByText('1 name to look at').waitFor()
  await gone(unknown)
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Cod')
  await checkAccessibility(t, page, 'what is left to look at')
  await dialog.getByRole('listitem', { name: 'Cod' }).getByRole('button', { name: 'Leave it' }).click()
  await dialog.getByText('Nothing left to look at. 3 names compared: 0 put right, 3 left as they are.').waitFor()
  t.same((await outline()).labels, before, 'what is left stays as it was')
})

t.test('a version keeps the catalog under a name, can be cited and saved, and shows what changed since', async t => {
  const { page, projectId, open, idOf } = await catalog(t, coralReef)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open()
  await page.getByRole('button', { name: 'More for the catalog' }).click()
  await page.getByRole('menuitem', { name: 'Versions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions of the catalog' })
  await dialog.getByText('No version yet').waitFor()
  await checkAccessibility(t, page, 'no version yet')
  await dialog.getByLabel('Name of a new version').fill('Cruise 12')
  await dialog.getByRole('button', { name: 'Freeze the catalog' }).click()
  await dialog.getByText('They say the same.').waitFor()
  await dialog.getByRole('button', { name: 'Copy citation of Cruise 12' }).click()
  await dialog.getByRole('button', { name: 'Citation copied' }).waitFor()
  const cited = await page.evaluate(() => navigator.clipboard.readText())
  t.match(cited, /^Reef: species catalog, version “Cruise 12”, 4 labels, frozen \d{4}-\d{2}-\d{2}\. Isobath\. http/)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save Cruise 12 as Darwin Core' }).click()
  ])
  t.equal(saved.suggestedFilename(), 'species-catalog Cruise 12.csv')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await callApi(page, 'PATCH', `/labels/${idOf('Sand')}`, { revision: 1, name: 'Gravel', parentId: idOf('Corals') })
  const mediaId = await photograph(page, projectId)
  await annotate(page, projectId, mediaId, idOf('Sand'))
  await page.goto(cited.slice(cited.indexOf('http')))
  await dialog.getByText('1 renamed, 1 moved. 1 annotation has one of these labels.').waitFor()
  await dialog.getByRole('row', { name: 'Gravel was called Sand; moved from the top to Corals' }).waitFor()
  await checkAccessibility(t, page, 'versions compared')
  await dialog.getByRole('link', { name: '1 annotation on 1 image' }).click()
  await page.getByRole('grid').getByText('Gravel').waitFor()
})

t.test('a morphospecies shows its examples, gets its name, and stays the same label', async t => {
  const { page, projectId, open, idOf } = await catalog(t, [{ name: 'Sponge OTU-7', morphospecies: 'OTU-7' }])
  const labelId = idOf('Sponge OTU-7')
  await annotate(page, projectId, await photograph(page, projectId), labelId)
  await open(`?label=${labelId}`)
  await page.getByText('None chosen yet').waitFor()
  await page.getByRole('button', { name: 'Choose…' }).click()
  const chooser = page.getByRole('dialog', { name: 'Reference images of Sponge OTU-7' })
  await chooser.getByRole('button', { name: 'Sponge OTU-7 on reef.jpg' }).click()
  await chooser.getByRole('button', { name: 'Sponge OTU-7 on reef.jpg', pressed: true }).waitFor()
  await checkAccessibility(t, page, 'choosing reference images')
  await chooser.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Sponge OTU-7 on reef.jpg' }).waitFor()
  await checkAccessibility(t, page, 'a label with a reference image')

  await page.getByRole('button', { name: 'More for Sponge OTU-7' }).click()
  await page.getByRole('menuitem', { name: 'Give a scientific name…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give Sponge OTU-7 a scientific name' })
  await dialog.getByText('The label stays the same one: 1 annotation on 1 image follows.').waitFor()
  t.match(
    await dialog.getByRole('link', { name: '1 annotation on 1 image' }).getAttribute('href'),
    /\/annotate\/review\?filter=label\.is\./
  )
  await dialog.getByLabel('Scientific name').fill('Hyalonema apertum')
  await dialog.getByLabel('Author').fill('Schulze, 1886')
  await checkAccessibility(t, page, 'giving a scientific name')
  await dialog.getByRole('button', { name: 'Give the name' }).click()
  await page.getByRole('heading', { level: 2, name: 'Hyalonema apertum', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Hyalonema apertum on reef.jpg' }).waitFor()
  t.match(await callApi(page, 'GET', `/labels/${labelId}`), { synonyms: ['Sponge OTU-7', 'OTU-7'], annotationCount: 1 })
  await page.getByRole('button', { name: 'Take away the picture from reef.jpg' }).click()
  await page.getByText('None chosen yet').waitFor()
})

/** One box with this label. */
async function annotate(page: Page, projectId: string, mediaId: string, labelId: string): Promise<void> {
  const shape = { kind: 'box' as const, x: 4, y: 4, width: 40, height: 30 }
  const operations: AnnotationOperation[] = [
    { id: `op-${labelId}`, kind: 'create', annotationId: `an-${labelId}`, mediaId, shape, labelId }
  ]
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
}

/** A picture that the page draws itself, uploaded in one piece. @returns its id */
async function photograph(page: Page, projectId: string): Promise<string> {
  await page.goto(`/projects/${projectId}/dashboard`)
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 48)
    canvas.getContext('2d')?.fillRect(0, 0, 32, 48)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return [...bytes]
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'reef.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(drawn) })
  const media = await until(
    async () => (await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/media`)).items,
    items => items.length === 1
  )
  return media[0]?.id ?? ''
}
