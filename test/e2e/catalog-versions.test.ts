// About: web/features/taxonomy/versions
import t, { type Test } from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility } from '../support/browser.ts'
import { annotate, catalogScreen, coralReef, type Draft, photograph, wide } from '../support/catalog-screen.ts'
import { launchChromium } from '../support/chromium.ts'
import { copiedBy } from '../support/clipboard.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const catalog = (t: Test, drafts?: Draft[], options = wide) => catalogScreen(t, browser, url, drafts, options)

t.test('a version stores the catalog under a name, can be cited and downloaded, and shows later changes', async t => {
  const { page, projectId, open, idOf } = await catalog(t, coralReef)
  await open()
  await page.getByRole('button', { name: 'More catalog actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versions of the catalog' })
  await dialog.getByText('No version yet').waitFor()
  await checkAccessibility(t, page, 'no version yet')
  await dialog.getByLabel('Name of a new version').fill('Cruise 12')
  await dialog.getByRole('button', { name: 'Freeze the catalog' }).click()
  await dialog.getByText('The two are identical.').waitFor()
  const cited = await copiedBy(page, () => dialog.getByRole('button', { name: 'Copy citation of Cruise 12' }).click())
  await dialog.getByRole('button', { name: 'Citation copied' }).waitFor()
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
  await dialog.getByRole('row', { name: 'Gravel renamed from Sand; moved from the top to Corals' }).waitFor()
  await checkAccessibility(t, page, 'versions compared')
  await dialog.getByRole('link', { name: '1 annotation on 1 image' }).click()
  await page.getByRole('grid').getByText('Gravel').waitFor()
})

t.test('a morphospecies shows its reference images, gets a scientific name, and stays the same label', async t => {
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
  await dialog.getByText('The label keeps its ID and 1 annotation on 1 image.').waitFor()
  t.match(
    await dialog.getByRole('link', { name: '1 annotation on 1 image' }).getAttribute('href'),
    /\/annotate\/review\?filter=label\.is\./
  )
  await dialog.getByLabel('Scientific name').fill('Hyalonema apertum')
  await dialog.getByLabel('Author').fill('Schulze, 1886')
  await checkAccessibility(t, page, 'giving a scientific name')
  await dialog.getByRole('button', { name: 'Save the name' }).click()
  await page.getByRole('heading', { level: 2, name: 'Hyalonema apertum', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Hyalonema apertum on reef.jpg' }).waitFor()
  t.match(await callApi(page, 'GET', `/labels/${labelId}`), { synonyms: ['Sponge OTU-7', 'OTU-7'], annotationCount: 1 })
  await page.getByRole('button', { name: 'Remove the reference image from reef.jpg' }).click()
  await page.getByText('None chosen yet').waitFor()
})
