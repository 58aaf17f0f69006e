// About: web/routes/project/annotate.tsx, web/features/annotate
import type { Browser, Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import { annotate, annotateBench, annotationsOf, clickAt, count, drag, fromMenu, mediaOf, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import type { PhotographName } from '../support/photographs.ts'
import { until } from '../support/until.ts'
import { unzipped } from '../support/zips.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const large: PhotographName[] = ['reef-transect-2017.jpg', 'rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg']
const bench = (t: Test, files: PhotographName[]) => annotateBench(t, browser, url, files)

/** Time and place of the photographs, and the facts of the two taxa that an archive requires. */
const station = { eventDate: '2022-06-02T04:29:27.000Z', decimalLatitude: 40.05, decimalLongitude: -30.25, depthInMeters: 1874.5 }
const taxa: Record<string, object> = {
  Porifera: { taxonRank: 'phylum', scientificNameID: 'urn:lsid:marinespecies.org:taxname:558' },
  Anthozoa: { taxonRank: 'class', scientificNameID: 'urn:lsid:marinespecies.org:taxname:1292' }
}

/** Opens the grid of all annotations of a label. @returns its cells, once the crop of each visible one has loaded */
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

/** Exports a Darwin Core Archive on the exports page and downloads it. @returns its texts by file name */
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

t.test(
  'all shapes on real photographs, labelled points, relabelling in the grid, an archive of everything, and undo of everything',
  async t => {
    const { page, projectId, media, labels } = await bench(t, large)
    t.equal(media.length, 3)
    for (const { id, revision } of media) await callApi(page, 'PATCH', `/media/${id}`, { revision, ...station })
    for (const { id, revision, name } of labels.slice(0, 2))
      await callApi(page, 'PATCH', `/labels/${id}`, { revision, scientificName: name, ...taxa[name] })
    for (const image of media) {
      const canvas = await annotate(page, projectId, image.id)
      await page.keyboard.press('1')
      await page.keyboard.press('a')
      await clickAt(page, canvas, [0.3, 0.38])
      await page.keyboard.press('s')
      await drag(page, canvas, [0.4, 0.36], [0.5, 0.45])
      await page.keyboard.press('d')
      await drag(page, canvas, [0.65, 0.38], [0.7, 0.41])
      await page.keyboard.press('g')
      await clickAt(page, canvas, [0.3, 0.55], [0.4, 0.55], [0.35, 0.65])
      await page.keyboard.press('Enter')
      await page.keyboard.press('f')
      await clickAt(page, canvas, [0.5, 0.55], [0.58, 0.6])
      await page.keyboard.press('Enter')
      await page.keyboard.press('Shift+S')
      await clickAt(page, canvas, [0.6, 0.5], [0.7, 0.53], [0.68, 0.6])
      await page.keyboard.press('Shift+D')
      await clickAt(page, canvas, [0.45, 0.66], [0.55, 0.67], [0.5, 0.7])
      await page.keyboard.press('Shift+G')
      await drag(page, canvas, [0.62, 0.66], [0.72, 0.7], [0.6, 0.72])
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
    await fromMenu(page, 'Sample points')
    const dialog = page.getByRole('dialog', { name: 'Sample points' })
    await dialog.getByText('50 points on this image').waitFor()
    await dialog.getByRole('button', { name: 'Draw points' }).click()
    await gone(dialog) // an open one takes keys, and an event can bring the points before the answer closes it
    await count(page, '58 annotations')
    const byHand = new Set(drawnFirst.map(({ id }) => id))
    const points = new Set((await annotationsOf(page, first!.id)).flatMap(({ id }) => (byHand.has(id) ? [] : [id])))

    await canvas.focus()
    await page.keyboard.press('j')
    await page.getByRole('treeitem', { selected: true }).waitFor()
    for (let point = 0; point < 50; point++) await page.keyboard.press(point < 20 ? '2' : '3')
    await saved(page)
    const nameCounts = (list: Annotation[]) => labels.map(({ id }) => list.filter(({ labelId }) => labelId === id).length)
    t.same(nameCounts(await annotationsOf(page, first!.id)), [8, 20, 30], 'one key per point: each one labels it and moves on')

    const cells = await patches(page, projectId, labels[0]!.id, 24)
    const outline = cells.nth(0).locator('svg[viewBox="0 0 256 256"]')
    await outline.waitFor()
    await page.keyboard.press('o')
    await outline.waitFor({ state: 'hidden' })
    await cells.nth(0).click()
    await cells.nth(2).click({ modifiers: ['Shift'] })
    await page.keyboard.press('2')
    await page.getByText('3 annotations labelled Anthozoa').waitFor()
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
      'every shape is an occurrence of its label'
    )
    t.match(
      occurrences.filter(({ organismQuantityType }) => organismQuantityType === 'percentageCoverage'),
      [{ scientificName: 'Anthozoa', organismQuantity: '40', eventID: `urn:uuid:${first!.id}` }],
      'and the points are cover: 20 of 50'
    )
    t.ok(archive.has('meta.xml') && archive.has('eml.xml'))

    await page.goto(`/projects/${projectId}/annotate/review`)
    await page.getByRole('gridcell').first().waitFor()
    await page.keyboard.press('Control+z')
    const question = page.getByRole('alertdialog', { name: 'Undo an earlier change?' })
    await question.getByRole('button', { name: 'Undo it' }).click()
    await page.getByText('3 annotations restored').waitFor()
    await annotate(page, projectId, first!.id)
    const undo = page.getByRole('button', { name: 'Undo' })
    await until(
      () => undo.isEnabled(),
      isRead => isRead
    )
    await until(
      async () => {
        for (let times = 0; times < 10; times++) await page.keyboard.press('Control+z')
        return mediaOf(page, projectId)
      },
      list => list.reduce((sum, { annotationCount }) => sum + annotationCount, 0) === 50
    )
    t.notOk(
      await until(
        () => undo.isEnabled(),
        isEnabled => !isEnabled
      ),
      'nothing is left to undo'
    )
    const left = await Promise.all(media.map(({ id }) => annotationsOf(page, id)))
    t.same(
      left.map(list => list.length),
      [50, 0, 0],
      'all shapes and labels by hand are undone: only the points drawn on the server are left'
    )
    t.ok(left[0]!.every(({ labelId }) => labelId === null))
    await fromMenu(page, 'Sample points')
    await dialog.getByText('1 image has points and keeps them').waitFor() // the button moves
    await dialog.getByRole('button', { name: 'Remove them' }).click()
    await page.getByText('50 points removed').waitFor()
    t.same(await annotationsOf(page, first!.id), [], 'and once these are removed, nothing is left')
  }
)

t.test('an empty project suggests a next step, and a failure states that the data are safe', async t => {
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
