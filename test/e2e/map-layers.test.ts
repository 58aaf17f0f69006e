// About: web/features/map/source-layers, web/features/administration/map-layers, server/backend/map-layers, shared/geometry/tile-grid.ts
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { separateApp } from '../support/app.ts'
import { bytesOf, callApi, checkAccessibility, gone, makeProject, newPerson, openApp, type Person } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { fakeTiles } from '../support/outside/fake-tiles.ts'
import { wmsDocument, wmsDocument111 } from '../support/outside/map-capabilities.ts'
import { everyTile, pmtiles } from '../support/pmtiles.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await separateApp(t) // each map shows the layers of the installation

const orange = { r: 230, g: 120, b: 20 }
const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })

/** Runs in the page: colour of the chart a quarter from its upper left corner, as red, green and blue. */
function colourOfChart(): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')!
  const { data } = canvas.getContext('2d')!.getImageData(Math.round(canvas.width / 4), Math.round(canvas.height / 4), 1, 1)
  return [...data.slice(0, 3)]
}

/** Runs in the page: colour of the chart beside its middle. */
function colourOfMiddle(): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')!
  return [
    ...canvas
      .getContext('2d')!
      .getImageData(Math.round(canvas.width / 2) + 23, Math.round(canvas.height / 2) + 23, 1, 1)
      .data.slice(0, 3)
  ]
}

/** Runs in the page: colour of the chart near its upper left corner. */
function colourOfCorner(): number[] {
  const canvas = document.querySelector<HTMLCanvasElement>('[role=application] canvas')!
  return [...canvas.getContext('2d')!.getImageData(40, 90, 1, 1).data.slice(0, 3)]
}

