// About: web/features/media, web/features/media/viewer, web/routes/project/overview.tsx
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import {
  atRest,
  callApi,
  checkAccessibility,
  holdRequests,
  makeProject,
  newPerson,
  numbersOfOverview,
  openApp,
  watchCalls
} from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { type PhotographName, photograph } from '../support/photographs.ts'
import { picture } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()
const jpeg = 'image/jpeg'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Overview of a new project, signed in as its owner. */
async function project(t: Test, title: string, options = {}): Promise<{ page: Page; id: string }> {
  const page = await openApp(t, browser, url, { as: ana, ...options })
  const { id } = await makeProject(page, title)
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('heading', { name: /^Images/ }).waitFor()
  return { page, id }
}

const add = (page: Page, files: Upload[] | string[]) => page.getByLabel('Images to add', { exact: true }).setInputFiles(files)
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name.replaceAll('.', '\\.')}`) })
const canvas = (page: Page): Locator => page.locator('canvas[role="img"]')
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const sharp = (page: Page) => page.locator('canvas[data-picture="sharp"]').waitFor()
const zoom = async (page: Page) =>
  Number.parseInt((await page.getByRole('group', { name: 'Zoom' }).getByRole('status').textContent()) ?? '', 10)

async function files(count: number, from = 0): Promise<Upload[]> {
  const made = Array.from({ length: count }, async (_, at) => ({
    name: `frame-${from + at}.jpg`,
    mimeType: jpeg,
    buffer: await picture({ seed: from + at })
  }))
  return Promise.all(made)
}

async function withPhotographs(t: Test, title: string, count: number, options = {}) {
  const scene = await project(t, title, options)
  await add(scene.page, await files(count))
  await scene.page.getByText(`${count} ${count === 1 ? 'image' : 'images'} added`).waitFor()
  await tray(scene.page).getByRole('button', { name: 'Close' }).click()
  for (let at = 0; at < count; at++) await cell(scene.page, `frame-${at}.jpg`).waitFor()
  await numbersOfOverview(scene.page)
  return scene
}

const field: PhotographName[] = [
  'reef-quadrat-2007.jpg',
  'reef-transect-2017.jpg',
  'rov-framegrab-with-gps-2019.jpg',
  'rov-seafloor-2022.jpg'
]

t.test('four field images are dropped and shown, with their times and the position of the frame grab', async t => {
  const { page } = await project(t, 'Field images')
  await page.getByText('Drop images or whole folders here').waitFor()
  await checkAccessibility(t, page, 'the empty gallery')
  await add(page, await Promise.all(field.map(photograph)))
  await page.getByText('4 images added').waitFor()
  for (const [name, time] of [
    ['reef-quadrat-2007.jpg', 'No time'],
    ['reef-transect-2017.jpg', '2017-09-05'],
    ['rov-framegrab-with-gps-2019.jpg', '2019-11-20 22:14'],
    ['rov-seafloor-2022.jpg', '2022-10-06 23:44']
  ] as const) {
    await cell(page, name).getByText(time).waitFor()
  }
  await page.getByRole('heading', { name: '1 image has a camera time without a time zone.' }).waitFor()
  await checkAccessibility(t, page, 'the gallery with finished uploads')
  await tray(page).getByRole('button', { name: 'Close' }).click()

  await numbersOfOverview(page)
  await cell(page, 'rov-framegrab-with-gps-2019.jpg').click()
  await page.getByText('2019-11-20 22:14:22 UTC').waitFor()
  await page.getByText(/^36\.79184°\sN, 122\.07171°\sW$/).waitFor()
  await page.getByText(/^36°\s47\.511′\sN, 122°\s04\.302′\sW$/).waitFor()
  await sharp(page)
  await checkAccessibility(t, page, 'the viewer')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await cell(page, 'reef-transect-2017.jpg').click()
  await page.getByText(/^4\s000 × 3\s000 px/).waitFor()
  await page.getByText('Time zone: UTC+13:00.').waitFor()
  await sharp(page)
  const whole = await zoom(page)
  await canvas(page).dblclick()
  await page.waitForFunction(() => document.querySelector('output')?.textContent?.startsWith('100'))
  await page.keyboard.press('0')
  await page.waitForFunction(scale => Number.parseInt(document.querySelector('output')?.textContent ?? '', 10) === scale, whole)
})

t.test('wheel, keys and buttons zoom; arrows change the image when it is shown whole, and pan otherwise', async t => {
  const { page } = await withPhotographs(t, 'Zoom', 2)
  await cell(page, 'frame-0.jpg').click()
  await sharp(page)
  t.equal(await zoom(page), 100, 'a small picture is not enlarged')
  const box = (await canvas(page).boundingBox())!
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3)
  await page.mouse.wheel(0, -400)
  await page.waitForFunction(() => Number.parseInt(document.querySelector('output')?.textContent ?? '', 10) > 110)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'frame-0.jpg' }).waitFor()
  await page.getByRole('button', { name: 'Fit to window' }).click()
  await page.getByRole('button', { name: 'Fit to window', disabled: true }).waitFor()
  const other = await page.getByRole('button', { name: 'Next image' }).count()
  await page.keyboard.press(other ? 'ArrowRight' : 'ArrowLeft')
  await page.getByRole('dialog', { name: 'frame-1.jpg' }).waitFor()
  t.match(page.url(), /[?&]media=/)
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.notMatch(page.url(), /[?&]media=/, 'Back closes the viewer, whatever was viewed in between')
})

t.test('the gallery works by keyboard alone', async t => {
  const { page } = await withPhotographs(t, 'Keys', 5)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-index'))
  await page.getByLabel('Sort images').focus()
  for (let step = 0; step < 3 && (await focused()) === null; step++) await page.keyboard.press('Tab')
  t.equal(await focused(), '0')
  await page.keyboard.press('End')
  t.equal(await focused(), '4')
  await page.keyboard.press('ArrowLeft')
  t.equal(await focused(), '3')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await sharp(page)
  t.equal(await page.getByRole('tooltip', { name: 'Download the original' }).count(), 0, 'the viewer opens without a tooltip')
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip', { name: /^Annotate\s*A$/ }).waitFor()
  t.equal(await page.locator('body [title]').count(), 0, 'no component has a native tooltip')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-index') === '3')
  await page.keyboard.press('Space')
  await page.getByText('1 image selected').waitFor()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.getByText('2 images selected').waitFor()
  await checkAccessibility(t, page, 'the gallery with a selection')
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete 2 images?' })
  await question.waitFor()
  await checkAccessibility(t, page, 'the question before deleting')
  await question.getByRole('button', { name: 'Delete 2 images' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Images 3' }).waitFor()
})

t.test('a deletion of many images ends when its dialog is closed', async t => {
  const { page } = await withPhotographs(t, 'Stopped', 8)
  await page.locator('[data-index="0"]').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+End')
  await page.getByText('8 images selected').waitFor()
  const held = await holdRequests(page, '**/api/media/*')
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete 8 images?' })
  await question.getByRole('button', { name: 'Delete 8 images' }).click()
  await held.arrived
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  held.release()
  await page.getByText('Deleted 4 of 8 images; the others stay').waitFor()
  await page.getByRole('heading', { name: 'Images 4' }).waitFor()
  await page.getByText('4 images selected').waitFor()
})

t.test('Help opens above the viewer; keys pressed in it or in a confirmation do not reach the image', async t => {
  const { page } = await withPhotographs(t, 'Keys of the viewer', 2)
  await cell(page, 'frame-0.jpg').click()
  await sharp(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help and keyboard shortcuts' })
  await help.getByRole('region', { name: 'Image viewer' }).waitFor()
  await checkAccessibility(t, page, 'Help above the viewer')
  await help.getByRole('button', { name: 'Close' }).focus()
  for (const key of ['j', 'k', 'Delete', 'g', 'd']) await page.keyboard.press(key)
  t.equal(await page.getByRole('alertdialog').count(), 0)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  const viewer = page.getByRole('dialog', { name: 'frame-0.jpg' })
  await viewer.waitFor()

  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).focus()
  for (const key of ['j', 'k', 'g', 'd']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await viewer.waitFor()
  const isLast = (await page.getByRole('button', { name: 'Next image' }).count()) === 0
  await page.keyboard.press(isLast ? 'k' : 'j')
  await page.getByRole('dialog', { name: 'frame-1.jpg' }).waitFor()
})

t.test('a link opens the image, and closing it leaves the gallery', async t => {
  const { page, id } = await withPhotographs(t, 'Links', 1)
  const { items } = await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${id}/media`)
  await page.goto(`/projects/${id}/dashboard?media=${items[0]!.id}`)
  await page.getByRole('dialog', { name: 'frame-0.jpg' }).waitFor()
  await sharp(page)
  await page.keyboard.press('Escape')
  await cell(page, 'frame-0.jpg').waitFor()
  await page.goto(`/projects/${id}/dashboard?media=unknown`)
  await page.getByText('This image cannot be shown').waitFor()
})

