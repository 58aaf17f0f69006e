import type { Download, Page } from 'playwright-core'
import t from 'tap'
import { newId } from '../../server/lib/ids.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, bytesOf, callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const names = ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg', 'M2_2.jpg']

/** Two stations with two images each; counts 10, 6, 3, 1, 1, 1, 2 as in the published example, 17 of them at M1. */
async function survey(page: Page) {
  const made = await annotatedProject(page, 'Kelp transects', names, [
    { label: 'Pisaster ochraceus', image: 0, count: 10 },
    { label: 'Patiria miniata', image: 1, count: 6 },
    { label: 'Cancer productus', image: 2, count: 3 },
    { label: 'Sebastes mystinus', image: 0, count: 1 },
    { label: 'Sebastes carnatus', image: 2, count: 1 },
    { label: 'Cryptochiton stelleri', image: 3, count: 1 },
    { label: 'Haliotis rufescens', image: 3, count: 2 }
  ])
  await callApi(page, 'POST', `/projects/${made.projectId}/sites/assign-by-name`, { pattern: '{site}_*', createSites: true })
  return made
}

/** Boxes of one label on one image. */
const mark = (page: Page, projectId: string, mediaId: string | undefined, labelId: string | undefined, count: number) =>
  callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: Array.from({ length: count }, () => ({
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId,
      shape: { kind: 'box', x: 10, y: 10, width: 40, height: 30 },
      labelId
    }))
  })

const results = (projectId: string) => `/projects/${projectId}/annotate/results`

async function textOf(download: Promise<Download>): Promise<{ name: string; text: string }> {
  const found = await download
  return { name: found.suggestedFilename(), text: (await bytesOf(found)).toString() }
}

async function cells(page: Page, name: RegExp): Promise<string[]> {
  const row = page.getByRole('group', { name: 'All numbers' }).getByRole('row', { name })
  await row.waitFor()
  return (await row.getByRole('cell').allTextContents()).map(text => text.trim())
}

