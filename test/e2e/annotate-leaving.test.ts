// About: web/canvas/tools, web/features/annotate
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { newId } from '../../shared/new-id.ts'
import { annotate, annotateBench, annotationsOf, clickAt, count, drag, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { atRest, callApi } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import type { PhotographName } from '../support/photographs.ts'
import { until } from '../support/until.ts'
import { cutEdits, storedEdits } from '../support/waiting.ts'

const two: PhotographName[] = ['rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg']
const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const hint = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()
async function shown(page: Page, fileName: string): Promise<void> {
  await page.getByRole('application', { name: fileName }).waitFor()
  await page.evaluate(atRest)
}
const kinds = async (page: Page, mediaId: string) => (await annotationsOf(page, mediaId)).map(({ shape }) => shape?.kind)

/** Paints one stroke, and waits until it is on the canvas. */
async function paint(page: Page, canvas: Locator, down: number): Promise<void> {
  await drag(page, canvas, [0.35, down], [0.6, down])
  await hint(page, 'Enter saves · Esc cancels')
}

t.test('a painted mask is saved on its own image, by every way to another one', async t => {
  const { page, projectId, media, labels } = await annotateBench(t, browser, url, two)
  const [first, second] = media.map(({ id, fileName }) => ({ id, fileName }))
  const canvas = await annotate(page, projectId, first!.id)
  await page.keyboard.press('b')
  await paint(page, canvas, 0.3)
  await page.getByRole('button', { name: 'Next image' }).click()
  await shown(page, second!.fileName)
  await saved(page)
  t.match(await annotationsOf(page, first!.id), [{ labelId: null, shape: { kind: 'polygon' } }], 'without a label, to be named later')
  t.same(await kinds(page, second!.id), [])
  t.notOk(new URL(page.url()).searchParams.has('select'), 'nothing of the image before is selected')

  await page.keyboard.press('2')
  await paint(page, canvas, 0.5)
  await page.keyboard.press('ArrowLeft')
  await shown(page, first!.fileName)
  await saved(page)
  t.match(await annotationsOf(page, second!.id), [{ labelId: labels[1]!.id }], 'with the chosen label')

  await paint(page, canvas, 0.5)
  await page.getByRole('navigation', { name: 'Images' }).getByRole('button', { name: second!.fileName }).click()
  await shown(page, second!.fileName)
  await paint(page, canvas, 0.7)
  await page.goBack()
  await shown(page, first!.fileName)
  await saved(page)
  t.same([(await kinds(page, first!.id)).length, (await kinds(page, second!.id)).length], [2, 2])
  await count(page, '2 annotations')

  await paint(page, canvas, 0.7)
  await page.keyboard.press('Control+Enter')
  await shown(page, second!.fileName)
  await saved(page)
  t.equal((await kinds(page, first!.id)).length, 3)
  await page.keyboard.press('Control+z')
  await shown(page, first!.fileName)
  await count(page, '2 annotations')
  await page.getByRole('button', { name: 'This image is done' }).waitFor()
})

t.test('a painted mask is saved when another tool or screen is chosen, and when the page is reloaded or closed', async t => {
  const { page, projectId, media } = await annotateBench(t, browser, url, two.slice(0, 1))
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('b')
  await paint(page, canvas, 0.2)
  await page.keyboard.press('a')
  await count(page, '1 annotation')

  await page.keyboard.press('b')
  await paint(page, canvas, 0.4)
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await page.waitForURL(/\/review/)
  await until(
    () => kinds(page, mediaId),
    found => found.length === 2
  )
  t.notOk(page.url().includes('select'), 'the new screen keeps its address')

  await annotate(page, projectId, mediaId)
  await count(page, '2 annotations')
  await cutEdits(page)
  await page.keyboard.press('b')
  await paint(page, canvas, 0.6)
  await page.reload()
  await count(page, '3 annotations')
  t.equal(await storedEdits(page), 1)

  await annotate(page, projectId, mediaId)
  await page.keyboard.press('b')
  await paint(page, canvas, 0.8)
  const context = page.context()
  await page.close({ runBeforeUnload: true })
  await until(() => page.isClosed(), Boolean)
  const next = await context.newPage()
  await annotate(next, projectId, mediaId)
  await count(next, '4 annotations')
  await saved(next)
  t.equal((await kinds(next, mediaId)).length, 4)
})

t.test('a half-drawn polygon with enough corners is saved too, and one with fewer is dropped', async t => {
  const { page, projectId, media } = await annotateBench(t, browser, url, two)
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('g')
  await clickAt(page, canvas, [0.35, 0.4], [0.65, 0.4], [0.65, 0.6])
  await page.keyboard.press('ArrowRight')
  await shown(page, media[1]!.fileName)
  await clickAt(page, canvas, [0.35, 0.4], [0.65, 0.4])
  await page.goBack()
  await shown(page, media[0]!.fileName)
  await count(page, '1 annotation')
  await saved(page)
  t.same([await kinds(page, media[0]!.id), await kinds(page, media[1]!.id)], [['polygon'], []])
})

t.test('undo during a drawing takes back a corner or a stroke, and stays on the image', async t => {
  const { page, projectId, media } = await annotateBench(t, browser, url, two)
  const [first, second] = media.map(({ id, fileName }) => ({ id, fileName }))
  const canvas = await annotate(page, projectId, first!.id)
  await page.keyboard.press('b')
  await paint(page, canvas, 0.3)
  await page.keyboard.press('ArrowRight')
  await shown(page, second!.fileName)
  await saved(page)
  await page.keyboard.press('g')
  await clickAt(page, canvas, [0.35, 0.4], [0.65, 0.4], [0.65, 0.6])
  for (let corner = 0; corner < 3; corner++) await page.keyboard.press('Control+z')
  await page.keyboard.press('b')
  await paint(page, canvas, 0.3)
  await paint(page, canvas, 0.7)
  await hint(page, '2 parts become 2 annotations')
  await page.keyboard.press('Control+z')
  await page.getByRole('status').filter({ hasText: '2 parts' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await count(page, '1 annotation')
  await page.keyboard.press('Control+z')
  await count(page, '0 annotations')
  await page.keyboard.press('Control+Shift+z')
  await count(page, '1 annotation')
  await shown(page, second!.fileName)
  await saved(page)
  t.same([await kinds(page, first!.id), await kinds(page, second!.id)], [['polygon'], ['polygon']])
})

t.test('a label that is created slowly goes to what was selected, not to what is selected on the next image', async t => {
  const { page, projectId, media, labels } = await annotateBench(t, browser, url, two)
  const [first, second] = media.map(({ id, fileName }) => ({ id, fileName }))
  const shapeOn = (mediaId: string) => ({
    kind: 'create',
    annotationId: newId(),
    mediaId,
    shape: { kind: 'point', x: 200, y: 200 },
    labelId: null
  })
  const operations = [first!, second!].map(({ id }) => ({ id: newId(), ...shapeOn(id) }))
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  const labelOf = async (mediaId: string) => (await annotationsOf(page, mediaId))[0]?.labelId ?? null
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await annotate(page, projectId, first!.id)
  await page.route('**/labels', async route => {
    if (route.request().method() === 'POST') await held
    await route.fallback()
  })
  const row = page.getByRole('treeitem', { level: 2, name: /no label/ })
  await row.click()
  await page.getByLabel('Find a label').fill('Ophiuroidea')
  await page.getByLabel('Find a label').press('Enter')
  await page.getByRole('button', { name: 'Next image' }).click()
  await shown(page, second!.fileName)
  await row.and(page.locator('[aria-selected=false]')).click()
  await row.and(page.locator('[aria-selected=true]')).waitFor()
  await page.getByRole('button', { name: 'Previous image' }).focus()
  answer()
  const labelId = await until(() => labelOf(first!.id), Boolean)
  await saved(page)
  t.notOk(
    labels.some(({ id }) => id === labelId),
    'it is the new label'
  )
  t.equal(await labelOf(second!.id), null)
  t.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Previous image', 'the focus stays')
})