/** Picture of a box in metres from the pole: orange, with a ring at 3,000 km. */
function iceAt(box: string): Promise<Buffer> {
  const [west = 0, south = 0, east = 1, north = 1] = box.split(',').map(Number)
  const scale = 256 / (east - west)
  const [x, y, r] = [-west * scale, north * scale, 3_000_000 * scale]
  const ring = `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#0a3d62" stroke-width="${Math.max(2, ((north - south) * scale) / 128)}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="rgb(230,120,20)"/>${ring}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const isOrange = ([r = 0, g = 0, b = 0]: number[]) =>
  Math.abs(r - orange.r) < 12 && Math.abs(g - orange.g) < 12 && Math.abs(b - orange.b) < 12

async function makeAdministrator({ email }: Person): Promise<void> {
  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  await db.updateTable('account').set({ administrator: 1 }).where('email', '=', email).execute()
  await close()
}

t.test('an administrator adds a map layer, and it is drawn on the map with its attribution', async t => {
  const tiles = await fakeTiles(t)
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: orange } })
    .png()
    .toBuffer()
  tiles.answer = () => ({ headers: { 'cache-control': 'no-cache' }, body: tile })
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  await makeAdministrator(ana)
  const { id: projectId } = await makeProject(page, 'Fiji')

  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Add a map layer' }).click()
  const form = page.getByRole('dialog', { name: 'Add a map layer' })
  await form.getByLabel('Name', { exact: true }).fill('Orange sea')
  await form.getByLabel('Address', { exact: true }).fill(tiles.url)
  await form.getByLabel('Attribution', { exact: true }).fill('Colours: Orange Office')
  await form.getByLabel('Attribution link').fill('https://orange.example/')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('has no placeholder {z}').first().waitFor()
  await form.getByLabel('Address', { exact: true }).fill(`${tiles.url}/{z}/{x}/{y}.png`)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form
    .getByText(/cannot be used|private network/)
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'the form of a map layer')
  await form.getByLabel('On our own network').check()
  await form.getByLabel('Secret headers').fill('X-Key: kelp')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await gone(form)
  await page.getByRole('row', { name: /Orange sea/ }).waitFor()
  await checkAccessibility(t, page, 'the map layers of the server')

  await page.getByRole('button', { name: 'Test Orange sea' }).click()
  await page.getByRole('img', { name: 'A tile from the centre of the layer at its minimum zoom' }).waitFor()
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
  await page.getByRole('button', { name: 'Try again: Orange sea' }).click()
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

t.test('attributions that need more than a line are behind a button', async t => {
  const tiles = await fakeTiles(t)
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: orange } })
    .png()
    .toBuffer()
  tiles.answer = () => ({ body: tile })
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  await makeAdministrator(ana)
  const { id: projectId } = await makeProject(page, 'Fiji')
  const attributions = [
    'Bathymetry: Example Hydrographic Office and the partners of the Example Sea Floor Compilation, release 2026, not to be used for navigation',
    'Sea ice: Example Institute of Polar Research, https://ice.example/documents/conditions-of-use-and-how-to-cite-the-daily-sea-ice-concentration',
    'Protected areas: Example Agency'
  ]
  const made: string[] = []
  for (const [at, attribution] of attributions.entries()) {
    const layer = {
      ...{
        name: `Layer ${at + 1}`,
        kind: 'xyz',
        address: `${tiles.url}/${at}/{z}/{x}/{y}.png`,
        projection: 'EPSG:3857',
        minZoom: 0,
        maxZoom: 8
      },
      ...{ bounds: null, attribution, attributionUrl: at === 0 ? 'https://sea.example/' : null, licence: null, isOn: true },
      ...{ wmsLayers: null, wmsStyles: null, mayStore: false, isOwnNetwork: true }
    }
    made.push((await callApi<{ id: string }>(page, 'POST', '/admin/map-layers', layer)).id)
  }
  const sources = page.getByRole('list', { name: 'Sources of the map layers' })
  const fold = page.getByRole('button', { name: 'Sources of the map layers' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/projects/${projectId}/map?m=0,0,3,mercator`)
  await fold.waitFor()
  t.equal(await sources.count(), 0, 'the folded line is not read out')
  const box = await fold.boundingBox()
  t.ok(box && box.x + box.width <= 390, 'the button is on the screen')
  await checkAccessibility(t, page, 'the folded attributions')
  await fold.press('Enter')
  for (const attribution of attributions) await sources.getByText(attribution).waitFor()
  t.equal(await sources.getByRole('link').getAttribute('href'), 'https://sea.example/')
  await checkAccessibility(t, page, 'the attributions')
  await page.keyboard.press('Escape')
  await gone(sources)
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))

  const heightOfPicture = async () => {
    await page.getByRole('button', { name: 'Save what is in view' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Picture (PNG)' }).click()])
    return (await sharp(await bytesOf(saved)).metadata()).height ?? 0
  }
  const withAll = await heightOfPicture()
  for (const name of ['Layer 1', 'Layer 2']) {
    await page.getByRole('button', { name: 'Layers', exact: true }).click()
    await page.getByRole('checkbox', { name }).click()
    await page.keyboard.press('Escape')
  }
  await gone(fold)
  await sources.getByText(attributions[2] ?? '').waitFor()
  t.ok(withAll - (await heightOfPicture()) >= 5 * 18, 'the picture has the attributions in full, on several lines')
  for (const id of made) await callApi(page, 'DELETE', `/admin/map-layers/${id}`)
})