t.test('the numbers of a survey stand on the page, with effort, formula and source, and come as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(results(projectId))
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  t.equal(await page.getByLabel('Group images by', { exact: true }).inputValue(), 'site', 'by site, because there are sites')
  // H' 1.576, 1 − Σp² 0.736, J' 0.810, Chao1 8.5
  t.same(await cells(page, /^All images/), ['4', 'not known', '24', '–', '7', '8.5', '1.576', '0.736', '0.810', '24'])
  t.same((await cells(page, /^M1/)).slice(0, 5), ['2', 'not known', '17', '–', '3'])
  const figure = page.getByRole('figure', { name: 'Individuals, by site' })
  t.match(await figure.textContent(), /n = 2 sites, 24 individuals; effort: 4 images/)

  await page.getByLabel('Number to show', { exact: true }).selectOption('shannon')
  const shannon = page.getByRole('figure', { name: 'Shannon H′, nats, by site' })
  await shannon.getByRole('link', { name: 'Shannon 1948' }).waitFor()
  t.match(await shannon.textContent(), /H′ = −Σ pᵢ ln pᵢ/)
  t.match(page.url(), /measure=shannon/, 'the address keeps what is seen')
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

t.test('counts, curves and sizes each have their view', async t => {
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
  t.match(await sizes.textContent(), /n = 10 annotations .*Mean 50\spx/s)
  await checkAccessibility(t, page, 'the sizes')
})

t.test('MaxN of each taxon stands in a table by group, and a group of its own is drawn', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  await mark(page, projectId, mediaIds[1], labels.get('Pisaster ochraceus'), 4)
  await page.goto(`${results(projectId)}?view=taxa&number=maxN`)
  const table = page.getByRole('group', { name: 'MaxN of each taxon' })
  await table.getByRole('row', { name: /^M1/ }).waitFor()
  t.same(
    (await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents()).slice(0, 3),
    ['2', '10', '6'],
    '10 and 4 are never 14'
  )
  const figure = page.getByRole('figure', { name: 'MaxN by taxon' })
  t.match(await figure.textContent(), /effort: 4 images.*The largest of all sites.*MaxN = max over the images of n/s)
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

t.test('one taxon, with all that is under it, is compared between groups: individuals, density and MaxN', async t => {
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
  await page.getByLabel('Number', { exact: true }).selectOption('density')
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
    'without an area there is no density, without an individual it is none'
  )
  const ofTaxa = page.getByRole('figure', { name: 'Density by taxon' })
  t.match(
    await ofTaxa.textContent(),
    /effort: 4 images, 3\.84\sm² on 2 of them; 2 have no known scale and no part in the density.*Dᵢ = Σ nᵢ \/ Σ m²/s
  )
  const matrix = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download matrix' }).click()
  t.equal((await matrix).name, 'density by site.csv')
  await checkAccessibility(t, page, 'the densities')
  await page.getByLabel('Number', { exact: true }).selectOption('individuals')
  await page.getByLabel('Taxon', { exact: true }).selectOption({ label: 'Sebastidae' })
  const table = page.getByRole('group', { name: 'All numbers of Sebastidae' })
  await table.getByRole('row', { name: /^M1/ }).waitFor()
  t.same(await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents(), ['2', 'not known', '1', '–', '1'])
  t.same(await table.getByRole('row', { name: /^M2/ }).getByRole('cell').allTextContents(), ['2', '3.84', '3', '0.781', '3'])
  await page.getByLabel('Number', { exact: true }).selectOption('density')
  const figure = page.getByRole('figure', { name: 'Density of Sebastidae, individuals per m², by site' })
  t.match(await figure.textContent(), /effort: 4 images, 3\.84\sm² on 2 of them.*with all that is under it.*D = Σ n \/ Σ m²/s)
  await gone(page.getByLabel('Count taxa as', { exact: true })) // has no effect on one taxon
  t.match(page.url(), /taxon=/, 'the address keeps what is seen')
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

t.test('cover of points stands with its intervals for each image, each site and the project, and comes as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const drawn = await callApi<{ samples: { mediaId: string; points: string[] }[] }>(page, 'POST', `/projects/${projectId}/samples`, {
    mediaIds: [mediaIds[0], mediaIds[2]],
    plan: { method: 'random', count: 50, seed: 'a' }
  })
  const kelp = labels.get('Pisaster ochraceus')
  const sand = labels.get('Patiria miniata')
  // published intervals: 12 of 50, and 3 of 25 where half of the points are not named
  const shares = new Map([
    [mediaIds[0], [kelp, 12, sand, 38] as const],
    [mediaIds[2], [kelp, 3, sand, 22] as const]
  ])
  const operations = drawn.samples.flatMap(({ mediaId, points }) => {
    const [one, ones, other, others] = shares.get(mediaId) ?? [kelp, 0, sand, 0]
    return points
      .slice(0, ones + others)
      .map((annotationId, at) => ({ id: newId(), kind: 'revise', annotationId, revision: 1, labelId: at < ones ? one : other }))
  })
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })

  await page.goto(`${results(projectId)}?view=cover&by=image`)
  const table = page.getByRole('group', { name: 'Cover of each taxon' })
  const row = async (name: RegExp) => (await table.getByRole('row', { name }).getByRole('cell').allTextContents()).slice(0, 4)
  await table.getByRole('columnheader', { name: /^Pisaster ochraceus/ }).waitFor()
  t.same(await row(/^M1_1/), ['1', '50', '76.0 (62.6–85.7)', '24.0 (14.3–37.4)'], '12 of 50')
  t.same(await row(/^M2_1/), ['1', '25', '88.0 (70.0–95.8)', '12.0 (4.2–30.0)'], '3 of 25')
  t.same((await row(/^All images/))[3], '20.0 (12.5–30.4)')
  await gone(page.getByLabel('Individuals', { exact: true })) // has no effect on cover
  await page.getByLabel('Group images by', { exact: true }).selectOption('site')
  await page.getByRole('heading', { name: 'Cover by site' }).waitFor()
  t.same((await row(/^M2/))[3], '12.0 (4.2–30.0)')

  const all = page.getByRole('figure', { name: 'Cover in percent, all images' })
  t.match(await all.textContent(), /n = 75 points that could be judged of 100, on 2 images.*Wilson’s 95 % interval.*Wilson 1927/s)
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Pisaster ochraceus, by site' })
  const figure = page.getByRole('figure', { name: 'Cover of Pisaster ochraceus in percent, by site' })
  await figure.waitFor()
  await checkAccessibility(t, page, 'the cover')
  const saved = async (item: RegExp) => {
    await figure.getByRole('button', { name: 'Download' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: item }).click()
    const download = await file
    return { name: download.suggestedFilename(), content: await bytesOf(download) }
  }
  const csv = await saved(/CSV/)
  t.equal(csv.name, 'cover of Pisaster ochraceus by site.csv')
  t.match(
    csv.content.toString(),
    /^site,points,scorablePoints,coverPercent,low,high\r\nM1,12,50,24,14\.297\d*,37\.41\d*\r\nM2,3,25,12,4\.16/
  )
  t.match((await saved(/SVG/)).content.toString(), /^<svg.*M1.*24\.0.*M2.*12\.0/s)
  t.same([...(await saved(/PNG/)).content.subarray(1, 4)], [...Buffer.from('PNG')])
  const long = textOf(page.waitForEvent('download'))
  await page.getByRole('button', { name: 'Download table' }).click()
  t.match((await long).text, /meanOfImagesPercent,standardError\r\nM1,1,50,50,0,0,Patiria miniata,/)
})

