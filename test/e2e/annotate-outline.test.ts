// About: web/features/annotate/outlining
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import type { Media } from '../../shared/contracts/media.ts'
import { isInRing } from '../../shared/geometry/outline.ts'
import { annotate, annotationsOf, count, saved, withoutMessage } from '../support/annotate-screen.ts'
import { upload } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { noisePicture } from '../support/noise.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)

interface Drawn {
  name: string
  width: number
  height: number
  format: 'png' | 'jpeg' | 'tiff'
  orientation?: number
}

/** The animal is an ellipse around (0.4, 0.5) with these half axes, as shares of the picture. */
const [across, down] = [0.16, 0.22]
const isInAnimal = (x: number, y: number, { width, height }: Pick<Drawn, 'width' | 'height'>) =>
  ((x / width - 0.4) / across) ** 2 + ((y / height - 0.5) / down) ** 2 <= 1

/** Draws a red animal on sand, with noise. */
async function animalOnSand({ width, height, format }: Drawn): Promise<Buffer> {
  const animal = `<ellipse cx="${0.4 * width}" cy="${0.5 * height}" rx="${across * width}" ry="${down * height}" fill="rgb(170,90,80)"/>`
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(150,145,120)"/>${animal}</svg>`
  const noise = await sharp(await noisePicture({ width: 500, height: 400, mean: 128, sigma: 12, seed: 1 }))
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()
  return sharp(Buffer.from(drawing))
    .composite([{ input: noise, blend: 'soft-light' }])
    .removeAlpha()
    .toFormat(format)
    .toBuffer()
}

async function opened(page: Page, drawn: Drawn) {
  const { id: projectId } = await makeProject(page, 'Outlines')
  const mediaId = await upload(page, projectId, `animal.${drawn.format}`, await animalOnSand(drawn))
  const { tiled } = await until(
    () => callApi<Media>(page, 'GET', `/media/${mediaId}`),
    ({ state }) => state === 'ready'
  )
  const { width, height } = drawn
  const box = (left: number, top: number, wide: number, high: number) => ({
    kind: 'box',
    ...{ x: left * width, y: top * height, width: wide * width, height: high * height }
  })
  const shapes = [box(0.2, 0.24, 0.4, 0.52), box(0.7, 0.1, 0.2, 0.2)]
  const ids = shapes.map(() => crypto.randomUUID())
  const operations = shapes.map((shape, index) => ({
    ...{ id: crypto.randomUUID(), kind: 'create', annotationId: ids[index], mediaId, shape, labelId: null }
  }))
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  const canvas = await annotate(page, projectId, mediaId)
  await count(page, '2 annotations')
  const shapeOf = async (index: number) => (await annotationsOf(page, mediaId)).find(({ id }) => id === ids[index])?.shape
  return { canvas, shapes, tiled, shapeOf }
}

for (const drawn of [
  { name: 'a file without tiles', width: 1000, height: 700, format: 'png' },
  { name: 'tiles', width: 5200, height: 3900, format: 'jpeg' },
  { name: 'tiles of a TIFF', width: 900, height: 700, format: 'tiff' }
] satisfies Drawn[])
  t.test(`a box becomes the outline of its object, and a box without one stays: ${drawn.name}`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
    const { shapes, tiled, shapeOf } = await opened(page, drawn)
    t.equal(tiled, drawn.format !== 'png')
    await page.keyboard.press('Control+a')
    await page.getByText('2 selected', { exact: true }).first().waitFor()
    await page.keyboard.press('m')
    await page.getByText('1 box without a clear object stays as it is.').waitFor()
    await saved(page)
    const outline = await until(
      () => shapeOf(0),
      shape => shape?.kind === 'polygon'
    )
    if (outline?.kind !== 'polygon') return void t.fail('no polygon')
    let [both, either] = [0, 0]
    const step = drawn.width / 250
    for (let x = step / 2; x < drawn.width; x += step)
      for (let y = step / 2; y < drawn.height; y += step) {
        const [covered, inside] = [isInRing(x, y, outline.points), isInAnimal(x, y, drawn)]
        if (covered && inside) both++
        if (covered || inside) either++
      }
    t.ok(both / either > 0.9, `the outline is that of the animal: ${(both / either).toFixed(3)}`)
    t.ok(outline.points.length > 8 && outline.points.length < 400, `${outline.points.length} vertices`)
    t.match(await shapeOf(1), shapes[1]!)
    await page.keyboard.press('Control+z')
    t.match(
      await until(
        () => shapeOf(0),
        shape => shape?.kind === 'box'
      ),
      shapes[0]!,
      'one undo brings the box back'
    )
    await page.keyboard.press('Control+Shift+z')
    await until(
      () => shapeOf(0),
      shape => shape?.kind === 'polygon'
    )
  })

t.test('without a network, a picture on the canvas is outlined, and tiles that are missing leave the box', async t => {
  for (const drawn of [
    { name: 'one file', width: 1000, height: 700, format: 'png' },
    { name: 'tiles', width: 5200, height: 3900, format: 'jpeg' }
  ] satisfies Drawn[]) {
    const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
    const { canvas, tiled } = await opened(page, drawn)
    await page.keyboard.press('Control+a')
    await withoutMessage(canvas)
    await page.route(/\/(content|tiles\/)/, route => route.abort())
    await page.keyboard.press('m')
    if (tiled) {
      await page.getByText('The object was not outlined').waitFor()
      t.equal(await page.getByRole('treeitem', { name: /box/ }).count(), 2, 'nothing is lost')
    } else await page.getByRole('treeitem', { name: /polygon/ }).waitFor()
  }
})

t.test('the outline by mouse, and without a box', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { canvas, shapeOf } = await opened(page, { name: 'by mouse', width: 1000, height: 700, format: 'png' })
  await page.keyboard.press('m')
  await page.getByText('Select one or more boxes to outline, or one polygon to correct.').waitFor()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Outline the object' }).click()
  await until(
    () => shapeOf(0),
    shape => shape?.kind === 'polygon'
  )
  await checkAccessibility(t, page, 'after an outline')
  await canvas.focus()
  await page.keyboard.press('Control+z')
  await until(
    () => shapeOf(0),
    shape => shape?.kind === 'box'
  )
})