t.test('search and order stay in the address; an empty result is explained', async t => {
  const { page } = await withPhotographs(t, 'Search', 3)
  await page.getByRole('searchbox', { name: 'Search file names' }).fill('frame-2')
  await page.getByRole('heading', { name: 'Images 1 found' }).waitFor()
  await page.getByLabel('Sort images').selectOption('name')
  await page.waitForURL(/search=frame-2&sort=name/)
  await page.reload()
  await page.getByRole('heading', { name: 'Images 1 found' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search file names' }).fill('squid')
  await page.getByRole('heading', { name: 'No image is called “squid”' }).waitFor()
  await checkAccessibility(t, page, 'a search without result')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('heading', { name: 'Images 3' }).waitFor()
})

t.test('a list that cannot be loaded names the failure and retries', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'Out of reach')
  let refuse = true
  await page.route(/\/api\/projects\/[^/]+\/media\?/, route =>
    refuse ? route.fulfill({ status: 403, json: { detail: 'Not for you.' } }) : route.fallback()
  )
  await page.clock.install()
  await page.goto(`/projects/${id}/dashboard`)
  const failed = page.getByRole('heading', { name: 'The images cannot be shown' })
  while (!(await failed.isVisible())) await page.clock.runFor(1000) // tap would end it after a while
  t.equal(await page.getByRole('heading', { name: 'Images', exact: true }).count(), 1, 'without a number')
  await checkAccessibility(t, page, 'the gallery that failed')
  refuse = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  const empty = page.getByText('Drop images or whole folders here')
  while (!(await empty.isVisible())) await page.clock.runFor(500)
})

