// About: web/features/scale
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { MediaScale } from '../../shared/contracts/scale.ts'
import { addPhotograph } from '../support/add-photograph.ts'
import { upload } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { laserPair, pictureWithLasers } from '../support/laser-pictures.ts'

const { url } = await sharedApp(t)
const browser = await launchChromium(t)

/** Clicks at shares of the canvas, slowly enough that two clicks are not a double click. */
async function clickAt(page: Page, canvas: Locator, ...places: [x: number, y: number][]): Promise<void> {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the canvas is not visible')
  for (const [across, down] of places) {
    await page.mouse.click(box.x + across * box.width, box.y + down * box.height)
    await page.waitForTimeout(380)
  }
}

/** Opens the Annotate screen of one photograph. */
async function annotating(t: Test): Promise<{ page: Page; mediaId: string; canvas: Locator; panel: Locator }> {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  const { id: mediaId } = await addPhotograph(page, projectId, 'reef-transect-2017.jpg')
  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  const canvas = page.getByRole('application')
  await canvas.and(page.locator('[aria-busy=false]')).waitFor()
  await canvas.focus()
  return { page, mediaId, canvas, panel: page.getByRole('region', { name: 'Scale of this image' }) }
}

t.test('two laser points give a photograph its scale: a bar, and lengths in centimetres', async t => {
  const { page, mediaId, canvas, panel } = await annotating(t)
  await page.keyboard.press('Shift+R')
  await panel.getByText('Mark each laser point on the image.').waitFor()
  await clickAt(page, canvas, [0.4, 0.5], [0.6, 0.5])
  await panel.getByRole('list', { name: 'Marks' }).getByRole('listitem').nth(1).waitFor()
  t.equal(await panel.getByRole('list', { name: 'Marks' }).getByRole('listitem').count(), 2)
  await panel.getByLabel('Distance between neighbouring lasers').fill('10')
  await panel.getByText(/mm per px/).waitFor()
  await panel.getByText(/one pixel changes lengths by 0\.\d+\s%/).waitFor()
  await checkAccessibility(t, page, 'the scale of an image')
  await panel.getByRole('button', { name: 'Save scale' }).click()
  await page.getByRole('img', { name: /^Scale bar: (1|2|5)0?\s(mm|cm)$/ }).waitFor()
  await panel.getByText(/^2 laser points, 10\scm apart/).waitFor()

  const scale = await callApi<MediaScale>(page, 'GET', `/media/${mediaId}/scale`)
  t.match(scale, { origin: 'set', revision: 1, basis: { method: 'lasers', spacingInMeters: 0.1 } })

  await page.keyboard.press('Shift+R')
  await canvas.focus()
  await page.keyboard.press('f')
  await clickAt(page, canvas, [0.4, 0.5], [0.6, 0.5])
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: 'Size' })
    .getByText(/^Length .*\spx · 10\scm$/)
    .waitFor()
  const { annotations } = await callApi<{ annotations: Annotation[] }>(page, 'GET', `/media/${mediaId}/annotations`)
  t.same(
    annotations.map(({ shape }) => shape?.kind).filter(kind => kind !== 'line'),
    [],
    'scale marks are not annotations'
  )

  await page.getByRole('button', { name: 'Scale', exact: true }).click()
  await panel.getByRole('button', { name: 'Remove' }).click()
  await panel.getByText('Mark each laser point on the image.').waitFor()
  await gone(page.getByRole('img', { name: /^Scale bar/ }))
})

