// About: web/canvas/tools, web/canvas/shapes, web/annotation/label-panel.tsx
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Media } from '../../shared/contracts/media.ts'
import type { OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { annotate, annotateBench, annotationsOf, clickAt, count, drag, saved } from '../support/annotate-screen.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import type { PhotographName } from '../support/photographs.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const bench = (t: Test, files: PhotographName[]) => annotateBench(t, browser, url, files)

t.test('labels in use come first with their counts, and the others follow as a tree', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const [porifera, , sand] = labels
  await callApi(page, 'POST', `/projects/${projectId}/labels`, { name: 'Demospongiae', parentId: porifera!.id })
  const mark = { annotationId: crypto.randomUUID(), mediaId: media[0]!.id, shape: { kind: 'point', x: 10, y: 10 }, labelId: sand!.id }
  const operations = [{ id: crypto.randomUUID(), kind: 'create', ...mark }]
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  await annotate(page, projectId, media[0]!.id)
  const list = page.getByRole('listbox', { name: 'Labels' })
  await list.getByRole('option', { name: /^Sand\s*1/ }).waitFor()
  const names = (await list.getByRole('option').allInnerTexts()).map(text => text.split(/\s/)[0])
  t.same(names, ['Sand', 'Porifera', 'Anthozoa'], 'the one in use, then those with a number key')
  const tree = page.getByRole('tree', { name: 'All labels' })
  await tree.getByRole('treeitem', { level: 2, name: 'Demospongiae' }).click()
  await page.getByText('Next shape: Demospongiae').waitFor()
  await checkAccessibility(t, page, 'the tree of labels')
  await tree.press('ArrowUp')
  await tree.press('Enter')
  await page.getByText('Next shape: Porifera').waitFor()
})

t.test('the current label can become a favourite and get a number key in the label panel', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const canvas = await annotate(page, projectId, media[0]!.id)
  await page.keyboard.press('1')
  const card = page.getByRole('region', { name: 'About Porifera' })
  const isKept = page.waitForResponse(answer => answer.url().endsWith('/favourite'))
  await card.getByRole('button', { name: 'Porifera is a favourite' }).click()
  await card.locator('button[aria-pressed=true]').waitFor()
  await card.getByLabel('Number key of Porifera').selectOption('2')
  await page.getByText('Key 2 now assigns Porifera').waitFor()
  await page.getByText('Anthozoa no longer has a key.').waitFor()
  await checkAccessibility(t, page, 'label card')
  await isKept
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

/** Counts every key press and click of a page. */
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

t.test('thirty organisms by keyboard alone: apart from aiming, one press each and one per change of label', async t => {
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
  t.equal(new Set(annotations.map(({ shape }) => JSON.stringify(shape))).size, 30, 'each at its place')
  t.same(hands.made, { presses: 30 + 3, clicks: 0 }, 'the label, the tool, the other label, and 30 organisms')
  t.equal(eyes.made.presses, 90, 'and three arrow presses for each place')
})

t.test('thirty organisms at sample points cost one press each by keyboard or one click each by mouse', async t => {
  const { page, projectId, media, labels } = await bench(t, ['rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg'])
  const [walked, clicked] = media as [Media, Media]
  const plan = { method: 'random', count: 30, seed: 'walk' }
  await callApi(page, 'POST', `/projects/${projectId}/samples`, { mediaIds: [walked.id], plan })
  await annotate(page, projectId, walked.id)
  await count(page, '30 annotations')
  const keys = countingHands(page)
  await keys.press('j')
  await page.getByRole('treeitem', { level: 2, selected: true }).first().waitFor()
  for (let point = 0; point < 30; point++) await keys.press(String(1 + (point % 3)))
  await saved(page)
  const named = await annotationsOf(page, walked.id)
  t.same(
    labels.map(({ id }) => named.filter(({ labelId }) => labelId === id).length),
    [10, 10, 10]
  )
  t.same(keys.made, { presses: 1 + 30, clicks: 0 }, 'each key labels a point and moves to the next')

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
})

t.test('brush and eraser change the selected polygon, and the last label follows its person to another browser', async t => {
  const { page, person, projectId, media, labels } = await bench(t, ['rov-seafloor-2022.jpg'])
  const mediaId = media[0]!.id
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('2')
  await page.keyboard.press('g')
  await clickAt(page, canvas, [0.35, 0.4], [0.65, 0.4], [0.65, 0.6], [0.35, 0.6])
  await page.keyboard.press('Enter')
  await saved(page)
  const [drawn] = await annotationsOf(page, mediaId)
  const hint = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()

  await page.keyboard.press('b')
  await drag(page, canvas, [0.6, 0.5], [0.75, 0.5])
  await hint('Changes the selected polygon')
  await page.keyboard.press('Shift+B')
  await drag(page, canvas, [0.5, 0.3], [0.5, 0.7])
  await hint('2 parts become 2 annotations')
  await page.keyboard.press('Enter')
  await count(page, '2 annotations')
  await saved(page)
  const parts = await annotationsOf(page, mediaId)
  t.ok(
    parts.some(({ id, revision }) => id === drawn!.id && revision > drawn!.revision),
    'the polygon is still the same annotation'
  )
  t.ok(parts.every(({ labelId, shape }) => labelId === labels[1]!.id && shape?.kind === 'polygon'))
  await page.keyboard.press('Control+z')
  await count(page, '1 annotation')
  await saved(page)
  t.same(
    (await annotationsOf(page, mediaId)).map(({ shape }) => shape),
    [drawn!.shape],
    'one undo reverts all of it'
  )

  t.equal(await page.locator('body [title]').count(), 0, 'tooltips are the product’s own')
  const elsewhere = await openApp(t, browser, url, { as: person })
  await annotate(elsewhere, projectId, mediaId)
  await elsewhere.getByText('Next shape: Anthozoa').waitFor()
  const other = newPerson('bo')
  const another = await openApp(t, browser, url, { as: other })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: other.email, role: 'editor' })
  await annotate(another, projectId, mediaId)
  await another.getByText('Next shape: no label').waitFor()
})

