// About: web/features/annotate/outlining
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import type { Media } from '../../shared/contracts/media.ts'
import type { Polygon } from '../../shared/contracts/shapes.ts'
import { isInRing } from '../../shared/geometry/outline.ts'
import { annotationsOf, count, saved } from '../support/annotate-screen.ts'
import { upload } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { noisePicture } from '../support/noise.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)

const [width, height] = [1000, 700]
type Ellipse = readonly [x: number, y: number, radiusX: number, radiusY: number]
const animal: Ellipse = [380, 350, 160, 150]
/** A neighbour of nearly the same colour, which touches the animal. */
const alike: Ellipse = [630, 350, 100, 85]
/** A part of the animal of another colour, outside the box. */
const crest: Ellipse = [380, 170, 60, 40]
/** Another animal, which touches nothing. */
const stray: Ellipse = [880, 180, 45, 40]

const isIn = (x: number, y: number, [cx, cy, rx, ry]: Ellipse) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
const isInAnimal = (x: number, y: number) => isIn(x, y, animal)
const isInWhole = (x: number, y: number) => isInAnimal(x, y) || isIn(x, y, crest)

/** Draws the animal and its neighbour on sand, with noise. */
async function drawing(): Promise<Buffer> {
  const ellipse = ([x, y, rx, ry]: Ellipse, colour: string) => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="rgb(${colour})"/>`
  const shapes = ellipse(crest, '200,190,60') + ellipse(alike, '165,100,70') + ellipse(animal, '150,70,80') + ellipse(stray, '150,70,80')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(150,145,120)"/>${shapes}</svg>`
  const noise = await noisePicture({ width, height, mean: 128, sigma: 10, seed: 1 })
  return sharp(Buffer.from(svg))
    .composite([{ input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .png()
    .toBuffer()
}

const aroundBoth = { kind: 'box', x: 200, y: 185, width: 550, height: 330 }
const aroundStray = { kind: 'box', x: 820, y: 125, width: 120, height: 110 }

/** Opens Annotate on an image with one box. @param scale zoom in CSS pixels per pixel of the image */
async function opened(page: Page, scale: number, shape = aroundBoth) {
  const { id: projectId } = await makeProject(page, 'Outlines')
  const mediaId = await upload(page, projectId, 'animal.png', await drawing())
  await until(
    () => callApi<Media>(page, 'GET', `/media/${mediaId}`),
    ({ state }) => state === 'ready'
  )
  const annotationId = crypto.randomUUID()
  const operation = { id: crypto.randomUUID(), kind: 'create', annotationId, mediaId, shape, labelId: null }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [operation] })
  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}&v=500,350,${scale}`)
  const canvas = page.getByRole('application')
  await canvas.and(page.locator('[aria-busy=false]')).waitFor()
  await canvas.focus()

  const shapeOf = async () => (await annotationsOf(page, mediaId)).find(({ id }) => id === annotationId)?.shape
  /** Waits for a stored polygon other than the last. */
  async function next(last?: Polygon): Promise<Polygon> {
    const found = await until(shapeOf, shape => shape?.kind === 'polygon' && JSON.stringify(shape.points) !== JSON.stringify(last?.points))
    return found as Polygon
  }
  async function click(x: number, y: number) {
    const { x: left, y: top, width: wide, height: high } = (await canvas.boundingBox())!
    await page.mouse.click(left + wide / 2 + (x - 500) * scale, top + high / 2 + (y - 350) * scale)
  }
  return { canvas, shapeOf, next, click }
}

/** Computes the share of places in both of a polygon and a region, among those in either. */
function overlap({ points }: Polygon, isInside: typeof isInAnimal): number {
  let [both, either] = [0, 0]
  for (let x = 2; x < width; x += 4)
    for (let y = 2; y < height; y += 4) {
      const [covered, inside] = [isInRing(x, y, points), isInside(x, y)]
      if (covered && inside) both++
      if (covered || inside) either++
    }
  return both / either
}

t.test('clicks leave a neighbour out of an outline and add a part outside the box', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { canvas, next, click } = await opened(page, 0.8)
  await count(page, '1 annotation')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  const leaking = await next()
  t.ok(overlap(leaking, isInAnimal) < 0.85, `the outline holds the neighbour: ${overlap(leaking, isInAnimal).toFixed(3)}`)

  await page.keyboard.press('m')
  const bar = page.getByRole('group', { name: 'Correct the outline' })
  await bar.waitFor()
  const selectionBar = page.getByRole('group', { name: 'Selection' })
  await selectionBar.getByRole('button', { name: 'Correct the outline by clicks', pressed: true }).waitFor()
  await checkAccessibility(t, page, 'the correction of an outline')
  await bar.getByRole('button', { name: 'Leave a part out' }).click()
  await bar.getByRole('button', { name: 'Leave a part out', pressed: true }).waitFor()
  await click(650, 355)
  const alone = await next(leaking)
  t.ok(overlap(alone, isInAnimal) > 0.9, `the neighbour is left out: ${overlap(alone, isInAnimal).toFixed(3)}`)

  await page.keyboard.down('Alt')
  await click(375, 165)
  await page.keyboard.up('Alt')
  const whole = await next(alone)
  t.ok(overlap(whole, isInWhole) > 0.9, `a click with Alt adds the crest outside the box: ${overlap(whole, isInWhole).toFixed(3)}`)

  await canvas.focus()
  await page.keyboard.press('Control+z')
  t.same((await next(whole)).points, alone.points, 'an undo takes one click back')
  await bar.waitFor()
  await page.keyboard.press('Escape')
  await gone(bar)
  await page.getByText('1 selected', { exact: true }).first().waitFor()

  await page.keyboard.press('m')
  await bar.waitFor()
  await bar.getByRole('button', { name: 'Finish' }).click()
  await gone(bar)
  await page.keyboard.press('Control+z')
  t.same((await next(alone)).points, leaking.points)
  await saved(page)
})

t.test('a click that changes nothing, or without an edge, leaves the outline; another selection or tool ends the correction', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { next, click, shapeOf } = await opened(page, 0.8)
  await count(page, '1 annotation')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  const outline = await next()
  const bar = page.getByRole('group', { name: 'Correct the outline' })
  await page.keyboard.press('m')
  await bar.waitFor()
  await click(880, 180)
  await page.getByText('This part does not touch the object. The outline stays as it is.').waitFor()
  await page.keyboard.down('Alt')
  await click(850, 600)
  await page.keyboard.up('Alt')
  await page.getByText('The outline is the same with this click.').waitFor()
  t.same(await shapeOf(), outline)
  await page.keyboard.press('s')
  await gone(bar)
  await page.keyboard.press('m')
  await bar.waitFor()
  await page.keyboard.press('m')
  await gone(bar)

  await page.keyboard.press('m')
  await bar.waitFor()
  await page.keyboard.press('Control+z')
  await gone(bar)
  await until(shapeOf, shape => shape?.kind === 'box')
})

t.test('a larger animal beside the outlined one does not take its place', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { next, click, shapeOf } = await opened(page, 0.8, aroundStray)
  await count(page, '1 annotation')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  const outline = await next()
  t.ok(overlap(outline, (x, y) => isIn(x, y, stray)) > 0.9)
  await page.keyboard.press('m')
  await page.getByRole('group', { name: 'Correct the outline' }).waitFor()
  await click(280, 440) // close enough to its edge that the box around the click holds most of it
  await page.getByText('This part does not touch the object. The outline stays as it is.').waitFor()
  t.same(await shapeOf(), outline)
})

t.test('a second click at the same place counts, after an undo too', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { next, canvas } = await opened(page, 0.8)
  await count(page, '1 annotation')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  const leaking = await next()
  await page.keyboard.press('m')
  await page.getByRole('group', { name: 'Correct the outline' }).waitFor()
  await canvas.focus()
  await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Alt+Enter')
  const alone = await next(leaking)
  await page.keyboard.press('Control+z')
  t.same((await next(alone)).points, leaking.points)
  await page.keyboard.press('Alt+Enter')
  t.same((await next(leaking)).points, alone.points)
})

t.test('the keyboard places clicks too, and Escape ends the correction', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { next } = await opened(page, 0.8)
  await count(page, '1 annotation')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  const leaking = await next()
  await page.keyboard.press('m')
  const bar = page.getByRole('group', { name: 'Correct the outline' })
  await bar.waitFor()
  await page.keyboard.press('ArrowDown') // brings up the crosshair
  for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Alt+Enter')
  t.ok(overlap(await next(leaking), isInAnimal) > 0.9)
  await page.keyboard.press('Escape')
  await gone(bar)
})

t.test('on a phone, the bar of the correction fits, and the panel makes way for the picture', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 390, height: 800 }, hasTouch: true })
  const { next, click } = await opened(page, 0.4)
  await page.getByRole('button', { name: 'Labels', exact: true }).click()
  await page.getByRole('treeitem', { name: /box/ }).click()
  const selectionBar = page.getByRole('group', { name: 'Selection' })
  await selectionBar.getByRole('button', { name: 'Outline the object' }).click()
  const leaking = await next()
  await selectionBar.getByRole('button', { name: 'Correct the outline by clicks' }).click()
  const bar = page.getByRole('group', { name: 'Correct the outline' })
  await bar.waitFor()
  await gone(selectionBar)
  const { x, width: wide } = (await bar.boundingBox())!
  t.ok(x >= 0 && x + wide <= 390, `from ${x} to ${x + wide}`)
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390), 'nothing is wider than the screen')
  await checkAccessibility(t, page, 'the correction on a phone')
  await bar.getByRole('button', { name: 'Leave a part out' }).tap()
  await click(650, 355)
  t.ok(overlap(await next(leaking), isInAnimal) > 0.9)
})
