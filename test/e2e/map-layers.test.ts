// About: web/features/map/source-layers, web/features/administration/map-layers, server/backend/map-layers, shared/geometry/tile-grid.ts
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { sharedApp } from '../support/app.ts'
import { checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { fakeTiles } from '../support/outside/fake-tiles.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

const orange = { r: 230, g: 120, b: 20 }
const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })

/** Runs in the page: colour of the chart a quarter from its upper left corner, as red, green and blue. */
function colourOfChart(): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')!
  const { data } = canvas.getContext('2d')!.getImageData(Math.round(canvas.width / 4), Math.round(canvas.height / 4), 1, 1)
  return [...data.slice(0, 3)]
}

const isOrange = ([r = 0, g = 0, b = 0]: number[]) =>
  Math.abs(r - orange.r) < 12 && Math.abs(g - orange.g) < 12 && Math.abs(b - orange.b) < 12

t.test('an administrator adds a map layer, and it is drawn on the map with its attribution', async t => {
  const tiles = await fakeTiles(t)
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: orange } })
    .png()
    .toBuffer()
  tiles.answer = () => ({ headers: { 'cache-control': 'no-cache' }, body: tile })
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  await db.updateTable('account').set({ administrator: 1 }).where('email', '=', ana.email).execute()
  await close()
  const { id: projectId } = await makeProject(page, 'Fiji')

  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Add a map layer' }).click()
  const form = page.getByRole('dialog', { name: 'Add a map layer' })
  await form.getByLabel('Name', { exact: true }).fill('Orange sea')
  await form.getByLabel('Address', { exact: true }).fill(tiles.url)
  await form.getByLabel('Attribution', { exact: true }).fill('Colours: Orange Office')
  await form.getByLabel('Link of the attribution').fill('https://orange.example/')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('has no placeholder {z}').first().waitFor()
  await form.getByLabel('Address', { exact: true }).fill(`${tiles.url}/{z}/{x}/{y}.png`)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form
    .getByText(/cannot be used|private network/)
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'the form of a map layer')
  await form.getByLabel('In our own network').check()
  await form.getByLabel('Secret headers').fill('X-Key: kelp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await gone(form)
  await page.getByRole('row', { name: /Orange sea/ }).waitFor()
  await checkAccessibility(t, page, 'the map layers of the server')

  await page.getByRole('button', { name: 'Test Orange sea' }).click()
  await page.getByRole('img', { name: 'A tile from the middle of the first zoom' }).waitFor()
  t.match(tiles.asked, [{ path: '/0/0/0.png', headers: { 'x-key': 'kelp' } }])
  await page.keyboard.press('Escape')

  await page.goto(`/projects/${projectId}/map?m=0,0,3,mercator`)
  const choice = page.getByRole('checkbox', { name: 'Orange sea' })
  await choice.waitFor()
  t.notOk(await choice.isChecked(), 'it is off by default')
  await choice.click()
  await page.waitForURL(/tiles=/)
  const sources = page.getByRole('list', { name: 'Sources of the map layers' })
  t.equal(await sources.getByRole('link', { name: 'Colours: Orange Office' }).getAttribute('href'), 'https://orange.example/')
  t.ok(isOrange(await until(() => page.evaluate(colourOfChart), isOrange)), 'tiles are drawn')
  await checkAccessibility(t, page, 'the map with a map layer')

  await page.getByLabel('Projection').selectOption({ label: 'Plate carrée' })
  await page.getByText('Not in this projection.').waitFor()
  await gone(sources)
  t.notOk(
    isOrange(
      await until(
        () => page.evaluate(colourOfChart),
        colour => !isOrange(colour)
      )
    )
  )
  await page.getByLabel('Projection').selectOption({ label: 'Mercator' })
  await sources.waitFor()

  tiles.answer = () => ({ status: 500 })
  const nearer = new URL(page.url())
  nearer.searchParams.set('m', '0,0,6,mercator')
  await page.goto(nearer.href)
  await page.getByText(/tiles? could not be loaded\. .*status 500/).waitFor()
  tiles.answer = () => ({ body: tile })
  await page.getByRole('button', { name: 'Load Orange sea again' }).click()
  await gone(page.getByText(/could not be loaded/))
  t.ok(isOrange(await until(() => page.evaluate(colourOfChart), isOrange)), 'failed tiles are loaded again')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await sources.waitFor()
  await page.getByRole('button', { name: 'Layers' }).click()
  t.ok(await page.getByRole('checkbox', { name: 'Orange sea' }).isChecked(), 'the address keeps the layer')
  await checkAccessibility(t, page, 'the map layers on a phone')
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Delete Orange sea' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete map layer' }).click()
  await gone(page.getByRole('row', { name: /Orange sea/ }))
  await page.goto(`/projects/${projectId}/map`)
  await chartOf(page).waitFor()
  t.equal(await page.getByRole('checkbox', { name: 'Orange sea' }).count(), 0)
})
