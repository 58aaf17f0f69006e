// About: web/routes/project/catalog.tsx, web/features/taxonomy
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { AnnotationOperation } from '../../shared/contracts/annotations.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { catalogScreen, coralReef, type Draft, phone, photograph, row, wide } from '../support/catalog-screen.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const catalog = (t: Test, drafts?: Draft[], options = wide) => catalogScreen(t, browser, url, drafts, options)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

t.test('everything works by keyboard: move, open, rename, edit, reorder, merge, delete', async t => {
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
  await picker.getByRole('searchbox').fill('cora')
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

t.test('a label is added directly with its open name', async t => {
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

t.test('a label is dragged to another place, and moved back by Undo', async t => {
  const { page, open, idOf, outline } = await catalog(t, coralReef)
  await open()
  await page.getByRole('button', { name: 'Add label' }).waitFor()
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

t.test('a label is moved while a colleague edits it', async t => {
  const { page, open, idOf, outline } = await catalog(t, coralReef)
  await open()
  await page.getByRole('button', { name: 'Add label' }).waitFor()
  const sand = idOf('Sand')
  const path = `/labels/${sand}`
  let fetches = 0
  let edited: Promise<unknown> | null = null
  /** A colleague edits the label, and the page fetches it anew. */
  async function editByColleague() {
    await callApi(page, 'PATCH', path, { definition: 'Grains of 0.125 to 0.25 mm.', revision: 1 })
    await until(
      async () => fetches,
      count => count > 1
    )
  }
  await page.route(`**/api${path}`, async route => {
    if (route.request().method() === 'GET') {
      fetches++
      edited ??= editByColleague()
      await edited
    }
    await route.continue()
  })
  await row(page, 'Sand').dragTo(row(page, 'Corals'))
  const moved = await until(outline, labels => labels.some(({ id, parentId }) => id === sand && parentId !== null))
  t.equal(moved.find(({ id }) => id === sand)?.parentId, idOf('Corals'))
  await page.getByText('Under Corals.').waitFor()
  t.equal(await page.getByText('could not be moved').count(), 0)
  await page.unrouteAll({ behavior: 'wait' })
})

t.test('a label in use is not deleted, and is merged into another with its annotations', async t => {
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
  await refusal.getByText('It is the label of 2 annotations on 1 image. Relabel them first').waitFor()
  t.match(await refusal.getByRole('link').getAttribute('href'), `/projects/${projectId}/annotate/review?filter=label.is.`)
  await refusal.getByRole('button', { name: 'Merge into another label…' }).click()
  await page.getByRole('menuitem', { name: 'Acropora', exact: false }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Merge Acropora secale into Acropora?' })
  await question.getByText('2 annotations on 1 image will be relabelled Acropora').waitFor()
  await checkAccessibility(t, page, 'the question before merging')
  await question.getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 2, name: 'Acropora', exact: true }).waitFor()
  await page.getByText('Madrepora secalis').waitFor()
  t.match(await callApi(page, 'GET', `/annotations/an-${projectId}-1`), { labelId: idOf('Acropora') })

  await open(`?version=${before}`)
  const versions = page.getByRole('dialog', { name: 'Versions of the catalog' })
  await versions.getByText('2 annotations received another label when theirs was merged.').waitFor()
  const gone = versions.getByRole('row', {
    name: 'Acropora secale merged into Acropora 2 annotations on 1 image now counted under Acropora'
  })
  await gone.waitFor()
  await checkAccessibility(t, page, 'a merge between versions')
  await gone.getByRole('link', { name: '2 annotations on 1 image' }).click()
  await page.getByRole('grid').getByText('Acropora').first().waitFor()
})

t.test('the table shows the same labels in the chosen order, which the address keeps', async t => {
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

t.test('changes by other people appear automatically', async t => {
  const { page, projectId, person, open, idOf } = await catalog(t, coralReef)
  const isStreaming = page.waitForResponse('**/api/events?*')
  await open()
  await row(page, 'Sand').waitFor()
  const other = await openApp(t, browser, url, { as: person })
  await isStreaming
  await callApi(other, 'PATCH', `/labels/${idOf('Sand')}`, { revision: 1, name: 'Gravel' })
  await row(page, 'Gravel').waitFor()
  await callApi(other, 'POST', `/projects/${projectId}/labels`, { name: 'Rubble', parentId: idOf('Corals') })
  await row(page, 'Rubble').waitFor()
  await callApi(other, 'DELETE', `/labels/${idOf('Sand')}`)
  await row(page, 'Gravel').waitFor({ state: 'detached' })
})

t.test('an edit of a label that changed in the meantime is kept, and nothing is overwritten', async t => {
  const { page, person, open, idOf } = await catalog(t, coralReef)
  const isStreaming = page.waitForResponse('**/api/events?*')
  await open(`?label=${idOf('Sand')}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Definition').fill('Mine')
  const other = await openApp(t, browser, url, { as: person })
  await isStreaming
  const isRenewed = page.waitForResponse(`**/api/labels/${idOf('Sand')}`)
  await callApi(other, 'PATCH', `/labels/${idOf('Sand')}`, { revision: 1, name: 'Gravel', definition: 'Theirs' })
  await isRenewed
  await page.getByRole('heading', { level: 2, name: 'Gravel' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('load the current one and edit again').waitFor()
  t.equal(await page.getByLabel('Definition').inputValue(), 'Mine')
  await page.getByRole('button', { name: 'Show the newer version' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('textarea[name=definition]')?.value === 'Theirs')
})

t.test('a catalog that cannot be loaded shows the failure, and appears when the server answers again', async t => {
  const { page, open } = await catalog(t, coralReef)
  await page.route('**/labels/outline', route => route.fulfill({ status: 404, json: { detail: 'It is being mended', code: 'NOT_FOUND' } }))
  await open()
  await page.getByRole('alert').getByText('The catalog could not be loaded').waitFor()
  await checkAccessibility(t, page, 'a catalog that could not be loaded')
  await page.unroute('**/labels/outline')
  await page.getByRole('button', { name: 'Try again' }).click()
  await row(page, 'Corals').waitFor()
})

t.test('a viewer can read and have favourites, and is offered no changes', async t => {
  const { page, projectId, outline } = await catalog(t, coralReef)
  const viewer = newPerson('vi')
  const theirs = await openApp(t, browser, url, { as: viewer, ...wide })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await theirs.goto(`/projects/${projectId}/catalog`)
  await row(theirs, 'Sand').click({ button: 'right' })
  await theirs.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  t.same(await theirs.getByRole('menuitem').allTextContents(), ['Add to favourites', 'Copy link'])
  const isKept = theirs.waitForResponse(answer => answer.url().endsWith('/favourite'))
  await theirs.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await isKept
  await row(theirs, 'Sand').getByRole('button', { name: 'Sand is a favourite', pressed: true }).waitFor()
  const favourites = theirs.getByRole('button', { name: 'Favourites only' })
  await favourites.click()
  await row(theirs, 'Corals').waitFor({ state: 'hidden' })
  await theirs.reload()
  await row(theirs, 'Sand').waitFor()
  t.equal(await row(theirs, 'Corals').count(), 0, 'the address keeps it')
  await theirs.getByRole('searchbox', { name: /^Search names/ }).fill('acro')
  await theirs.getByRole('heading', { name: 'None of your favourites matches “acro”' }).waitFor()
  await theirs.getByRole('button', { name: 'Show all labels' }).click()
  await row(theirs, 'Acropora secale').waitFor()
  t.equal(await theirs.getByRole('button', { name: 'Import' }).count(), 0)
  await theirs.getByRole('button', { name: 'More catalog actions' }).click()
  await theirs.getByRole('menuitem', { name: 'Versions…' }).waitFor()
  t.same(await theirs.getByRole('menuitem').allTextContents(), ['Imports…', 'Versions…', 'Save as Darwin Core (CSV)'])
  await theirs.getByRole('menuitem', { name: 'Versions…' }).click()
  await theirs.getByRole('dialog').getByText('Editors of the project can').waitFor()
  t.equal(await theirs.getByRole('button', { name: 'Freeze the catalog' }).count(), 0)
  await theirs.keyboard.press('Escape')
  t.notOk(
    (await outline()).some(({ favourite }) => favourite),
    'favourites are personal'
  )
})

t.test('on a phone the label replaces the list, and closing it returns to the list', async t => {
  const { page, open } = await catalog(t, coralReef, phone)
  await open()
  await row(page, 'Sand').click()
  await page.getByRole('heading', { level: 2, name: 'Sand' }).waitFor()
  await checkAccessibility(t, page, 'a label on a phone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  t.equal(width, 390, 'nothing overflows')
  await page.getByRole('complementary', { name: 'The chosen label' }).getByRole('button', { name: 'Close' }).click()
  await row(page, 'Sand').waitFor()
  await checkAccessibility(t, page, 'the tree on a phone')
})
