// About: web/features/media/attach, web/features/media/edit-facts.ts
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { startApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, makeProject, newPerson, numbersOfOverview, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'

const browser = await launchChromium(t)
const url = await startApp(t) // a separate app, as a project is shown to everyone here
const ana = newPerson()

interface Media {
  id: string
  fileName: string
  revision: number
  decimalLatitude: number | null
  depthInMeters: number | null
  eventDate: string | null
  metadata: Record<string, string>
}

async function withPhotographs(
  t: Test,
  title: string,
  names: string[]
): Promise<{ page: Page; id: string; media: (name: string) => Promise<Media> }> {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, title)
  await page.goto(`/projects/${id}/dashboard`)
  const files = names.map(async (name, seed) => ({ name, mimeType: 'image/jpeg', buffer: await picture({ seed }) }))
  await page.getByLabel('Images to add', { exact: true }).setInputFiles(await Promise.all(files))
  await page.getByText(`${names.length} ${names.length === 1 ? 'image' : 'images'} added`).waitFor()
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Close' }).click()
  await numbersOfOverview(page)
  const list = () => callApi<{ items: Media[] }>(page, 'GET', `/projects/${id}/media`)
  return { page, id, media: async name => (await list()).items.find(item => item.fileName === name)! }
}

async function edit(page: Page, name: string) {
  await page.getByRole('gridcell', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
}

t.test('facts are corrected in the viewer, with positions in common notations', async t => {
  const { page, media } = await withPhotographs(t, 'Facts', ['a.jpg'])
  await edit(page, 'a.jpg')
  await page.getByRole('textbox', { name: 'Latitude' }).fill('36 47.4 S')
  await page.getByRole('textbox', { name: 'Depth' }).fill('deep')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A position needs both latitude and longitude.').waitFor()
  await page.getByText(/metres below the surface/).waitFor()
  await checkAccessibility(t, page, 'the form with faults')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('122 4.2 W')
  await page.getByRole('textbox', { name: 'Depth' }).fill('1874,5')
  await page.getByRole('textbox', { name: 'Time taken' }).fill('2022-10-06 23:44')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^36\.79000°\sS, 122\.07000°\sW$/).waitFor()
  t.match(await media('a.jpg'), { decimalLatitude: -36.79, depthInMeters: 1874.5, eventDate: '2022-10-06T23:44:00.000Z' })
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: /2022-10-06 23:44/ }).waitFor()
})

t.test('Esc closes the form and keeps the image open', async t => {
  const { page } = await withPhotographs(t, 'Escape', ['a.jpg'])
  await edit(page, 'a.jpg')
  await page.getByRole('textbox', { name: 'Latitude' }).press('Escape')
  await page.getByRole('heading', { name: 'Taken' }).waitFor()
})

t.test('two people change the same image: both versions are shown and nothing is overwritten silently', async t => {
  const { page, media } = await withPhotographs(t, 'Conflict', ['a.jpg'])
  await edit(page, 'a.jpg')
  const { id, revision } = await media('a.jpg')
  await callApi(page, 'PATCH', `/media/${id}`, { revision, depthInMeters: 12 })
  await page.getByRole('textbox', { name: 'Depth' }).fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Someone else changed this image' }).waitFor()
  await page.getByRole('row', { name: 'Depth 30 12' }).waitFor()
  await checkAccessibility(t, page, 'the two versions')
  t.match(await media('a.jpg'), { depthInMeters: 12 })
  await page.getByRole('button', { name: 'Save my changes' }).click()
  await page.getByRole('heading', { name: 'Taken' }).waitFor()
  t.match(await media('a.jpg'), { depthInMeters: 30 })
})

t.test('an image becomes the cover of its project', async t => {
  const { page, id, media } = await withPhotographs(t, 'Cover', ['a.jpg'])
  await page.getByRole('gridcell', { name: /^a\.jpg/ }).click()
  await page.getByRole('button', { name: 'Use as project cover' }).click()
  await page.getByText('Cover of this project').waitFor()
  t.match(await callApi(page, 'GET', `/projects/${id}`), { coverMediaId: (await media('a.jpg')).id })
})

