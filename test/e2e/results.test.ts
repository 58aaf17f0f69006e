// About: web/routes/project/results.tsx, web/features/results, web/charts
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { insertAnnotationRows } from '../support/annotation-rows.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, bytesOf, callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { cells, mark, names, results, survey, textOf } from '../support/results-screen.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

t.test('the page shows the numbers of a survey with effort, formula and source, and exports them as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(results(projectId))
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  t.equal(await page.getByLabel('Group images by', { exact: true }).inputValue(), 'site', 'by site, because there are sites')
  // H' 1.576, 1 − Σp² 0.736, J' 0.810, Chao1 8.5
  t.same(await cells(page, /^All images/), ['4', 'unknown', '24', '–', '7', '8.5', '1.576', '0.736', '0.810', '24'])
  t.same((await cells(page, /^M1/)).slice(0, 5), ['2', 'unknown', '17', '–', '3'])
  const figure = page.getByRole('figure', { name: 'Individuals, by site' })
  t.match(await figure.textContent(), /n = 2 sites, 24 individuals; effort: 4 images/)

  await page.getByLabel('Measure', { exact: true }).selectOption('shannon')
  const shannon = page.getByRole('figure', { name: 'Shannon H′, nats, by site' })
  await shannon.getByRole('link', { name: 'Shannon 1948' }).waitFor()
  t.match(await shannon.textContent(), /H′ = −Σ pᵢ ln pᵢ/)
  t.match(page.url(), /measure=shannon/, 'the address keeps the view')
  await page.getByText('Terms used in these results').click()
  await page
    .getByText('The maximum number of individuals of a taxon in one image of a group, so that no animal is counted twice.')
    .waitFor()
  await checkAccessibility(t, page, 'the summary')

  const csv = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const { name, text } = await csv
  t.equal(name, 'summary by site.csv')
  const [head, first, , all] = text
    .trim()
    .split('\r\n')
    .map(line => line.split(','))
  t.same(head?.slice(0, 6), ['site', 'images', 'imagesWithArea', 'areaSquareMeters', 'individuals', 'density'])
  t.same(first?.slice(0, 5), ['M1', '2', '0', '', '17'])
  t.equal(Number(all?.[head?.indexOf('shannon') ?? -1]).toFixed(6), '1.575615')

  for (const [item, ending] of [
    [/SVG/, 'svg'],
    [/PNG/, 'png']
  ] as const) {
    await shannon.getByRole('button', { name: 'Download' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const saved = await file
    t.equal(saved.suggestedFilename(), `shannon by site.${ending}`)
    const content = await bytesOf(saved)
    if (ending === 'svg') t.match(content.toString(), /^<svg.*M1.*1\.\d{3}/s)
    else t.same([...content.subarray(1, 4)], [...Buffer.from('PNG')])
  }
})

t.test('counts, curves and sizes each have a view', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(results(projectId))
  await page.getByRole('tab', { name: 'Taxa' }).click()
  const matrix = page.getByRole('group', { name: 'Individuals of each taxon' })
  await matrix.getByRole('columnheader', { name: 'Pisaster ochraceus' }).waitFor()
  t.same((await matrix.getByRole('row', { name: /^M2/ }).getByRole('cell').allTextContents()).slice(0, 4), ['2', '0', '0', '3'])
  await checkAccessibility(t, page, 'the taxa')
  const wide = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download matrix' }).click()
  t.match((await wide).text, /^site,images,areaSquareMeters,Pisaster ochraceus,Patiria miniata,.*\r\nM2,2,,0,0,3,/s)

  await page.getByRole('tab', { name: 'Curves' }).click()
  const rarefaction = page.getByRole('figure', { name: /^Rarefaction by individuals/ })
  t.match(await rarefaction.textContent(), /n = 24 individuals of 7 taxa/)
  await rarefaction.getByText('As a table').click()
  // E[S₁₀] of the published example
  await rarefaction.getByRole('row', { name: /^All images 10 4\.71763/ }).waitFor()
  await checkAccessibility(t, page, 'the curves')

  await page.getByRole('tab', { name: 'Sizes' }).click()
  const sizes = page.getByRole('figure', { name: 'Lengths of Pisaster ochraceus, px', exact: true })
  t.match(await sizes.textContent(), /n = 10 annotations .*Mean 40\spx/s)
  await checkAccessibility(t, page, 'the sizes')
})

t.test('MaxN of each taxon is listed by group, and a single group is plotted', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  await mark(page, projectId, mediaIds[1], labels.get('Pisaster ochraceus'), 4)
  await page.goto(`${results(projectId)}?view=taxa&number=maxN`)
  const table = page.getByRole('group', { name: 'MaxN of each taxon' })
  await table.getByRole('row', { name: /^M1/ }).waitFor()
  t.same(
    (await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents()).slice(0, 3),
    ['2', '10', '6'],
    '10 and 4 never add up to 14'
  )
  const figure = page.getByRole('figure', { name: 'MaxN by taxon' })
  t.match(await figure.textContent(), /effort: 4 images.*maximum over all sites.*MaxN = max over the images of n/s)
  await page.getByLabel('Show', { exact: true }).selectOption('M2')
  const ofGroup = page.getByRole('figure', { name: 'MaxN by taxon, M2' })
  t.match(await ofGroup.textContent(), /n = 4 taxa, 7 individuals; effort: 2 images/)
  await checkAccessibility(t, page, 'MaxN')
  const wide = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download matrix' }).click()
  const { name, text } = await wide
  t.equal(name, 'MaxN by site.csv')
  t.match(text, /\r\nM1,2,,10,6,/)
})

