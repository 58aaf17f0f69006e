// About: web/routes/project/exchange.tsx, web/features/navigation
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const beginsMs = Date.UTC(2025, 10, 22, 10)
const at = (second: number) => new Date(beginsMs + second * 1000).toISOString()

/** A dive of an hour: down, along the floor, and up again, with a fix each second except for a gap of five minutes. */
function dive(): string {
  const rows = ['utc\tlat\tlon\tdep\thgt\tyaw']
  for (let second = 0; second < 3600; second += 1) {
    if (second > 2000 && second < 2300) continue
    const depth = 1000 * Math.min(1, second / 900, (3600 - second) / 900) + 3 * Math.sin(second / 40)
    rows.push(`${at(second).replace('T', ' ').replace('Z', '')}\t${40 + second * 1e-5}\t-30\t${depth.toFixed(1)}\t2.5\t${second % 360}`)
  }
  return `${rows.join('\n')}\n2025-11-22 11:00:01\t0\t0\t1\t1\t1\n`
}

const navigationOf = (projectId: string) => `/projects/${projectId}/annotate/exchange?view=navigation`

async function withImages(page: Page, seconds: number[]) {
  const names = seconds.map((_, place) => `IMG_${place + 1}.jpg`)
  const { projectId, mediaIds } = await annotatedProject(page, 'Example Ridge', names, [])
  for (const [place, id] of mediaIds.entries())
    await callApi(page, 'PATCH', `/media/${id}`, { revision: 1, eventDate: at(seconds[place]!) })
  return { projectId, mediaIds }
}

async function bring(page: Page) {
  await page.getByRole('button', { name: 'Add track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a track' })
  await dialog.locator('input[type=file]').setInputFiles({ name: 'DIVE_07.tsv', mimeType: 'text/plain', buffer: Buffer.from(dive()) })
  await dialog.getByLabel('Ship or vehicle').fill('ROV Example')
  return dialog
}

t.test('a track is uploaded, its plot follows the clock offset, and two images are placed and undone', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await withImages(page, [-1200, -600, 3000])
  await page.goto(navigationOf(projectId))
  await page.getByRole('heading', { name: 'No tracks yet' }).waitFor()
  await checkAccessibility(t, page, 'a project without tracks')

  const dialog = await bring(page)
  t.equal(await dialog.getByLabel('Name').inputValue(), 'DIVE_07')
  await checkAccessibility(t, page, 'the form of a track')
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await page.getByRole('row', { name: /DIVE_07 ROV Example USBL 2025-11-22 10:00:00 – 10:59:59 3.301 1/ }).waitFor()
  await checkAccessibility(t, page, 'the list of tracks')

  await page.getByRole('button', { name: 'Place images from DIVE_07' }).click()
  const plot = page.getByRole('img', { name: 'Depth of DIVE_07 over time, with the times of images' })
  await plot.waitFor()
  await page.getByText('1 line not fully read').click()
  await page.getByText('the position is 0, 0, which stands for a missing fix').waitFor()
  await page.getByText('1 image will change.').waitFor()
  await plot.locator('desc', { hasText: '1 image in this part' }).waitFor({ state: 'attached' })

  await page.getByLabel('Camera clock offset').fill('1500')
  await page.getByText('2 images will change.').waitFor()
  await plot.locator('desc', { hasText: '2 images in this part' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '10 s later' }).click()
  t.equal(await page.getByLabel('Camera clock offset').inputValue(), '1510')
  await page.getByLabel('Camera clock offset').fill('1500')
  await page.getByLabel('Time window').selectOption('10 minutes')
  await page.getByRole('button', { name: 'Earlier', exact: true }).click()
  await page.getByLabel('Time window').selectOption('The whole track')
  await checkAccessibility(t, page, 'placing images')
  await page.getByRole('button', { name: 'Place 2 images' }).click()
  await page.getByText('2 images placed from DIVE_07').waitFor()
  const placed = await callApi<{ decimalLatitude: number; depthInMeters: number; metadata: object }>(page, 'GET', `/media/${mediaIds[0]}`)
  t.match(placed, { decimalLatitude: 40.003, metadata: { 'position from': /camera clock \+1500 s$/ } })
  t.equal((await callApi<{ decimalLatitude: null }>(page, 'GET', `/media/${mediaIds[2]}`)).decimalLatitude, null)
  await checkAccessibility(t, page, 'what was placed')

  await page.getByRole('button', { name: /^Undo: 2 images placed/ }).click()
  await page.getByText('Undone: 2 images placed from DIVE_07').waitFor()
  t.equal((await callApi<{ decimalLatitude: null }>(page, 'GET', `/media/${mediaIds[0]}`)).decimalLatitude, null)
})

t.test('a track is renamed and deleted, and an invalid file shows the reason', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await withImages(page, [100])
  await page.goto(navigationOf(projectId))
  await (await bring(page)).getByRole('button', { name: 'Add track' }).click()
  await page.getByRole('button', { name: 'Place images from DIVE_07' }).waitFor() // the others move
  await page.getByRole('button', { name: 'Edit DIVE_07' }).click()
  await page.getByRole('dialog', { name: 'Edit DIVE_07' }).getByLabel('Name').fill('DIVE_08')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /DIVE_08/ }).waitFor()
  await page.getByRole('button', { name: 'Delete DIVE_08' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete track' }).click()
  await page.getByRole('heading', { name: 'No tracks yet' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /DIVE_08/ }).waitFor()

  await page.getByRole('button', { name: 'Add track' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a track' })
  const notes = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('who,what\nAna,looked\n') }
  await dialog.locator('input[type=file]').setInputFiles(notes)
  await dialog.getByRole('button', { name: 'Add track' }).click()
  await page.getByText(/No column has the time, nor the latitude, nor the longitude.*who, what/).waitFor()
  await checkAccessibility(t, page, 'a file that is no track')
})

t.test('a viewer sees tracks and cannot place images; a failed list can be loaded again', async t => {
  const page = await openApp(t, browser, url, { as: newPerson('owner') })
  const { projectId } = await withImages(page, [100])
  await page.goto(navigationOf(projectId))
  await (await bring(page)).getByRole('button', { name: 'Add track' }).click()
  await page.getByRole('button', { name: 'Place images from DIVE_07' }).waitFor()
  const viewer = newPerson('viewer')
  const theirs = await openApp(t, browser, url, { as: viewer, viewport: { width: 390, height: 844 } })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await theirs.goto(navigationOf(projectId))
  await theirs.getByRole('button', { name: 'Open DIVE_07' }).click()
  await theirs.getByRole('img', { name: /Depth of DIVE_07/ }).waitFor()
  t.equal(await theirs.getByRole('button', { name: /^(Add|Edit|Delete|Place)/ }).count(), 0)
  t.ok(await theirs.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
  await answerCall(theirs, 'GET', `/api/projects/${projectId}/navigation`, { status: 500 })
  await theirs.reload()
  await theirs.getByText('The tracks could not be loaded').waitFor()
  const again = theirs.getByRole('button', { name: 'Try again' }).and(theirs.locator(':not([aria-busy])'))
  await again.waitFor()
  await theirs.unrouteAll()
  await again.click()
  await theirs.getByRole('img', { name: /Depth of DIVE_07/ }).waitFor()
})