t.test('a list that could not be refreshed while the server was busy is refreshed later', async t => {
  const { page } = await withPhotographs(t, 'A busy server', 1)
  let refused = 0
  const isList = /\/api\/projects\/[^/]+\/media\?/
  await page.route(isList, route => {
    refused += 1
    return route.fulfill({ status: 503, json: { detail: 'Busy.' } })
  })
  await page.clock.install()
  await add(page, await files(1, 1))
  await page.getByText('1 image added').waitFor()
  while (refused < 4) await page.clock.runFor(1000) // after four tries the query has failed
  await page.unroute(isList)
  for (let tries = 0; tries < 12; tries++) await page.clock.runFor(1000)
  await cell(page, 'frame-1.jpg').waitFor()
})

t.test('on a phone nothing is wider than the screen', async t => {
  const { page } = await withPhotographs(t, 'Phone', 2, { viewport: { width: 390, height: 844 }, hasTouch: true })
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  t.equal(await overflow(), 0)
  await cell(page, 'frame-0.jpg').tap()
  await sharp(page)
  await page.getByRole('button', { name: 'Details of this image' }).tap()
  await page.getByRole('heading', { name: 'Taken' }).waitFor()
  await checkAccessibility(t, page, 'the viewer on a phone')
  t.equal(await overflow(), 0)
})

t.test('a large image is shown as tiles; a failed tile is reported and fetched again', async t => {
  const { page } = await project(t, 'Tiles')
  await add(page, [{ name: 'mosaic.jpg', mimeType: jpeg, buffer: await picture({ width: 6000, height: 4500 }) }])
  await page.getByText('1 image added').waitFor()
  await tray(page).getByRole('button', { name: 'Close' }).click()
  await page.locator('[data-state="ready"]').waitFor()
  let broken = true
  await page.route(/\/tiles\/\d+\/0\/0$/, route => (broken ? route.abort() : route.fallback()))
  const calls = watchCalls(page)
  await numbersOfOverview(page)
  await cell(page, 'mosaic.jpg').click()
  await page.getByText('1 part of the image is missing').waitFor()
  broken = false
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByText('1 part of the image is missing').waitFor({ state: 'detached' })
  await sharp(page)
  t.ok(calls.some(call => call.includes('/tiles/')))
  t.notOk(
    calls.some(call => call.endsWith('/content')),
    'the whole file is never fetched'
  )
})

t.test('the viewer draws the annotations of the image, and H hides them', async t => {
  const page = await openApp(t, browser, url, { as: ana })
  const { projectId, mediaIds } = await annotatedProject(page, 'Drawn', ['a.png'], [{ label: 'Porifera', image: 0, count: 1 }])
  await page.goto(`/projects/${projectId}/dashboard?media=${mediaIds[0]}`)
  await page.getByRole('button', { name: 'Hide annotations' }).waitFor()
  await sharp(page)
  const seen = async () => (await canvas(page).screenshot()).toString('base64')
  await page.keyboard.press('h')
  await page.getByRole('button', { name: 'Show annotations' }).waitFor()
  await page.evaluate(atRest)
  const hidden = await seen()
  await page.keyboard.press('h')
  const drawn = await until(seen, now => now !== hidden)
  t.not(drawn, hidden)
  await page.keyboard.press('h')
  t.equal(await until(seen, now => now === hidden), hidden)
  await page.keyboard.press('a')
  await page.waitForURL(`**/projects/${projectId}/annotate?image=${mediaIds[0]}*`)
})