/** Presses Tab until the element has the focus, like someone without a mouse. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  const element = await place.elementHandle()
  for (let pressed = 0; pressed < 30; pressed++) {
    if (await page.evaluate(found => found === document.activeElement, element)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let pressed = 0; pressed < times; pressed++) await page.keyboard.press(key)
}

t.test('a known length gives an image its scale by keyboard alone', async t => {
  const { page, mediaId, canvas, panel } = await annotating(t)
  await page.keyboard.press('Shift+R')
  await panel.getByText('Mark each laser point on the image.').waitFor()

  const method = panel.getByRole('combobox', { name: 'Measured by' })
  await tabTo(page, method)
  await page.keyboard.press('ArrowDown')
  await panel.getByText('Draw a line along something of known length.').waitFor()
  t.ok(await method.evaluate(element => element === document.activeElement), 'the focus stays on the choice')
  await page.keyboard.press('ArrowDown')
  t.equal(await method.inputValue(), 'altitude', 'and moves on to the next method')
  await page.keyboard.press('ArrowUp')

  await tabTo(page, panel.getByRole('button', { name: 'Draw on the image' }))
  await page.keyboard.press('Enter')
  t.ok(await canvas.evaluate(element => element === document.activeElement), 'the keys are those of the canvas')
  await pressTimes(page, 'Shift+ArrowLeft', 10)
  await page.keyboard.press('Enter')
  await pressTimes(page, 'Shift+ArrowRight', 19)
  await pressTimes(page, 'ArrowRight', 10)
  await page.keyboard.press('Enter')
  const marks = panel.getByRole('list', { name: 'Marks' }).getByRole('listitem')
  await marks.nth(1).waitFor()

  await tabTo(page, panel.getByLabel('Length of the line'))
  await page.keyboard.type('50')
  await panel.getByText(/mm per px/).waitFor()
  await checkAccessibility(t, page, 'a length that was drawn by keys')
  await page.keyboard.press('Enter')
  await panel.getByText(/^A known length of 50\scm/).waitFor()
  await page.getByRole('img', { name: /^Scale bar/ }).waitFor()

  const { basis, metersPerPixel } = await callApi<MediaScale>(page, 'GET', `/media/${mediaId}/scale`)
  if (basis?.method !== 'length') throw new Error('the scale has another basis')
  t.equal(basis.from.y, basis.to.y, 'sideways arrows keep the line level')
  t.ok(Math.abs((basis.to.x - basis.from.x) * (metersPerPixel ?? 0) - 0.5) < 1e-6, '200 px of the screen are half a metre')
})

t.test('laser points are marked and removed by keyboard alone', async t => {
  const { page, mediaId, panel } = await annotating(t)
  await page.keyboard.press('Shift+R')
  await panel.getByText('Mark each laser point on the image.').waitFor()
  const marks = panel.getByRole('list', { name: 'Marks' }).getByRole('listitem')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await panel.getByText('Mark the second laser point.').waitFor()
  await pressTimes(page, 'Shift+ArrowRight', 5)
  await page.keyboard.press('Enter')
  await pressTimes(page, 'Shift+ArrowDown', 5)
  await page.keyboard.press('Enter')
  await marks.nth(2).waitFor()
  await tabTo(page, panel.getByRole('button', { name: 'Remove mark 3' }))
  await page.keyboard.press('Enter')
  await marks.nth(2).waitFor({ state: 'detached' })
  await tabTo(page, panel.getByLabel('Distance between neighbouring lasers'))
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await panel.getByText(/^2 laser points, 10\scm apart/).waitFor()
  t.match(await callApi<MediaScale>(page, 'GET', `/media/${mediaId}/scale`), { basis: { method: 'lasers', spacingInMeters: 0.1 } })
})

t.test('laser points are found after three images were marked by hand, and a person saves them', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  const frames = [laserPair(350, 240, 100), laserPair(360, 240, 120), laserPair(370, 240, 140), laserPair(366, 250, 160)]
  const ids: string[] = []
  for (const [seed, points] of frames.entries())
    ids.push(await upload(page, projectId, `frame-${seed}.png`, await pictureWithLasers(seed, points)))
  const panel = page.getByRole('region', { name: 'Scale of this image' })
  const find = panel.getByRole('button', { name: 'Find the points' })
  const marks = panel.getByRole('list', { name: 'Marks' }).getByRole('listitem')

  await page.goto(`/projects/${projectId}/annotate?image=${ids[3]}`)
  await page.getByRole('application').and(page.locator('[aria-busy=false]')).waitFor()
  await page.keyboard.press('Shift+R')
  await find.click()
  await panel.getByText(/once 3 images of this camera and size have points marked by hand. The project has 0: mark more/).waitFor()
  for (const [index, id] of ids.slice(0, 3).entries()) {
    const basis = { method: 'lasers', marks: frames[index], spacingInMeters: 0.1 }
    await callApi(page, 'PUT', `/media/${id}/scale`, { revision: 0, basis })
  }
  await find.click()
  await panel.getByText('Found by the points on 3 other images. Check each of them before you save.').waitFor()
  t.equal(await marks.count(), 2)
  await checkAccessibility(t, page, 'laser points that were found')
  await panel.getByLabel('Distance between neighbouring lasers').fill('10')
  await panel.getByRole('button', { name: 'Save scale' }).click()
  await panel.getByText(/^2 laser points, 10\scm apart/).waitFor()
  const { basis, metersPerPixel } = await callApi<MediaScale>(page, 'GET', `/media/${ids[3]}/scale`)
  const distance = Math.hypot(160, 4)
  t.ok(Math.abs(metersPerPixel! / (0.1 / distance) - 1) < 0.02, JSON.stringify(basis))
})
