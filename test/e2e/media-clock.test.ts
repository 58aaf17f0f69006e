// About: web/features/media/clocks
import type { Page } from 'playwright-core'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, numbersOfOverview, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const url = await startApp(t)
const ana = newPerson()

interface Media {
  fileName: string
  eventDate: string | null
}

const timesOf = async (page: Page, projectId: string) =>
  Object.fromEntries(
    (await callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media`)).items.map(({ fileName, eventDate }) => [
      fileName,
      eventDate
    ])
  )

async function add(page: Page, files: { name: string; model?: string; time: string }[]) {
  const chosen = files.map(async ({ name, model, time }, at) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await picture({ seed: name.length * 10 + at, camera: { dateTimeOriginal: time, ...(model && { model }) } })
  }))
  await page.getByLabel('Images to add', { exact: true }).setInputFiles(await Promise.all(chosen))
  await page.getByText(`${files.length} ${files.length === 1 ? 'image' : 'images'} added`).waitFor()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
  await numbersOfOverview(page)
}

t.test('the camera’s clock is requested once, and its images get their times in UTC', async t => {
  const page = await openApp(t, browser, url, { as: ana, timezoneId: 'Europe/Berlin' })
  const { id } = await makeProject(page, 'Dive 4')
  await page.goto(`/projects/${id}/dashboard`)
  await add(page, [
    { name: 'DSC_0001.JPG', time: '2024:06:02 14:03:11' },
    { name: 'DSC_0002.JPG', time: '2024:06:02 23:59:00' }
  ])
  await page.getByRole('heading', { name: '2 images have a camera time without a time zone.' }).waitFor()
  t.same(await timesOf(page, id), { 'DSC_0001.JPG': null, 'DSC_0002.JPG': null })
  await page.getByRole('button', { name: 'Set the clock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Camera clock' })
  const answer = dialog.getByRole('button', { name: 'Set the time of 2 images' })
  t.ok(await answer.isDisabled(), 'no time zone is preselected')
  await checkAccessibility(t, page, 'the question about a clock')
  await dialog.getByRole('radio', { name: /^Europe\/Berlin/ }).check()
  await dialog.getByText('UTC+02:00 when the images were taken').waitFor()
  await dialog.getByText(/^(12:03:11|21:59:00) UTC$/).waitFor()
  await dialog.getByRole('combobox', { name: 'The clock was' }).selectOption('fast')
  await dialog.getByRole('textbox', { name: 'by (h:min:s)' }).fill('a bit')
  await dialog.getByText('Enter hours, minutes and seconds').waitFor()
  await checkAccessibility(t, page, 'an answer with a fault')
  await dialog.getByRole('textbox', { name: 'by (h:min:s)' }).fill('0:01:30')
  await dialog.getByText(/^(12:01:41|21:57:30) UTC$/).waitFor()
  await answer.click()
  await page.getByRole('gridcell', { name: /2024-06-02 12:01/ }).waitFor()
  // 14:03:11 − 0:01:30 − 2:00 and 23:59:00 − 0:01:30 − 2:00
  t.same(await timesOf(page, id), { 'DSC_0001.JPG': '2024-06-02T12:01:41.000Z', 'DSC_0002.JPG': '2024-06-02T21:57:30.000Z' })
  await page.getByRole('heading', { name: /without a time zone/ }).waitFor({ state: 'detached' })

  await page.getByRole('gridcell', { name: /^DSC_0002/ }).click()
  await page.getByText('It was set to Europe/Berlin and 0:01:30 fast.').waitFor()
  await page.getByRole('button', { name: 'Change the camera clock' }).click()
  await dialog.getByRole('radio', { name: 'UTC', exact: true }).check()
  await checkAccessibility(t, page, 'the change of an answer')
  await dialog.getByRole('button', { name: 'Set the time' }).click()
  await page.getByText('2024-06-02 23:57:30 UTC').waitFor()
  t.same(await timesOf(page, id), { 'DSC_0001.JPG': '2024-06-02T14:01:41.000Z', 'DSC_0002.JPG': '2024-06-02T23:57:30.000Z' })
})

t.test('images that arrive before the script of the upload tray are reported too', async t => {
  const page = await openApp(t, browser, url, { as: ana, timezoneId: 'UTC' })
  const { id } = await makeProject(page, 'A slow script')
  const arrived = Promise.withResolvers<void>()
  await page.route('**/assets/tray-*.js', async route => {
    await arrived.promise
    await route.continue()
  })
  await page.goto(`/projects/${id}/dashboard`)
  const buffer = await picture({ seed: 7, camera: { dateTimeOriginal: '2024:06:02 14:03:11' } })
  await page.getByLabel('Images to add', { exact: true }).setInputFiles({ name: 'DSC_7.JPG', mimeType: 'image/jpeg', buffer })
  await until(
    () => timesOf(page, id),
    times => 'DSC_7.JPG' in times
  )
  await page.getByRole('gridcell', { name: /^DSC_7/ }).waitFor()
  arrived.resolve()
  await page.getByRole('button', { name: 'Set the clock' }).waitFor()
})

t.test('two cameras are set separately, and a place includes daylight saving time', async t => {
  const page = await openApp(t, browser, url, { as: ana, timezoneId: 'UTC' })
  const { id } = await makeProject(page, 'Two cameras')
  await page.goto(`/projects/${id}/dashboard`)
  await add(page, [
    { name: 'GOPR1.JPG', model: 'GoPro HERO9', time: '2024:01:10 12:00:00' },
    { name: 'DSC_1.JPG', time: '2024:07:10 12:00:00' },
    { name: 'DSC_22.JPG', time: '2024:01:10 12:00:00' }
  ])
  await page.getByRole('button', { name: 'Set the clock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Camera clock' })
  const nikon = dialog.getByRole('checkbox', { name: 'Nikon D70, 2 images' })
  const gopro = dialog.getByRole('checkbox', { name: 'GoPro HERO9, 1 image' })
  t.equal(Number(await nikon.isChecked()) + Number(await gopro.isChecked()), 1, 'one camera is chosen')
  await nikon.check()
  await gopro.uncheck()
  await dialog.getByRole('radio', { name: 'The local time of another place' }).check()
  await dialog.getByRole('combobox', { name: 'Place' }).fill('Pacific/Atlantis')
  await dialog.getByText('This time zone does not exist.').waitFor()
  await dialog.getByRole('combobox', { name: 'Place' }).fill('Pacific/Auckland')
  await dialog.getByRole('button', { name: 'Set the time of 2 images' }).click()
  await dialog.getByRole('button', { name: 'Set the time of 1 image' }).waitFor()
  // Auckland is at UTC+13 in January and at UTC+12 in July
  t.same(await timesOf(page, id), {
    'GOPR1.JPG': null,
    'DSC_1.JPG': '2024-07-10T00:00:00.000Z',
    'DSC_22.JPG': '2024-01-09T23:00:00.000Z'
  })
  await dialog.getByRole('radio', { name: 'Another offset from UTC' }).check()
  await dialog.getByRole('combobox', { name: 'Offset from UTC' }).selectOption('-03:30')
  await dialog.getByRole('button', { name: 'Set the time of 1 image' }).click()
  await dialog.waitFor({ state: 'detached' })
  t.match(await timesOf(page, id), { 'GOPR1.JPG': '2024-01-10T15:30:00.000Z' })
})