t.test('filters change the counts and their captions', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const { annotations } = await callApi<{ annotations: { id: string }[] }>(page, 'GET', `/media/${mediaIds[1]}/annotations`)
  const review = (reviewState: string) => (annotation: { id: string }, at: number) => ({
    id: `${reviewState}-${at}-${annotation.id}`,
    kind: 'revise',
    annotationId: annotation.id,
    revision: 1,
    reviewState
  })
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: [...annotations.slice(0, 2).map(review('confirmed')), ...annotations.slice(2, 3).map(review('rejected'))]
  })
  await page.goto(`${results(projectId)}?by=image`)
  t.same((await cells(page, /^M1_2/)).slice(2, 3), ['5'], 'a rejected one never counts')
  await page.getByLabel('Annotations', { exact: true }).selectOption('confirmed')
  await page
    .getByText('2 individuals; effort: 4 images (4 annotated but not marked as done), none with a known scale', { exact: false })
    .first()
    .waitFor()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['4', 'unknown', '2'], 'the same images were examined')
  await page.goBack()
  await page.goto(`${results(projectId)}?by=depthBand`)
  await page.getByLabel('Depth band width').waitFor()
  t.same((await cells(page, /^no depth/)).slice(2, 3), ['23'])

  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  const suggestion = { project_id: projectId, media_id: mediaIds[0]!, source: 'machine', annotator: 'VIAME' } as const
  await insertAnnotationRows(db, Array(5).fill({ ...suggestion, label_id: labels.get('Patiria miniata')! }))
  await close()
  await page.goto(`${results(projectId)}?by=image`)
  await page.getByText('5 annotations by VIAME are not counted, because no person has reviewed them.').waitFor()
  t.same((await cells(page, /^M1_1/)).slice(2, 3), ['11'])
  await page.getByRole('button', { name: 'Count them' }).click()
  await page.getByText('5 annotations by VIAME are counted, although no person has reviewed them.').waitFor()
  await page.getByRole('row', { name: /^M1_1.* 16 / }).waitFor()
  await page.getByRole('link', { name: 'Review them' }).click()
  await page.getByRole('heading', { name: 'Review', level: 1 }).waitFor()
  await page
    .getByRole('gridcell', { name: /Patiria miniata/ })
    .nth(4)
    .waitFor()
})

t.test('observations count alone or with annotations, and the caption of each figure states it', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, labels } = await survey(page)
  await page.goto(results(projectId))
  await page.getByLabel('Group images by', { exact: true }).waitFor()
  t.equal(await page.getByLabel('Count', { exact: true }).count(), 0, 'there is no choice without observations')
  const { sites } = await callApi<{ sites: { id: string; name: string }[] }>(page, 'GET', `/projects/${projectId}/sites`)
  const siteId = sites.find(({ name }) => name === 'M1')!.id
  const observe = (name: string, more: object) =>
    callApi(page, 'POST', `/projects/${projectId}/observations`, { labelId: labels.get(name), siteId, eventDate: '2026-03-01', ...more })
  await observe('Patiria miniata', { individualCount: 30, samplingProtocol: 'trawl' })
  await observe('Cancer productus', { individualCount: 2, samplingProtocol: 'trawl' })
  await observe('Haliotis rufescens', { occurrenceStatus: 'absent', samplingProtocol: 'dive' })

  await page.goto(results(projectId))
  await page.getByLabel('Count', { exact: true }).selectOption('Observations')
  await page.getByRole('figure').getByText('n = 1 site, 32 individuals; effort: 2 sampling events.', { exact: false }).waitFor()
  await page.getByText('Observations by the team, counted as labelled.', { exact: false }).waitFor()
  t.same((await cells(page, /^M1/)).slice(0, 4), ['2', 'unknown', '32', '–'])
  t.equal(await page.getByLabel('Annotations', { exact: true }).count(), 0, 'review concerns annotations only')
  t.same(await page.getByLabel('Group by', { exact: true }).locator('option').allTextContents(), [
    'Site',
    'Survey',
    'Depth band',
    'Day (UTC)'
  ])

  await page.getByLabel('Count', { exact: true }).selectOption('Both')
  await page.getByText('effort: 2 sampling events; 4 images', { exact: false }).first().waitFor()
  t.same((await cells(page, /^M1/)).slice(0, 4), ['2', '2', 'unknown', '49'])
  t.same((await cells(page, /^All images and observations/)).slice(0, 4), ['4', '2', 'unknown', '56'])
  await checkAccessibility(t, page, 'results of annotations and observations')
  await page.getByRole('tab', { name: 'Taxa' }).click()
  await page.getByRole('figure').getByText('56 individuals; effort: 2 sampling events; 4 images', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Export this table…' }).click()
  await page.getByRole('heading', { name: 'New export' }).waitFor()
  await page.getByLabel('Count', { exact: true }).waitFor()
  t.equal(await page.getByLabel('Count', { exact: true }).inputValue(), 'both', 'the exported table counts what the page counts')
  await checkAccessibility(t, page, 'the export of a table with observations')
  await page.goBack()
  const wide = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download matrix' }).click()
  t.match((await wide).text, /^site,images,areaSquareMeters,samplingEvents,Patiria miniata,.*\r\nM1,2,,2,36,/s)
  await page.getByRole('tab', { name: 'Curves' }).click()
  await page.getByRole('figure', { name: 'Accumulation of taxa over images and sampling events' }).waitFor()
  await page.getByRole('tab', { name: 'Sizes' }).click()
  await page.getByLabel('Group images by', { exact: true }).waitFor()
})

