// About: web/features/annotate/outlining, web/features/ai/uploaded
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import type { Job } from '../../shared/contracts/jobs.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { Polygon } from '../../shared/contracts/shapes.ts'
import type { UploadedModelList } from '../../shared/contracts/uploaded-models.ts'
import { annotationsOf } from '../support/annotate-screen.ts'
import { upload } from '../support/annotated-project.ts'
import { startApp } from '../support/app.ts'
import { withoutRuntime } from '../support/brought-models.ts'
import { callApi, checkAccessibility, holdRequests, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { areaOf, clickRadius, decoder, encoder, inputSide } from '../support/interactive-pair.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const url = await startApp(t, { AI_UPLOAD: 'owners' })

const [width, height] = [1000, 700]
const around = {
  kind: 'polygon',
  points: [
    [470, 330],
    [530, 330],
    [530, 370],
    [470, 370]
  ]
}

/** Adds an image of red coral, and a polygon on it. */
async function redImage(page: Page, projectId: string) {
  const content = await sharp({ create: { width, height, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer()
  const mediaId = await upload(page, projectId, 'coral.png', content)
  await until(
    () => callApi<Media>(page, 'GET', `/media/${mediaId}`),
    ({ state }) => state === 'ready'
  )
  const annotationId = crypto.randomUUID()
  const operation = { id: crypto.randomUUID(), kind: 'create', annotationId, mediaId, shape: around, labelId: null }
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations: [operation] })
  const shapeOf = async () => (await annotationsOf(page, mediaId)).find(({ id }) => id === annotationId)?.shape as Polygon
  return { mediaId, shapeOf }
}

async function addFile(page: Page, projectId: string, name: string, buffer: Buffer) {
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

t.test('a pair is added in the page, and outlines what is clicked', { skip: withoutRuntime }, async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Pairs')
  const { mediaId, shapeOf } = await redImage(page, projectId)

  await addFile(page, projectId, 'encoder.onnx', encoder())
  await page.getByText('Add the decoder file as a model too. It then appears here.').waitFor()
  const test = page.getByRole('button', { name: 'Test the model' })
  t.ok(await test.isDisabled(), 'a pair needs its decoder')
  await addFile(page, projectId, 'decoder.onnx', decoder())
  await page.getByText('This file is the decoder of an interactive pair. Choose it in the details of its encoder.').waitFor()
  await checkAccessibility(t, page, 'the decoder of a pair')
  await page.goto(`/projects/${projectId}/ai/models`)
  await page.getByRole('link', { name: 'encoder' }).click()
  await page.getByRole('combobox', { name: 'Decoder' }).selectOption({ label: 'decoder.onnx' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Clicker')
  await page.getByRole('textbox', { name: 'Licence' }).fill('Apache-2.0')
  await checkAccessibility(t, page, 'the details of a pair')
  await test.click()
  const use = page.getByRole('button', { name: 'Use in Annotate' })
  await use.waitFor({ timeout: 120_000 })
  await page.getByText('The outline of a click in the middle of this image.').waitFor()
  t.ok(await use.isDisabled(), 'its licence must be read first')
  await page.getByRole('checkbox', { name: /Apache-2\.0/ }).check()
  await checkAccessibility(t, page, 'a tested pair')
  await use.click()
  await page.getByText('In Annotate, “Outline” (M) uses the newest pair').waitFor()

  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}&v=500,350,0.8`)
  const canvas = page.getByRole('application')
  await canvas.and(page.locator('[aria-busy=false]')).waitFor()
  await canvas.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('m')
  await page.getByRole('group', { name: 'Correct the outline' }).waitFor()
  const { x: left, y: top, width: wide, height: high } = (await canvas.boundingBox())!
  const click = (x: number, y: number) => page.mouse.click(left + wide / 2 + (x - 500) * 0.8, top + high / 2 + (y - 350) * 0.8)
  const polls = await holdRequests(page, /\/api\/jobs\/[^/]+$/) // a fast job could end before the message is seen
  await click(520, 350)
  await page.getByText('Reading the image for outlines').waitFor()
  polls.release()
  const first = await until(shapeOf, shape => shape.points.length > around.points.length)
  const expected = Math.PI * (clickRadius * (width / inputSide)) ** 2
  t.ok(Math.abs(areaOf(first.points) / expected - 1) < 0.03, `${areaOf(first.points)} px² instead of ${expected}`)
  await page.getByText('Reading the image for outlines').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Leave a part out' }).click()
  await click(620, 350)
  const cut = await until(shapeOf, shape => areaOf(shape.points) < 0.9 * areaOf(first.points))
  t.ok(cut.points.every(([x, y]) => Math.hypot(x - 620, y - 350) > 0.9 * clickRadius * (width / inputSide)))
  const { items } = await callApi<{ items: Job[] }>(page, 'GET', `/projects/${projectId}/jobs`)
  t.equal(items.filter(({ kind }) => kind === 'ai.encode_image').length, 1, 'the image is read once')

  await click(520, 350)
  await page.getByText('Clicker finds no object with this click. The outline stays as it is.').waitFor()

  const outlines = '**/ai/outline'
  await page.route(outlines, route => route.abort())
  await click(500, 420)
  const instead = page.getByRole('alertdialog', { name: 'The browser outlines instead of Clicker' })
  await instead.filter({ hasText: 'The server cannot be reached' }).waitFor()
  await page.getByText('No clear edge surrounds the object with this click. The outline stays as it is.').waitFor()
  await checkAccessibility(t, page, 'an outline without the pair')
  await page.unroute(outlines)

  const { outliner } = await callApi<UploadedModelList>(page, 'GET', `/projects/${projectId}/ai/uploaded-models`)
  await callApi(page, 'POST', `/ai/uploaded-models/${outliner?.id}/retire`)
  await click(500, 440)
  await instead.filter({ hasText: 'This project has no pair that outlines objects' }).waitFor()
  t.same((await shapeOf()).points, cut.points, 'without a pair, nothing on an even image has an edge')
})
