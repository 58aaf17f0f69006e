// About: web/features/taxonomy/import
import t, { type Test } from 'tap'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject } from '../support/browser.ts'
import { catalogScreen, coralReef, type Draft, row, wide } from '../support/catalog-screen.ts'
import { launchChromium } from '../support/chromium.ts'
import { benthicAttributes } from '../support/label-lists.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const catalog = (t: Test, drafts?: Draft[], options = wide) => catalogScreen(t, browser, url, drafts, options)

t.test('a list of benthic attributes becomes a tree of 738 labels, previewed before it is saved', async t => {
  const { page, open, outline } = await catalog(t)
  await open()
  await page.getByRole('heading', { level: 1, name: 'Species Catalog' }).waitFor()
  await page.getByRole('heading', { name: 'The names that this project gives' }).waitFor()
  await checkAccessibility(t, page, 'the empty catalog')
  await page.getByRole('button', { name: 'Import a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import labels' })
  await checkAccessibility(t, page, 'the import')
  await dialog.locator('input[type=file]').setInputFiles(benthicAttributes())
  await dialog.getByText('benthic-attributes.csv: 738 rows, 0 of them unchanged').waitFor()
  await dialog.getByRole('row', { name: 'Cycloseris explanulata under Cycloseris' }).waitFor()
  await checkAccessibility(t, page, 'what the import would do')
  t.same(await outline(), [], 'nothing is written yet')
  await dialog.getByRole('button', { name: 'Add 738 labels' }).click()
  await page.getByRole('treegrid', { name: 'Species catalog' }).waitFor()
  await page.getByRole('status').getByText('738 labels').waitFor()
  t.equal(await page.getByRole('row').count(), 13, 'the head and twelve groups')
  t.equal((await outline()).length, 738)

  await page.getByRole('button', { name: 'Expand all' }).click()
  t.equal(await page.getByRole('treegrid').getAttribute('aria-rowcount'), '739')
  t.ok((await page.getByRole('row').count()) < 80, 'only the rows in view exist')
  await checkAccessibility(t, page, 'the open tree')
  await page.getByRole('searchbox').fill('acropora secal')
  await row(page, 'Acropora secale').waitFor()
  t.equal(await page.getByRole('row').count(), 5, 'what was found, and the way to it')
  await page.getByRole('searchbox').fill('acropra')
  await page.getByText('with names similar to “acropra”').waitFor()
  await page.getByRole('searchbox').fill('zzz')
  await page.getByRole('heading', { name: 'No label is called “zzz”' }).waitFor()
  await checkAccessibility(t, page, 'a search without a result')
  await page.getByRole('button', { name: 'Clear the search' }).click()

  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles(benthicAttributes())
  await dialog.getByText('738 of them unchanged').waitFor()
  t.ok(await dialog.getByRole('button', { name: 'Nothing to import' }).isDisabled())
})

t.test('rows that cannot be imported show the reason before anything is saved', async t => {
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
  const sand = dialog.getByRole('combobox', { name: 'Decision on row 3, Sand' })
  await sand.selectOption({ label: 'A new label' })
  await dialog.getByRole('button', { name: 'Add 2 labels' }).waitFor()
  await checkAccessibility(t, page, 'a row that was decided')
  await sand.selectOption({ label: 'It is Sand, under Soft bottom' })
  await dialog.getByRole('button', { name: 'Add 1 label' }).waitFor()
  await sand.selectOption({ label: 'Not decided' })
  await dialog.getByRole('button', { name: '1 cells left out' }).click()
  await dialog.getByRole('row', { name: '“red” is not a colour' }).waitFor()
  await checkAccessibility(t, page, 'an import with faults')
  await dialog.getByLabel('If a name already exists elsewhere in the catalog').selectOption({ label: 'add it as another label' })
  await dialog.getByRole('button', { name: 'Add 2 labels' }).click()
  await page.getByRole('status').getByText('4 labels').waitFor()

  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await dialog.getByRole('alert').getByText('No column names the labels').waitFor()
})

t.test('a branch of another project is copied with all labels below it, after a preview', async t => {
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
  await dialog.waitFor({ state: 'hidden' }) // the branch is a tree, too
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
