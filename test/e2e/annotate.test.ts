import type { Browser, Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { annotate, annotateBench, annotationsOf, clickAt, count, drag, mediaOf, saved, until } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { unzipped } from '../support/zips.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const large = ['reef-transect-2017.jpg', 'rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg']
const bench = (t: Test, files: string[]) => annotateBench(t, browser, url, files)

/** Where and when the photographs are said to be taken, and what an archive must know of the two taxa. */
const station = { eventDate: '2022-06-02T04:29:27.000Z', decimalLatitude: 40.05, decimalLongitude: -30.25, depthInMeters: 1874.5 }
const taxa: Record<string, object> = {
  Porifera: { taxonRank: 'phylum', scientificNameID: 'urn:lsid:marinespecies.org:taxname:558' },
  Anthozoa: { taxonRank: 'class', scientificNameID: 'urn:lsid:marinespecies.org:taxname:1292' }
}

/** Opens the grid on all annotations of a label. @returns its cells, once the picture of each one that is seen is there */
async function patches(page: Page, projectId: string, labelId: string, shown: number): Promise<Locator> {
  await page.goto(`/projects/${projectId}/annotate/review?filter=label.is.${labelId}`)
  await page.getByRole('heading', { level: 1, name: `Review ${shown} annotations` }).waitFor()
  const pictures = page.getByRole('gridcell').locator('img')
  const sizes = await until(
    () => pictures.evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth)),
    widths => widths.length === shown && widths.every(width => width > 0)
  )
  return sizes.length === shown && sizes.every(width => width > 0)
    ? page.getByRole('gridcell')
    : Promise.reject(new Error(`patches: ${sizes}`))
}

/** Exports a Darwin Core Archive at the page of exports, and downloads it. @returns its texts by their names */
async function archiveOf(page: Page, projectId: string): Promise<Map<string, string>> {
  await page.goto(`/projects/${projectId}/annotate/exchange`)
  await page.getByRole('tab', { name: 'Export' }).click()
  await page.getByRole('radio', { name: 'Darwin Core Archive' }).check()
  await page.getByRole('combobox', { name: 'Licence' }).selectOption('CC-BY-4.0')
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  const written = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Reef-dwca-/ }).click()
  return unzipped(await bytesOf(await written))
}