t.test('an administrator adds an archive of the data folder, and a member sees it drawn until its file is gone', async t => {
  const folder = join(dataDir, 'map-layers')
  mkdirSync(folder, { recursive: true })
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [ana, bo] = [newPerson(), newPerson('bo')]
  const page = await openApp(t, browser, url, { as: ana })
  const member = await openApp(t, browser, url, { as: bo })
  await makeAdministrator(ana)
  const { id: projectId } = await makeProject(page, 'Fiji')
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: bo.email, role: 'viewer' })

  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Add a map layer' }).click()
  const form = page.getByRole('dialog', { name: 'Add a map layer' })
  await form.getByLabel('Kind').selectOption({ label: 'Archive on this server (PMTiles)' })
  await form.getByText(/There is no archive yet/).waitFor()
  await checkAccessibility(t, page, 'the form without an archive')
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: orange } })
    .png()
    .toBuffer()
  const metadata = { name: 'Orange archive', attribution: '<a href="https://orange.example/">Orange Office</a>' }
  const archive = pmtiles(everyTile(4, tile), { metadata, levels: 1 })
  writeFileSync(join(folder, 'orange.pmtiles'), archive)
  writeFileSync(join(folder, 'roads.pmtiles'), pmtiles(everyTile(0, tile), { type: 1 }))
  await form.getByRole('button', { name: 'Read the folder again' }).click()
  await form.getByText('roads.pmtiles: it has vector tiles, and the map draws only pictures.').waitFor()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByText('Enter a value.').first().waitFor()
  await form.getByLabel('Archive', { exact: true }).selectOption('orange.pmtiles')
  t.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Orange archive')
  t.equal(await form.getByLabel('Maximum zoom').inputValue(), '4')
  t.equal(await form.getByLabel('Extent').inputValue(), '-180, -85, 180, 85')
  t.equal(await form.getByLabel('Attribution link').inputValue(), 'https://orange.example/')
  t.equal(await form.getByLabel('Secret headers').count(), 0)
  await checkAccessibility(t, page, 'the form with an archive')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await gone(form)
  const row = page.getByRole('row', { name: /Orange archive/ })
  await row.getByText('off, on this server').waitFor()
  await page.getByRole('button', { name: 'Test Orange archive' }).click()
  await page.getByRole('img', { name: 'A tile from the centre of the layer at its minimum zoom' }).waitFor()
  await page.keyboard.press('Escape')

  await member.goto(`/projects/${projectId}/map?m=0,0,3,mercator`)
  const choice = member.getByRole('checkbox', { name: 'Orange archive' })
  await choice.click()
  await member.waitForURL(/tiles=/)
  const sources = member.getByRole('list', { name: 'Sources of the map layers' })
  await sources.getByRole('link', { name: 'Orange Office' }).waitFor()
  t.ok(isOrange(await until(() => member.evaluate(colourOfChart), isOrange)), 'tiles are drawn')

  rmSync(join(folder, 'orange.pmtiles'))
  await member.reload()
  await member.getByText('The archive of this layer is missing on the server.').waitFor()
  await checkAccessibility(t, member, 'a map layer without its archive')
  await page.reload()
  await row.getByText('The archive cannot be read: it is no longer in the folder of the server.').waitFor()
  await checkAccessibility(t, page, 'the list with a layer without its archive')
  writeFileSync(join(folder, 'orange.pmtiles'), pmtiles(everyTile(4, tile), { metadata }))
  await member.getByRole('button', { name: 'Try again: Orange archive' }).click()
  await member.getByText('The archive of this layer was replaced on the server.').waitFor()
  t.ok(isOrange(await until(() => member.evaluate(colourOfChart), isOrange)), 'a replaced archive is drawn')
  await page.reload()
  await row.getByText(/The archive was replaced/).waitFor()
  await page.getByRole('button', { name: 'Edit Orange archive' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Orange archive' })
  await edit.getByRole('button', { name: 'Save' }).click()
  await gone(edit)
  await gone(row.getByText(/The archive was replaced/))

  await page.getByRole('button', { name: 'Delete Orange archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete map layer' }).click()
  await gone(row)
})

