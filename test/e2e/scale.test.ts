import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { MediaScale } from '../../shared/contracts/scale.ts'
import { startApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const url = await startApp(t)
const browser = await launchChromium(t)
const photograph = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'images', 'reef-transect-2017.jpg')

/** Clicks at shares of the canvas, slowly enough that two clicks are no double click. */
async function clickAt(page: Page, canvas: Locator, ...places: [x: number, y: number][]): Promise<void> {
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the canvas is not seen')
  for (const [across, down] of places) {
    await page.mouse.click(box.x + across * box.width, box.y + down * box.height)
    await page.waitForTimeout(380)
  }
}

/** Once its thumbnails are made. */
async function firstImage(page: Page, projectId: string): Promise<Media> {
  for (;;) {
    const { items } = await callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media`)
    if (items[0]?.state === 'ready') return items[0]
    await page.waitForTimeout(200)
  }
}

t.test('two laser points on a photograph give it a scale: a bar, and lengths in centimetres', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.locator('input[type=file]').first().setInputFiles([photograph])
  const { id: mediaId } = await firstImage(page, projectId)
  await page.goto(`/projects/${projectId}/annotate?image=${mediaId}`)
  const canvas = page.getByRole('application')
  await canvas.focus()

  await page.keyboard.press('Shift+R')
  const panel = page.getByRole('region', { name: 'Scale of this image' })
  await panel.getByText('Mark each laser point on the image.').waitFor()
  await clickAt(page, canvas, [0.4, 0.5], [0.6, 0.5])
  t.equal(await panel.getByRole('list', { name: 'Marks' }).getByRole('listitem').count(), 2)
  await panel.getByLabel('Between neighbouring lasers').fill('10')
  await panel.getByText(/mm per px/).waitFor()
  await panel.getByText(/one pixel off is 0\.\d+\s% of a length/).waitFor()
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
    'marks of a scale are no annotations'
  )

  await page.getByRole('button', { name: 'Scale', exact: true }).click()
  await panel.getByRole('button', { name: 'Take away' }).click()
  await panel.getByText('Mark each laser point on the image.').waitFor()
  t.equal(await page.getByRole('img', { name: /^Scale bar/ }).count(), 0)
})