t.test('all shapes on real photographs, named points, a relabel in the grid, an archive of it all, and everything undone', async t => {
  const { page, projectId, media, labels } = await bench(t, large)
  t.equal(media.length, 3)
  for (const { id, revision } of media) await callApi(page, 'PATCH', `/media/${id}`, { revision, ...station })
  for (const { id, revision, name } of labels.slice(0, 2))
    await callApi(page, 'PATCH', `/labels/${id}`, { revision, scientificName: name, ...taxa[name] })
  for (const image of media) {
    const canvas = await annotate(page, projectId, image.id)
    await page.keyboard.press('1')
    await page.keyboard.press('a')
    await clickAt(page, canvas, [0.3, 0.3])
    await page.keyboard.press('s')
    await drag(page, canvas, [0.4, 0.3], [0.5, 0.45])
    await page.keyboard.press('d')
    await drag(page, canvas, [0.65, 0.35], [0.7, 0.4])
    await page.keyboard.press('g')
    await clickAt(page, canvas, [0.3, 0.6], [0.4, 0.6], [0.35, 0.75])
    await page.keyboard.press('Enter')
    await page.keyboard.press('f')
    await clickAt(page, canvas, [0.5, 0.6], [0.6, 0.7])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+S')
    await clickAt(page, canvas, [0.6, 0.55], [0.7, 0.6], [0.68, 0.68])
    await page.keyboard.press('Shift+D')
    await clickAt(page, canvas, [0.45, 0.8], [0.55, 0.82], [0.5, 0.86])
    await page.keyboard.press('Shift+G')
    await drag(page, canvas, [0.62, 0.8], [0.72, 0.9], [0.6, 0.92])
    await count(page, '8 annotations')
    await saved(page)
  }
  const [first] = media
  const drawnFirst = await annotationsOf(page, first!.id)
  const kinds = drawnFirst.map(({ shape }) => shape?.kind)
  t.same(kinds.slice(0, 7), ['point', 'box', 'circle', 'polygon', 'line', 'rotatedBox', 'ellipse'])
  t.match(kinds[7], /polygon|line/, 'freehand')
  t.ok(drawnFirst.every(({ labelId }) => labelId === labels[0]!.id))

  const canvas = await annotate(page, projectId, first!.id)
  await page.getByRole('button', { name: 'Sample points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sample points' })
  await dialog.getByRole('button', { name: 'Draw points' }).click()
  await count(page, '58 annotations')
  const byHand = new Set(drawnFirst.map(({ id }) => id))
  const points = new Set((await annotationsOf(page, first!.id)).flatMap(({ id }) => (byHand.has(id) ? [] : [id])))

  await canvas.focus()
  await page.keyboard.press('j')
  for (let point = 0; point < 50; point++) await page.keyboard.press(point < 20 ? '2' : '3')
  await saved(page)
  const nameCounts = (list: Annotation[]) => labels.map(({ id }) => list.filter(({ labelId }) => labelId === id).length)
  t.same(nameCounts(await annotationsOf(page, first!.id)), [8, 20, 30], 'one key per point: each one names it and goes on')

  const cells = await patches(page, projectId, labels[0]!.id, 24)
  await cells.nth(0).click()
  await cells.nth(2).click({ modifiers: ['Shift'] })
  await page.keyboard.press('2')
  await page.getByText('3 annotations named Anthozoa').waitFor()
  const afterwards = (await Promise.all(media.map(({ id }) => annotationsOf(page, id)))).flat()
  t.same(nameCounts(afterwards), [21, 23, 30])

  const archive = await archiveOf(page, projectId)
  const [header = '', ...rows] = archive.get('occurrence.txt')!.trim().split('\n')
  const columns = header.split('\t')
  const occurrences = rows.map(row => Object.fromEntries(row.split('\t').map((cell, at) => [columns[at] ?? '', cell])))
  const nameOf = (id: string | null) => labels.find(label => label.id === id)?.name
  t.same(
    occurrences
      .flatMap(({ occurrenceID, scientificName, organismQuantityType }) =>
        organismQuantityType === 'percentageCoverage' ? [] : [`${occurrenceID} ${scientificName}`]
      )
      .sort(),
    afterwards.flatMap(({ id, labelId }) => (points.has(id) ? [] : [`urn:uuid:${id} ${nameOf(labelId)}`])).sort(),
    'every shape is an occurrence of what it was named'
  )
  t.match(
    occurrences.filter(({ organismQuantityType }) => organismQuantityType === 'percentageCoverage'),
    [{ scientificName: 'Anthozoa', organismQuantity: '40', eventID: `urn:uuid:${first!.id}` }],
    'and the points are cover: 20 of 50'
  )
  t.ok(archive.has('meta.xml') && archive.has('eml.xml'))

  await page.goto(`/projects/${projectId}/annotate/review`)
  await page.getByRole('gridcell').first().waitFor()
  await page.keyboard.press('u')
  const question = page.getByRole('alertdialog', { name: 'Take back an earlier change?' })
  await question.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('3 annotations as before').waitFor()
  await annotate(page, projectId, first!.id)
  for (let step = 0; step < 200 && (await page.getByRole('button', { name: 'Undo' }).isEnabled()); step++)
    await page.keyboard.press('Control+z')
  await until(
    () => mediaOf(page, projectId),
    list => list.reduce((sum, { annotationCount }) => sum + annotationCount, 0) === 50
  )
  const left = await Promise.all(media.map(({ id }) => annotationsOf(page, id)))
  t.same(
    left.map(list => list.length),
    [50, 0, 0],
    'all that was drawn and named by hand is undone: what is left are the points, which were drawn on the server'
  )
  t.ok(left[0]!.every(({ labelId }) => labelId === null))
  await page.getByRole('button', { name: 'Sample points' }).click()
  await dialog.getByRole('button', { name: 'Take them away' }).click()
  await page.getByText('50 points taken away').waitFor()
  t.same(await annotationsOf(page, first!.id), [], 'and these are taken away: nothing is left')
})