t.test('a table is sorted, and every control works by keyboard', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(`${results(projectId)}?by=image`)
  const table = page.getByRole('group', { name: 'All measures' })
  const order = async () => (await table.locator('tbody').getByRole('rowheader').allTextContents()).filter(Boolean)
  await table.getByRole('row', { name: /^M2_2/ }).waitFor()
  t.same(await order(), names)
  const individuals = table.getByRole('button', { name: 'Individuals' })
  await individuals.focus()
  await page.keyboard.press('Enter')
  t.same(await order(), ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg', 'M2_2.jpg'], 'the largest first')
  t.equal(await table.getByRole('columnheader', { name: /^Individuals/ }).getAttribute('aria-sort'), 'descending')
  await page.keyboard.press('Enter')
  t.same(await order(), ['M2_2.jpg', 'M2_1.jpg', 'M1_2.jpg', 'M1_1.jpg'])
  await page.keyboard.press('Enter')
  t.same(await order(), names, 'in the original order')
  const interval = () =>
    table
      .locator('[data-interval]')
      .first()
      .evaluate(value => getComputedStyle(value, '::after').content)
  t.equal(await interval(), 'none')
  await table.focus()
  t.match(await interval(), / to /, 'a table with the keyboard focus shows its intervals')
  await individuals.focus()
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip', { name: /^Individuals per square metre/ }).waitFor()

  await page.getByRole('tab', { name: 'Summary' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('group', { name: 'Individuals of each taxon' }).waitFor()
  const download = page.getByRole('figure', { name: 'Individuals by taxon' }).getByRole('button', { name: 'Download' })
  await download.focus()
  await page.keyboard.press('Enter')
  const csv = textOf(page.waitForEvent('download'))
  await page.locator('[role=menuitem]:focus').filter({ hasText: 'CSV' }).waitFor()
  await page.keyboard.press('Enter')
  t.match(
    (await csv).text,
    /^taxon,scientificName,taxonRank,individuals,share,maxN,imagesWithTaxon,density\r\nPisaster ochraceus,Pisaster ochraceus,species,10,0\.41.*,10,1,\r\n/
  )
})

t.test('empty and failed states suggest a next step', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Nothing yet')
  await page.goto(results(id))
  await page.getByRole('heading', { name: 'Nothing is annotated yet' }).waitFor()
  await page.getByRole('link', { name: 'Add images' }).waitFor()
  await checkAccessibility(t, page, 'results of nothing')

  const { projectId } = await survey(page)
  await answerCall(page, 'GET', `/api/projects/${projectId}/results/summary`, {
    status: 422,
    json: { type: 'about:blank', title: 'x', status: 422, code: 'TOO_MANY_GROUPS', detail: 'There are 20,000 groups', requestId: 'r-1' }
  })
  await page.goto(results(projectId))
  const alert = page.getByRole('alert').filter({ hasText: 'The numbers could not be computed' })
  await alert.getByText('There are 20,000 groups').waitFor()
  await page.unroute(address => address.pathname.endsWith('/results/summary')).catch(() => {})
  await checkAccessibility(t, page, 'results that failed')
})

t.test('a placeholder as high as the figure is shown while the numbers are computed', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    address => address.pathname.endsWith('/results/summary'),
    async route => {
      await released
      await route.fallback()
    }
  )
  await page.goto(results(projectId))
  const placeholder = page.getByRole('tabpanel').getByRole('status', { name: 'Loading' })
  await placeholder.waitFor()
  t.ok(((await placeholder.boundingBox())?.height ?? 0) >= 640)
  t.equal(await page.getByRole('figure').count(), 0)
  await checkAccessibility(t, page, 'results that are computed')
  release()
  await page.getByRole('figure', { name: 'Individuals, by site' }).waitFor()
  t.equal(await placeholder.count(), 0)
})

t.test('on a phone nothing is wider than the page', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 390, height: 844 } })
  const { projectId } = await survey(page)
  for (const view of ['summary', 'taxa', 'taxa&number=maxN', 'curves', 'sizes']) {
    await page.goto(`${results(projectId)}?view=${view}`)
    await page.getByRole('figure').first().waitFor()
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), view)
  }
})