t.test('the original is downloaded byte for byte under its name', async t => {
  const { page } = await withPhotographs(t, 'Download', ['a.jpg'])
  await page.getByRole('gridcell', { name: /^a\.jpg/ }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the original' }).click()])
  t.equal(download.suggestedFilename(), 'a.jpg')
  t.same(await bytesOf(download), await picture({ seed: 0 }))
})

t.test('a table shows its effects and lists unusable values before it is applied', async t => {
  const { page, media } = await withPhotographs(t, 'Table', ['a.jpg', 'b.jpg'])
  const table = [
    'filename,taken_at,lng,lat,gps_altitude,habitat',
    'a.jpg,2024-06-02 04:29:27,-30.25,40.05,-1874.5,sediment',
    'b.jpg,yesterday,,,,reef',
    'c.jpg,2024-06-02 04:29:27,,,,'
  ].join('\n')
  await page.getByRole('button', { name: 'More ways to add' }).click()
  await page.getByRole('menuitem', { name: /Attach a table/ }).click()
  await checkAccessibility(t, page, 'the dialog for a table')
  await page
    .locator('[role="dialog"] input[type="file"]')
    .setInputFiles({ name: 'nav.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('listitem').filter({ hasText: 'gps_altitude' }).getByText('Depth').waitFor()
  await page.getByRole('row', { name: /c\.jpg/ }).waitFor()
  await page.getByRole('row', { name: /taken_at.*yesterday/ }).waitFor()
  await checkAccessibility(t, page, 'the report on a table')
  t.match(await media('a.jpg'), { decimalLatitude: null }, 'nothing has changed yet')

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as CSV' }).click()])
  t.match((await bytesOf(download)).toString(), /c\.jpg/)

  await page.getByRole('button', { name: 'Change 2 images' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.match(await media('a.jpg'), { decimalLatitude: 40.05, depthInMeters: 1874.5, metadata: { habitat: 'sediment' } })
  t.match(await media('b.jpg'), { eventDate: null, metadata: { habitat: 'reef' } })
})

t.test('a table with local times requires the time zone of its clock', async t => {
  const { page, media } = await withPhotographs(t, 'Local table', ['a.jpg', 'b.jpg'])
  const table = 'filename,date time\na.jpg,2024-06-02 14:03:11\nb.jpg,2024-06-02 14:04:00\n'
  await page.getByRole('button', { name: 'More ways to add' }).click()
  await page.getByRole('menuitem', { name: /Attach a table/ }).click()
  const file = { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await page.locator('[role="dialog"] input[type="file"]').setInputFiles(file)
  await page.getByRole('heading', { name: 'Clock of the table' }).waitFor()
  t.ok(await page.getByRole('button', { name: 'Nothing to change' }).isDisabled())
  await page.getByRole('radio', { name: 'Another offset from UTC' }).check()
  await page.getByRole('combobox', { name: 'Offset from UTC' }).selectOption('+02:00')
  await page.getByText('12:03:11 UTC').waitFor()
  await page.getByRole('button', { name: 'Change 2 images' }).waitFor()
  await checkAccessibility(t, page, 'the clock of a table')
  await page.getByRole('button', { name: 'Change 2 images' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  t.match(await media('a.jpg'), { eventDate: '2024-06-02T12:03:11.000Z' })
  t.match(await media('b.jpg'), { eventDate: '2024-06-02T12:04:00.000Z' })
})

t.test('a viewer is offered no changes', async t => {
  const { page, id } = await withPhotographs(t, 'Watching', ['a.jpg'])
  await callApi(page, 'PUT', `/projects/${id}`, { revision: 1, visibility: 'internal' })
  const guest = await openApp(t, browser, url, { as: newPerson('guest') })
  await guest.goto(`/projects/${id}/dashboard`)
  await guest.getByRole('gridcell', { name: /^a\.jpg/ }).click()
  await guest.getByRole('heading', { name: 'Taken' }).waitFor()
  t.equal(await guest.getByRole('button', { name: /^(Edit|Delete|Add|Use as)/ }).count(), 0)
})
