// About: web/features/sampling
import type { Browser } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Media } from '../../shared/contracts/media.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import { annotate, annotateBench, annotationsOf, count, drag, fromMenu, mediaOf, saved } from '../support/annotate-screen.ts'
import { sharedApp } from '../support/app.ts'
import { checkAccessibility } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import type { PhotographName } from '../support/photographs.ts'
import { until } from '../support/until.ts'

const { url } = await sharedApp(t)
const browser: Browser = await launchChromium(t)
const large: PhotographName[] = ['reef-transect-2017.jpg', 'rov-framegrab-with-gps-2019.jpg', 'rov-seafloor-2022.jpg']
const bench = (t: Test, files: PhotographName[]) => annotateBench(t, browser, url, files)

t.test('points are drawn within the selected box, on every image, and unlabelled ones are removed', async t => {
  const { page, projectId, media } = await bench(t, large)
  const [first, second, third] = media as [Media, Media, Media]
  const canvas = await annotate(page, projectId, first.id)
  await page.keyboard.press('s')
  await drag(page, canvas, [0.4, 0.4], [0.6, 0.6])
  await saved(page)
  const [frame] = await annotationsOf(page, first.id)
  const shape = frame?.shape as Extract<Shape, { kind: 'box' }>

  const dialog = page.getByRole('dialog', { name: 'Sample points' })
  await fromMenu(page, 'Sample points')
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
  await dialog.getByText('Must be greater than top').waitFor()
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

  await fromMenu(page, 'Sample points')
  t.equal(await dialog.getByLabel('Points per image').inputValue(), '20', 'the last plan is restored')
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
  await page.keyboard.press('k') // the box comes last in the order
  await page.keyboard.press('3')
  await until(
    () => annotationsOf(page, first.id),
    list => list.some(({ labelId, shape }) => labelId !== null && shape?.kind === 'point')
  )
  await fromMenu(page, 'Sample points')
  await dialog.getByLabel('Every image of the project (3)').check()
  await dialog.getByRole('button', { name: 'Remove unlabelled points' }).click()
  await page.getByText('2 of 3 images have no points; 1 image keeps its points').waitFor()
  t.same(await Promise.all([first, second, third].map(async ({ id }) => (await annotationsOf(page, id)).length)), [21, 0, 0])
})