t.test('the annotations of a label fold, hide and lock; hidden ones are not selected with all', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const marks = ['Porifera', 'Sand'].map((label, at) => ({ label, image: 0, count: 2 - at }))
  const { projectId, mediaIds } = await annotatedProject(page, 'Groups', ['a.png', 'b.png'], marks)
  const canvas = await annotate(page, projectId, mediaIds[1]!)
  await page.getByRole('button', { name: 'Previous image' }).click()
  await count(page, '3 annotations')
  t.match(await callApi(page, 'GET', `/media/${mediaIds[1]}`), { workState: 'notSeen' }, 'an image that is only opened is not in progress')
  const tree = page.getByRole('tree', { name: 'Annotations of this image' })
  const selected = tree.getByRole('treeitem', { selected: true })
  await tree.getByRole('button', { name: 'Hide Porifera' }).click()
  await canvas.focus()
  await page.keyboard.press('Control+a')
  await selected.first().waitFor()
  t.equal(await selected.count(), 1, 'only the annotation that is drawn')
  await tree.getByRole('button', { name: 'Lock Sand' }).click()
  await canvas.focus()
  await page.keyboard.press('Delete')
  await page.getByText('1 annotation is locked').waitFor()
  await count(page, '3 annotations')
  await tree.getByRole('treeitem', { name: 'Sand box', selected: true }).waitFor()
  t.equal(await selected.count(), 1, 'and the selection stays')
  await tree.getByRole('button', { name: 'Show Porifera' }).click()
  await canvas.focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('group', { name: 'Selection' }).getByText('3 selected', { exact: true }).waitFor()
  await page.keyboard.press('Delete')
  await count(page, '1 annotation')
  await tree.getByRole('treeitem', { name: 'Sand box', selected: true }).waitFor()
  await page.keyboard.press('Control+z')
  await count(page, '3 annotations')
  await page.keyboard.press('Escape')
  await gone(selected)

  const group = tree.getByRole('treeitem', { name: 'Porifera: 2 annotations' })
  await tree.focus()
  await page.keyboard.press('ArrowUp')
  await tree.getByRole('treeitem', { name: 'Sand box', selected: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await tree.getByRole('treeitem', { name: 'Porifera box', selected: true }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await group.and(page.locator('[aria-expanded=false]')).waitFor()
  await checkAccessibility(t, page, 'a folded label')
  await page.keyboard.press('ArrowDown')
  await tree.getByRole('treeitem', { level: 2, selected: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.locator('[role=tree] [data-current]').waitFor()
  await page.keyboard.press('ArrowRight')
  await group.and(page.locator('[aria-expanded=true]')).waitFor()
  await selected.first().waitFor()
})
