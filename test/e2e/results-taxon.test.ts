// About: web/features/results/taxon-view.tsx, web/features/results/taxon-tree.ts, web/features/results/taxon-select.tsx
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { mark, results, survey, textOf } from '../support/results-screen.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('a taxon with its descendants is compared between groups by individuals, density and MaxN', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const { id: parentId } = await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, {
    name: 'Sebastidae',
    taxonRank: 'family'
  })
  for (const species of ['Sebastes mystinus', 'Sebastes carnatus']) {
    const label = await callApi<{ id: string; revision: number }>(page, 'GET', `/labels/${labels.get(species)}`)
    await callApi(page, 'PATCH', `/labels/${label.id}`, { revision: label.revision, parentId })
  }
  await mark(page, projectId, mediaIds[2], labels.get('Sebastes mystinus'), 2)
  // 160 × 120 px of 10 mm: 1.92 m²
  for (const id of [mediaIds[2], mediaIds[3]])
    await callApi(page, 'PUT', `/media/${id}/scale`, { revision: 0, basis: { method: 'given', millimetersPerPixel: 10 } })
  await page.goto(`${results(projectId)}?view=taxa&rank=species`)
  await page.getByLabel('Measure', { exact: true }).selectOption('density')
  const densities = page.getByRole('group', { name: 'Density of each taxon' })
  const densityIn = async (site: string, species: string) => {
    const heads = await densities.getByRole('columnheader').allTextContents()
    const cells = await densities
      .getByRole('row', { name: new RegExp(`^${site}`) })
      .getByRole('cell')
      .allTextContents()
    return cells[heads.findIndex(head => head.startsWith(species)) - 1]
  }
  await densities.getByRole('row', { name: /^M2/ }).waitFor()
  t.same(
    [await densityIn('M1', 'Sebastes mystinus'), await densityIn('M2', 'Sebastes mystinus'), await densityIn('M2', 'Pisaster ochraceus')],
    ['–', '0.521', '0'],
    'without an area there is no density, and without an individual it is 0'
  )
  const ofTaxa = page.getByRole('figure', { name: 'Density by taxon' })
  t.match(
    await ofTaxa.textContent(),
    /effort: 4 images \(4 annotated but not marked as done\), 3\.84\sm² on 2 of them; 2 without a known scale are left out of the density.*Dᵢ = Σ nᵢ \/ Σ m²/s
  )
  const matrix = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download matrix' }).click()
  t.equal((await matrix).name, 'density by site.csv')
  await checkAccessibility(t, page, 'the densities')
  await page.getByLabel('Measure', { exact: true }).selectOption('individuals')
  await page.getByLabel('Taxon', { exact: true }).selectOption({ label: 'Sebastidae' })
  const table = page.getByRole('group', { name: 'All measures of Sebastidae' })
  await table.getByRole('row', { name: /^M1/ }).waitFor()
  t.same(await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents(), ['2', 'unknown', '1', '–', '1'])
  t.same(await table.getByRole('row', { name: /^M2/ }).getByRole('cell').allTextContents(), ['2', '3.84', '3', '0.781', '3'])
  await page.getByLabel('Measure', { exact: true }).selectOption('density')
  const figure = page.getByRole('figure', { name: 'Density of Sebastidae, individuals per m², by site' })
  t.match(
    await figure.textContent(),
    /effort: 4 images \(4 annotated but not marked as done\), 3\.84\sm² on 2 of them.*including everything below it.*D = Σ n \/ Σ m²/s
  )
  await gone(page.getByLabel('Count taxa by', { exact: true })) // does not apply to a single taxon
  t.match(page.url(), /taxon=/, 'the address keeps the view')
  await checkAccessibility(t, page, 'one taxon')
  const csv = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const { name, text } = await csv
  t.equal(name, 'Sebastidae by site.csv')
  t.match(
    text,
    /^site,images,imagesWithArea,areaSquareMeters,individuals,density,densityLow,densityHigh,maxN\r\nM1,2,0,,1,,,,1\r\nM2,2,2,3\.84,3,0\.78/
  )
})
