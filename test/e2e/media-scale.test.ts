// About: web/features/media/gallery.tsx, web/features/media/use-way-to-end.ts
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { insertMediaRows } from '../support/media-rows.ts'

const mediaCount = 3000
const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

/** Overview of a project with very many photographs. */
async function manyPhotographs(t: Test): Promise<Page> {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Many')
  const me = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  await insertMediaRows(db, { projectId: id, accountId: me.id, count: mediaCount })
  await db.updateTable('project').set({ media_count: mediaCount }).where('id', '=', id).execute()
  await close()
  await page.goto(`/projects/${id}/dashboard`)
  return page
}

const newestOf = (page: Page) => page.getByRole('gridcell', { name: /^IMG_002999\.JPG/ })
const oldestOf = (page: Page) => page.getByRole('gridcell', { name: /^IMG_000000\.JPG/ })
const focusIsOn = (page: Page, name: string) =>
  page.waitForFunction(name => document.activeElement?.closest('[role=gridcell]')?.textContent?.includes(name), name)

t.test('only a few of thousands of images are in the page, the scroll bar is accurate, and End goes to the last one', async t => {
  const page = await manyPhotographs(t)
  await newestOf(page).waitFor()
  await page.getByRole('heading', { name: /^Images 3\s000$/ }).waitFor()
  const grid = page.getByRole('grid', { name: 'Images' })
  const columns = Number(await grid.getAttribute('aria-colcount'))
  t.equal(Number(await grid.getAttribute('aria-rowcount')), Math.ceil(mediaCount / columns))
  t.ok((await page.getByRole('gridcell').count()) < 100)

  await newestOf(page).focus()
  await page.keyboard.press('End')
  await oldestOf(page).waitFor()
  t.ok((await page.getByRole('gridcell').count()) < 100)
  await focusIsOn(page, 'IMG_000000.JPG')

  await page.keyboard.press('Enter')
  await page.getByText(/^3\s000 of 3\s000$/).waitFor()
  await page.keyboard.press('k')
  await page.getByText(/^2\s999 of 3\s000$/).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.closest('[role=gridcell]'))
  await page.keyboard.press('Home')
  await newestOf(page).waitFor()
})

t.test('on a slow connection End shows images and progress while loading, and can be stopped', async t => {
  const page = await manyPhotographs(t)
  const held: (() => void)[] = []
  let hold = false
  await page.route(/\/media\?.*cursor=/, async route => {
    if (hold) await new Promise<void>(resolve => held.push(resolve))
    await route.fallback()
  })
  await newestOf(page).focus()
  const reading = page.getByRole('progressbar', { name: 'Loading all images' })
  hold = true
  await page.keyboard.press('End')
  await reading.waitFor()
  t.match(await reading.getAttribute('aria-valuetext'), /^\d+ of 3\s000$/)
  await page.waitForFunction(() => /IMG_/.test(document.activeElement?.closest('[role=gridcell]')?.textContent ?? '')) // a picture, not a placeholder
  await checkAccessibility(t, page, 'the way to the last image')
  await page.getByRole('button', { name: 'Stop' }).click()
  await reading.waitFor({ state: 'detached' })

  await page.getByRole('gridcell', { name: /^IMG_/ }).last().focus()
  await page.keyboard.press('End')
  await reading.waitFor()
  hold = false
  for (const release of held) release()
  await focusIsOn(page, 'IMG_000000.JPG')
  await reading.waitFor({ state: 'detached' })
})
