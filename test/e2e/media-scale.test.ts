import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { startApp } from '../support/app.ts'
import { callApi, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { insertMediaRows } from '../support/media-rows.ts'

t.setTimeout(300_000)

const mediaCount = 3000
const browser = await launchChromium(t)
const dataDir = mkdtempSync(join(tmpdir(), 'isobath-scale-'))
t.teardown(() => rmSync(dataDir, { recursive: true, force: true }))
const url = await startApp(t, { DATA_DIR: dataDir })

t.test('thousands of photographs: few are on the page, the scroll bar is true, and End goes to the last', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Many')
  const me = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  await insertMediaRows(db, { projectId: id, accountId: me.id, count: mediaCount })
  await db.updateTable('project').set({ media_count: mediaCount }).where('id', '=', id).execute()
  await close()

  await page.goto(`/projects/${id}/dashboard`)
  const newest = page.getByRole('gridcell', { name: /^IMG_002999\.JPG/ })
  await newest.waitFor()
  await page.getByRole('heading', { name: /^Photographs 3\s000$/ }).waitFor()
  const grid = page.getByRole('grid', { name: 'Photographs' })
  const columns = Number(await grid.getAttribute('aria-colcount'))
  t.equal(Number(await grid.getAttribute('aria-rowcount')), Math.ceil(mediaCount / columns))
  t.ok((await page.getByRole('gridcell').count()) < 100)

  await newest.focus()
  await page.keyboard.press('End')
  const oldest = page.getByRole('gridcell', { name: /^IMG_000000\.JPG/ })
  await oldest.waitFor()
  t.ok((await page.getByRole('gridcell').count()) < 100)
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('IMG_000000.JPG'))

  await page.keyboard.press('Enter')
  await page.getByText(/^3\s000 of 3\s000$/).waitFor()
  await page.keyboard.press('k')
  await page.getByText(/^2\s999 of 3\s000$/).waitFor()
  await page.keyboard.press('Escape')
  await oldest.waitFor()
  await page.keyboard.press('Home')
  await newest.waitFor()
})