t.test('points are drawn within the box that is selected, on every image, and those that nobody named are taken away', async t => {
  const { page, projectId, media } = await bench(t, large)
  const [first, second, third] = media as [Media, Media, Media]
  const canvas = await annotate(page, projectId, first.id)
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  const [frame] = await annotationsOf(page, first.id)
  const shape = frame?.shape as Extract<Shape, { kind: 'box' }>

  const dialog = page.getByRole('dialog', { name: 'Sample points' })
  await page.getByRole('button', { name: 'Sample points' }).click()
  await dialog.getByText('50 points on this image').waitFor()
  await checkAccessibility(t, page, 'sample dialog')
  await dialog.getByLabel('An area').check()
  await dialog.getByLabel('Sides in').selectOption('pixels')
  await dialog.getByLabel('Left').fill('99999')
  await dialog.getByText(`The image is ${first.width} px wide`).waitFor()
  t.ok(await dialog.getByRole('button', { name: 'Draw points' }).isDisabled())
  await dialog.getByRole('button', { name: 'Use the selected box' }).click()
  t.equal(Number(await dialog.getByLabel('Left').inputValue()), Math.round(shape.x))
  await dialog.getByLabel('Bottom').fill(await dialog.getByLabel('Top').inputValue())
  await dialog.getByText('Must be more than top').waitFor()
  await checkAccessibility(t, page, 'sample dialog with a fault')
  await dialog.getByRole('button', { name: 'Use the selected box' }).click()
  await dialog.getByLabel('Points per image').fill('20')
  await dialog.getByText('20 points on this image').waitFor()
  await dialog.getByRole('button', { name: 'Draw points' }).click()
  await page.getByText('20 points drawn').waitFor()
  await count(page, '21 annotations')
  const drawn = (await annotationsOf(page, first.id)).flatMap(({ shape }) => (shape?.kind === 'point' ? [shape] : []))
  t.equal(drawn.length, 20)
  t.ok(drawn.every(({ x, y }) => x > shape.x - 1 && x < shape.x + shape.width + 1 && y > shape.y - 1 && y < shape.y + shape.height + 1))

  await page.getByRole('button', { name: 'Sample points' }).click()
  t.equal(await dialog.getByLabel('Points per image').inputValue(), '20', 'the last plan is there again')
  t.ok(await dialog.getByLabel('An area').isChecked())
  await dialog.getByLabel('Sides in').selectOption('percent')
  t.ok(Number(await dialog.getByLabel('Right').inputValue()) <= 100)
  await dialog.getByLabel('Every image of the project (3)').check()
  await dialog.getByText('1 image has points and keeps them').waitFor()
  await dialog.getByRole('button', { name: 'Draw points' }).click()
  await page.getByText('3 of 3 images have points').waitFor()
  t.same(
    (await mediaOf(page, projectId)).map(({ annotationCount }) => annotationCount),
    [21, 20, 20]
  )

  await canvas.focus()
  await page.keyboard.press('k') // the box comes last in the walk
  await page.keyboard.press('3')
  await until(
    () => annotationsOf(page, first.id),
    list => list.some(({ labelId, shape }) => labelId !== null && shape?.kind === 'point')
  )
  await page.getByRole('button', { name: 'Sample points' }).click()
  await dialog.getByLabel('Every image of the project (3)').check()
  await dialog.getByRole('button', { name: 'Take unnamed points away' }).click()
  await page.getByText('2 of 3 images have no points; 1 image keeps its points').waitFor()
  t.same(await Promise.all([first, second, third].map(async ({ id }) => (await annotationsOf(page, id)).length)), [21, 0, 0])
})