t.test('sizes of groups stand one above the other in the same classes, and come as files', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  const boxes = [
    [0, [10, 10, 20]],
    [2, [30, 40, 40, 50]]
  ] as const
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: boxes.flatMap(([image, widths]) =>
      widths.map(width => ({
        id: newId(),
        kind: 'create',
        annotationId: newId(),
        mediaId: mediaIds[image],
        shape: { kind: 'box', x: 1, y: 1, width, height: width },
        labelId: labels.get('Cryptochiton stelleri')
      }))
    )
  })
  await page.goto(`${results(projectId)}?view=sizes&label=${labels.get('Cryptochiton stelleri')}&of=area`)
  const figure = page.getByRole('figure', { name: 'Areas of Cryptochiton stelleri, px², by site' })
  t.match(await figure.textContent(), /n = 8 annotations .*effort: 4 images, none with a known scale.*In 2 sites/s)
  t.match(await figure.getByRole('img').textContent(), /M1n = 3; 2 images.*M2n = 5; 2 images/s)
  const table = page.getByRole('group', { name: 'Sizes by site' })
  t.same(await table.getByRole('row', { name: /^M1/ }).getByRole('cell').allTextContents(), [
    '2',
    'not known',
    '3',
    '200.0',
    '173.2',
    '100.0',
    '100.0',
    '400.0'
  ])
  await checkAccessibility(t, page, 'sizes of groups')
  for (const control of ['Count taxa as', 'Individuals'])
    t.equal(await page.getByLabel(control, { exact: true }).count(), 0, 'has no effect here')

  const csv = textOf(page.waitForEvent('download'))
  await figure.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const { name, text } = await csv
  t.equal(name, 'area of Cryptochiton stelleri by site.csv')
  t.match(text, /^site,images,areaSquareMeters,from \(px²\),to \(px²\),count,percent\r\nM1,2,,0,\d+,\d/)
  const svg = textOf(page.waitForEvent('download'))
  await figure.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /SVG/ }).click()
  t.match((await svg).text, /^<svg.*M1.*M2/s)

  await page.getByLabel('Group images by', { exact: true }).selectOption('image')
  await page.getByRole('figure', { name: 'Areas of Cryptochiton stelleri, px², by image' }).waitFor()
  t.match(page.url(), /by=image/)
})

t.test('what is counted can be narrowed, and the numbers say so', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await survey(page)
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
  await page.getByText('3 images neither done nor annotated', { exact: false }).waitFor()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['1', 'not known', '2'])
  await page.goBack()
  await page.goto(`${results(projectId)}?by=depthBand`)
  await page.getByLabel('Width of a band').waitFor()
  t.same((await cells(page, /^no depth/)).slice(2, 3), ['23'])
})

t.test('a table of numbers is sorted, and everything is done by keyboard', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(`${results(projectId)}?by=image`)
  const table = page.getByRole('group', { name: 'All numbers' })
  const order = async () => (await table.locator('tbody').getByRole('rowheader').allTextContents()).filter(Boolean)
  await table.getByRole('row', { name: /^M2_2/ }).waitFor()
  t.same(await order(), names)
  const individuals = table.getByRole('button', { name: 'Individuals' })
  await individuals.focus()
  await page.keyboard.press('Enter')
  t.same(await order(), ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg', 'M2_2.jpg'], 'the most first')
  t.equal(await table.getByRole('columnheader', { name: /^Individuals/ }).getAttribute('aria-sort'), 'descending')
  await page.keyboard.press('Enter')
  t.same(await order(), ['M2_2.jpg', 'M2_1.jpg', 'M1_2.jpg', 'M1_1.jpg'])
  await page.keyboard.press('Enter')
  t.same(await order(), names, 'as they were given')

  await page.getByRole('tab', { name: 'Summary' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('group', { name: 'Individuals of each taxon' }).waitFor()
  const download = page.getByRole('figure', { name: 'Individuals by taxon' }).getByRole('button', { name: 'Download' })
  await download.focus()
  await page.keyboard.press('Enter')
  const csv = textOf(page.waitForEvent('download'))
  await page.keyboard.press('Enter')
  t.match(
    (await csv).text,
    /^taxon,scientificName,taxonRank,individuals,share,maxN,imagesWithTaxon,density\r\nPisaster ochraceus,Pisaster ochraceus,species,10,0\.41.*,10,1,\r\n/
  )
})

t.test('empty and failed say what to do', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Nothing yet')
  await page.goto(results(id))
  await page.getByRole('heading', { name: 'Nothing is annotated yet' }).waitFor()
  await page.getByRole('link', { name: 'Add photographs' }).waitFor()
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

t.test('on a phone nothing is wider than the page', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 390, height: 844 } })
  const { projectId } = await survey(page)
  for (const view of ['summary', 'taxa', 'taxa&number=maxN', 'curves', 'sizes']) {
    await page.goto(`${results(projectId)}?view=${view}`)
    await page.getByRole('figure').first().waitFor()
    t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), view)
  }
})