t.test('a layer of a map server is drawn on the Antarctic map, inside its disc, and read with the stored header', async t => {
  const server = await fakeTiles(t)
  server.answer = async (path, headers) => {
    if (headers['x-key'] !== 'kelp') return { status: 403 }
    if (path.includes('GetCapabilities')) return { body: wmsDocument111() }
    return { body: await iceAt(new URL(path, server.url).searchParams.get('BBOX') ?? '') }
  }
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  await makeAdministrator(ana)
  const { id: projectId } = await makeProject(page, 'Weddell Sea')
  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Add a map layer' }).click()
  const form = page.getByRole('dialog', { name: 'Add a map layer' })
  await form.getByLabel('Projection').waitFor()
  t.same(await form.getByLabel('Projection').locator('option').allTextContents(), ['Mercator (EPSG:3857)', 'Plate carrée (CRS:84)'])
  await form.getByLabel('Kind').selectOption({ label: 'Map server (WMS)' })
  await form.getByLabel('Address', { exact: true }).fill(`${server.url}/ows`)
  await form.getByLabel('On our own network').check()
  await form.getByRole('button', { name: 'Read the layers of this server' }).click()
  await form.getByText(/it answered with status 403/).waitFor()
  await form.getByLabel('Secret headers').fill('X-Key: kelp')
  await form.getByRole('button', { name: 'Read the layers of this server' }).click()
  await form.getByLabel('Layer of the server').selectOption({ label: 'Ice shelf (shelf), Antarctic (EPSG:3031)' })
  t.equal(await form.getByLabel('Projection').inputValue(), 'EPSG:3031')
  t.equal(await form.getByLabel('Address', { exact: true }).inputValue(), `${server.url}/ows?VERSION=1.1.1`)
  await form.getByLabel('Attribution', { exact: true }).fill('Ice: Polar Office')
  await form.getByLabel('On by default').check()
  await checkAccessibility(t, page, 'the form of a polar layer')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await gone(form)
  const row = page.getByRole('row', { name: /Ice shelf/ })
  await row.getByText('Antarctic (EPSG:3031)').waitFor()

  await page.getByRole('button', { name: 'Edit Ice shelf' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Ice shelf' })
  await edit.getByRole('button', { name: 'Read the layers of this server' }).click()
  await edit.getByLabel('Layer of the server').waitFor()
  await page.keyboard.press('Escape')
  await gone(edit)
  await page.getByRole('button', { name: 'Test Ice shelf' }).click()
  await page.getByRole('img', { name: 'A tile from the centre of the layer at its minimum zoom' }).waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`/projects/${projectId}/map?m=0,-90,2,antarctic`)
  await page.getByRole('list', { name: 'Sources of the map layers' }).getByText('Ice: Polar Office').waitFor()
  t.ok(isOrange(await until(() => page.evaluate(colourOfMiddle), isOrange)), 'tiles are drawn')
  const query = new URL(server.asked.at(-1)?.path ?? '', server.url).searchParams
  t.same([query.get('VERSION'), query.get('SRS'), query.get('LAYERS')], ['1.1.1', 'EPSG:3031', 'shelf'])
  await page.goto(`/projects/${projectId}/map?m=0,-90,1,antarctic`)
  await page.getByRole('list', { name: 'Sources of the map layers' }).waitFor()
  t.ok(isOrange(await until(() => page.evaluate(colourOfMiddle), isOrange)))
  t.notOk(isOrange(await page.evaluate(colourOfCorner)), 'nothing is drawn outside the disc')
  await checkAccessibility(t, page, 'the Antarctic map with a layer')
  await page.getByLabel('Projection').selectOption({ label: 'Mercator' })
  await page.getByText('Not in this projection.').waitFor()
  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Delete Ice shelf' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete map layer' }).click()
  await gone(row)
})

t.test('an administrator chooses among the layers of a map server, and the form is filled in', async t => {
  const server = await fakeTiles(t)
  server.answer = () => ({ status: 500 })
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  await makeAdministrator(ana)
  await page.goto('/admin?part=map-layers')
  await page.getByRole('button', { name: 'Add a map layer' }).click()
  const form = page.getByRole('dialog', { name: 'Add a map layer' })
  await form.getByLabel('Kind').selectOption({ label: 'Map server (WMS)' })
  const read = form.getByRole('button', { name: 'Read the layers of this server' })
  t.notOk(await read.isEnabled(), 'there is no address yet')
  await form.getByLabel('Address', { exact: true }).fill(`${server.url}/ows`)
  await form.getByLabel('On our own network').check()
  await read.click()
  await form.getByText(/The layers of this server cannot be read: it answered with status 500/).waitFor()
  server.answer = path => (path.includes('GetCapabilities') ? { body: wmsDocument() } : { status: 404 })
  await read.click()
  const choice = form.getByLabel('Layer of the server')
  await choice.waitFor()
  await choice.selectOption({ label: 'Depths of Fiji (depths)' })
  t.equal(await form.getByLabel('Layers', { exact: true }).inputValue(), 'depths')
  t.equal(await form.getByLabel('Extent').inputValue(), '176, -21, -178, -12')
  t.equal(await form.getByLabel('Attribution', { exact: true }).inputValue(), 'Hydro Office')
  await checkAccessibility(t, page, 'the form with a layer of a map server')
  await form.getByLabel('Styles').fill('bathy')
  await choice.selectOption({ label: 'Ice (ice)' })
  t.equal(await form.getByLabel('Styles').inputValue(), '', 'a style of another layer is not kept')
  t.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Ice')
  t.equal(await form.getByLabel('Projection').inputValue(), 'EPSG:4326')
  t.equal(await form.getByLabel('Extent').inputValue(), '')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await gone(form)
  const row = page.getByRole('row', { name: /Ice/ })
  await row.waitFor()
  await page.getByRole('button', { name: 'Delete Ice' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete map layer' }).click()
  await gone(row)
})