t.test('the label at hand gets a star and a number key where labels are chosen', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('1')
  const card = page.getByRole('region', { name: 'About Porifera' })
  await card.getByRole('button', { name: 'Porifera is a favourite' }).click()
  await card.locator('button[aria-pressed=true]').waitFor()
  await card.getByLabel('Number key of Porifera').selectOption('2')
  await page.getByText('Key 2 gives Porifera now').waitFor()
  await page.getByText('Anthozoa has no key any more.').waitFor()
  await checkAccessibility(t, page, 'label card')
  const { labels: outline } = await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${projectId}/labels/outline`)
  t.match(
    labels.map(({ id }) => outline.find(label => label.id === id)),
    [{ hotkey: 2, favourite: true }, { hotkey: undefined }, { hotkey: 3 }]
  )
  await canvas.focus()
  await page.keyboard.press('3')
  await page.getByRole('region', { name: 'About Sand' }).waitFor()
  await page.keyboard.press('2')
  await card.waitFor()
})

/** Hands of which every key press and every click is counted. */
function countingHands(page: Page) {
  const made = { presses: 0, clicks: 0 }
  return {
    made,
    press: async (key: string) => {
      made.presses += 1
      await page.keyboard.press(key)
    },
    click: async (x: number, y: number) => {
      made.clicks += 1
      await page.mouse.click(x, y)
    }
  }
}

t.test(
  'thirty organisms by the keyboard alone: beside the arrows that aim, one press each and one for each change of the label',
  async t => {
    const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
    await annotate(page, projectId, media[0]!.id)
    const [eyes, hands] = [countingHands(page), countingHands(page)]
    await hands.press('2')
    await hands.press('a')
    for (let organism = 0; organism < 30; organism++) {
      const row = Math.floor(organism / 10)
      const arrow = organism % 10 === 0 ? 'Shift+ArrowDown' : row % 2 === 0 ? 'Shift+ArrowRight' : 'Shift+ArrowLeft'
      for (let step = 0; step < 3; step++) await eyes.press(arrow)
      if (organism === 15) await hands.press('1')
      await hands.press('Enter')
    }
    await count(page, '30 annotations')
    await saved(page)
    const annotations = await annotationsOf(page, media[0]!.id)
    t.equal(annotations.length, 30)
    t.equal(annotations.filter(({ labelId }) => labelId === labels[1]!.id).length, 15)
    t.equal(new Set(annotations.map(({ shape }) => JSON.stringify(shape))).size, 30, 'each in its place')
    t.same(hands.made, { presses: 30 + 3, clicks: 0 }, 'the label, the tool, the other label, and 30 organisms')
    t.equal(eyes.made.presses, 90, 'and three arrows to each place')
  }
)

t.test(
  'thirty organisms under walked points cost a press each, thirty by the mouse a click each, all presses and clicks counted',
  async t => {
    const { page, projectId, media, labels } = await bench(t, ['rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg'])
    const [walked, clicked] = media as [Media, Media]
    const plan = { method: 'random', count: 30, seed: 'walk' }
    await callApi(page, 'POST', `/projects/${projectId}/samples`, { mediaIds: [walked.id], plan })
    await annotate(page, projectId, walked.id)
    await count(page, '30 annotations')
    const keys = countingHands(page)
    await keys.press('j')
    for (let point = 0; point < 30; point++) await keys.press(String(1 + (point % 3)))
    await saved(page)
    const named = await annotationsOf(page, walked.id)
    t.same(
      labels.map(({ id }) => named.filter(({ labelId }) => labelId === id).length),
      [10, 10, 10]
    )
    t.same(keys.made, { presses: 1 + 30, clicks: 0 }, 'each key names a point and goes on to the next')

    const canvas = await annotate(page, projectId, clicked.id)
    const { x, y, width, height } = (await canvas.boundingBox())!
    const mouse = countingHands(page)
    await mouse.press('1')
    await mouse.press('a')
    for (let organism = 0; organism < 30; organism++) {
      const [column, row] = [organism % 6, Math.floor(organism / 6)]
      await mouse.click(x + (0.3 + 0.08 * column) * width, y + (0.3 + 0.1 * row) * height)
    }
    await count(page, '30 annotations')
    await saved(page)
    const drawn = await annotationsOf(page, clicked.id)
    t.equal(drawn.filter(({ labelId }) => labelId === labels[0]!.id).length, 30)
    t.equal(new Set(drawn.map(({ shape }) => JSON.stringify(shape))).size, 30)
    t.same(mouse.made, { presses: 2, clicks: 30 }, 'the label, the tool, and a click for each organism')
  }
)

t.test('an empty project says what belongs here, and a failure what is safe', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Empty')
  await page.goto(`/projects/${id}/annotate`)
  await page.getByRole('heading', { level: 1, name: 'Nothing to annotate yet' }).waitFor()
  await checkAccessibility(t, page, 'the empty Annotate screen')
  await page.route('**/media?*', route => route.fulfill({ status: 500, json: { detail: 'The disk is wet' } }))
  await page.reload()
  await page.getByRole('alert').getByText('The disk is wet').waitFor()
  await page.getByText(/kept on this computer/).waitFor()
  t.ok(await page.getByRole('button', { name: 'Try again' }).isVisible())
})
