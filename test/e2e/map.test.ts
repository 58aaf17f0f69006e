// About: web/routes/project/map.tsx, web/features/map, shared/geometry/map-projections.ts, scripts/vite/coast
import type { Page } from 'playwright-core'
import t from 'tap'
import type { Sites } from '../../shared/contracts/sites.ts'
import { wktFault } from '../../shared/geometry/wkt.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const mapOf = (projectId: string, query = '') => `/projects/${projectId}/map${query}`
const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })

/** A project of two images at one place on the 180° meridian, and a site on either side of it. */
async function placedProject(page: Page) {
  const marked = [
    { label: 'Acropora', image: 0, count: 2 },
    { label: 'Porites', image: 1, count: 1 }
  ]
  const project = await annotatedProject(page, 'Fiji', ['north.jpg', 'south.jpg'], marked)
  for (const mediaId of project.mediaIds) {
    const place = { decimalLatitude: -17, decimalLongitude: 180, depthInMeters: 24.5 }
    await callApi(page, 'PATCH', `/media/${mediaId}`, { revision: 1, ...place })
  }
  for (const [name, decimalLongitude] of [
    ['Vanua', 179],
    ['Lau', -179]
  ] as const)
    await callApi(page, 'POST', `/projects/${project.projectId}/sites`, { name, decimalLatitude: -17, decimalLongitude })
  return project
}

t.test('the map shows the places of a project across 180°, and leads to images and to Annotate', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await placedProject(page)
  await page.goto(mapOf(projectId))
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await page.waitForURL(/m=-?180\./)
  await checkAccessibility(t, page, 'the map')

  await chartOf(page).focus()
  const panel = page.getByRole('complementary', { name: 'At this place' })
  await until(
    async () => {
      await page.keyboard.press('i') // after the counts are drawn
      return panel.isVisible()
    },
    isOpen => isOpen
  )
  await panel.getByText('north.jpg').waitFor()
  const annotate = panel.getByRole('link', { name: 'Annotate south.jpg' })
  t.match(await annotate.getAttribute('href'), `/annotate?image=${mediaIds[1]}`)
  await panel.getByRole('link', { name: 'Acropora' }).waitFor()
  t.match(await panel.getByRole('link', { name: 'Acropora' }).getAttribute('href'), /image=.+&select=/, 'a label leads to its annotation')
  await checkAccessibility(t, page, 'a selected place')

  const taxa = page.getByRole('region', { name: 'Labels in view' })
  await taxa.getByRole('button', { name: 'Porites' }).click()
  await page.getByText(/1 image and 1 annotation in view/).waitFor()
  await page.waitForURL(/f=label\.under\./)
  await panel.getByText('north.jpg').waitFor({ state: 'detached' })
  await taxa.getByRole('button', { name: 'Porites' }).click()
  await page.getByText(/2 images and 3 annotations in view/).waitFor()

  await chartOf(page).focus()
  await page.keyboard.press('0')
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByRole('group', { name: 'Sites in view' }).getByRole('button', { name: 'Lau' }).click()
  await page.getByRole('complementary', { name: 'Lau' }).getByText('0 images assigned').waitFor()
  await page
    .getByRole('group', { name: /^Images/ })
    .getByText('24.5')
    .first()
    .waitFor()
  await checkAccessibility(t, page, 'the list of what is in view')

  for (const [entry, fileName] of [
    ['Picture (PNG)', 'map.png'],
    ['Annotations as CSV', 'map-annotations.csv']
  ] as const) {
    await page.getByRole('button', { name: 'Save what is in view' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()])
    t.equal(saved.suggestedFilename(), fileName)
  }

  await page.getByRole('checkbox', { name: 'Graticule' }).click()
  await page.waitForURL(/hide=graticule/)
  await page.getByLabel('Projection').selectOption({ label: 'Antarctic, polar stereographic' })
  await page.getByText('0 sites, 0 images and 0 annotations in view').waitFor()
  await page.waitForURL(/antarctic/)
  await page.reload()
  await page.getByRole('complementary', { name: 'Lau' }).waitFor()
  t.notOk(await page.getByRole('checkbox', { name: 'Graticule' }).isChecked(), 'the address keeps the layers')
  t.equal(await page.getByLabel('Projection').inputValue(), 'EPSG:3031')

  await page.getByLabel('Projection').selectOption({ label: 'Mercator' })
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await chartOf(page).focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('+')
  await page.waitForURL(/hide=graticule/)
  await page.keyboard.press('0')
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('complementary', { name: 'Lau' }).waitFor({ state: 'detached' })

  await page.evaluate(projectAndShowAll, 'EPSG:4326')
  await page.waitForURL(/m=[^&]*(?<!mercator)&/)
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await until(
    () => page.getByLabel('Projection').inputValue(),
    projection => projection === 'EPSG:4326' // a key keeps the projection chosen just before
  )
})

/** Runs in the page: chooses a projection and shows all places before the address shows the choice. */
function projectAndShowAll(projection: string) {
  const select = [...document.querySelectorAll('select')].find(({ options }) => [...options].some(({ value }) => value === projection))!
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, projection)
  select.dispatchEvent(new Event('change', { bubbles: true }))
  document.querySelector('[role=application]')!.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true, cancelable: true }))
}

/** Runs in the page: records each time step with its counts in view, however briefly it is shown. */
function writeDownSteps() {
  const steps: string[] = []
  Object.assign(window, { steps })
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  new MutationObserver(() => {
    const counts = [...document.querySelectorAll('main [aria-live=polite]')].map(({ textContent }) => textContent).join(' ')
    steps.push(`${textOf('section[aria-label=Time] output')}: ${counts}`)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

t.test('the keyboard measures a distance and plays the months of the annotations', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await placedProject(page)
  const dates = ['2026-03-04T10:00:00.000Z', '2026-05-20T10:00:00.000Z']
  for (const [index, mediaId] of mediaIds.entries())
    await callApi(page, 'PATCH', `/media/${mediaId}`, { revision: 2, eventDate: dates[index] })
  await page.goto(mapOf(projectId, '?m=180,0,4,mercator'))
  const time = page.getByRole('region', { name: 'Time' })
  await time.getByText('All dates').waitFor()

  await page.keyboard.press('m')
  const measure = page.getByRole('region', { name: 'Measure' })
  await measure.getByText('No points yet.').waitFor()
  await page.keyboard.press('Space')
  await measure.getByText(/^1 point/).waitFor()
  await chartOf(page).focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await measure.getByText(/^Last leg .* 090\.0° true$/).waitFor()
  t.match(await measure.getByRole('status').textContent(), /km · .*nmi/, 'on the equator, a leg to the right heads east')
  t.match(await time.textContent(), /All dates/, 'Space sets points and does not play')
  await checkAccessibility(t, page, 'a measurement')
  await page.keyboard.press('Backspace')
  await measure.getByText(/^1 point/).waitFor()
  await page.keyboard.press('Escape')
  await measure.waitFor({ state: 'detached' })

  await page.evaluate(writeDownSteps)
  await page.keyboard.press('Space')
  await page.waitForFunction(() => {
    const { steps } = window as unknown as { steps: string[] }
    return steps.some(step => /^March 2026: .*[01] images? and 2 annotations in view/.test(step))
  })
  await time.getByText('May 2026').waitFor()
  await time.getByRole('button', { name: 'Play' }).waitFor()
  await page.keyboard.press('[')
  await time.getByText('April 2026').waitFor()
  await time.getByRole('button', { name: 'All dates' }).click()
  await time.getByText('All dates', { exact: true }).first().waitFor()
})

t.test('an editor draws sites by keyboard, moves one, and takes the move back', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await placedProject(page)
  const sitesNow = async () => (await callApi<Sites>(page, 'GET', `/projects/${projectId}/sites`)).sites
  const siteNamed = async (name: string) => (await sitesNow()).find(site => site.name === name)
  await page.goto(mapOf(projectId, '?m=180,-17,6,mercator'))
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  const panel = page.getByRole('region', { name: 'Draw a site' })
  const form = page.getByRole('dialog', { name: 'Add a site' })
  const points = async (...keys: string[]) => {
    await page.keyboard.press('Space')
    await chartOf(page).focus()
    for (const key of keys) {
      for (let press = 0; press < 3; press++) await page.keyboard.press(key)
      await page.keyboard.press('Space')
    }
  }
  const save = async (name: string) => {
    await form.getByLabel('Name', { exact: true }).fill(name)
    await form.getByRole('button', { name: 'Add site' }).click()
    await form.waitFor({ state: 'detached' })
    await until(
      () => siteNamed(name),
      site => site !== undefined
    )
  }

  await page.getByRole('button', { name: 'Draw a site' }).waitFor() // its keys work from now on
  await page.keyboard.press('p')
  await panel.getByRole('heading', { name: 'Draw a station' }).waitFor()
  await checkAccessibility(t, page, 'a tool that draws')
  await page.keyboard.press('Space')
  await save('Station')
  t.match(await siteNamed('Station'), { type: 'station', decimalLatitude: -17, footprintWKT: null })

  await page.keyboard.press('t')
  await points('ArrowRight')
  await panel.getByText(/^Last leg/).waitFor()
  await page.keyboard.press('Enter')
  t.equal(await form.getByLabel('Type').inputValue(), 'transect')
  await save('Transect')
  const transect = await siteNamed('Transect')
  t.match(transect, { type: 'transect', footprintWKT: /^(MULTI)?LINESTRING/ })
  t.equal(wktFault(transect?.footprintWKT ?? ''), null)

  await page.keyboard.press('t')
  await page.keyboard.press('Space')
  await panel.getByRole('button', { name: 'Remove the last point' }).focus()
  await page.keyboard.press('Enter')
  await panel.getByText('No points yet.').waitFor() // Enter presses the button, and does not finish
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Draw a site' }).click()
  await page.getByRole('menuitem', { name: /Draw an area/ }).click()
  await chartOf(page).focus()
  await points('ArrowRight')
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('An area needs three points or more.').waitFor()
  await points('ArrowDown', 'ArrowLeft')
  await page.keyboard.press('Backspace')
  await panel.getByRole('button', { name: 'Finish' }).click()
  await save('Area')
  t.match(await siteNamed('Area'), { type: 'site', footprintWKT: /POLYGON/ })

  await page.getByRole('button', { name: 'List' }).click()
  await page.getByRole('group', { name: 'Sites in view' }).waitFor()
  await chartOf(page).focus()
  await page.keyboard.press('0') // after the list, which takes a part of the chart
  await page.getByText('5 sites, 2 images and 3 annotations in view').waitFor()
  await page.getByRole('group', { name: 'Sites in view' }).getByRole('button', { name: 'Transect' }).click()
  await page.getByRole('complementary', { name: 'Transect' }).getByRole('button', { name: 'Redraw the line' }).click()
  await panel.getByRole('heading', { name: 'New place for Transect' }).waitFor()
  await chartOf(page).focus()
  await points('ArrowUp', 'ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByText('Transect moved').waitFor()
  await until(
    () => siteNamed('Transect'),
    site => site?.footprintWKT !== transect?.footprintWKT
  )
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await until(
    () => siteNamed('Transect'),
    site => site?.footprintWKT === transect?.footprintWKT
  )

  const viewer = newPerson()
  const theirs = await openApp(t, browser, url, { as: viewer })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await theirs.goto(mapOf(projectId))
  await theirs.getByText('5 sites, 2 images and 3 annotations in view').waitFor()
  t.equal(await theirs.getByRole('button', { name: 'Draw a site' }).count(), 0, 'a viewer has no drawing tools')
})

t.test('a movement of the chart does not cancel leaving the page', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await placedProject(page)
  await page.goto(mapOf(projectId))
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.js', async route => {
    await released
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Publication' }).click()
  await chartOf(page).focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('+')
  await page.getByText('0 sites, 2 images and 3 annotations in view').waitFor()
  release()
  await page.getByRole('heading', { level: 1, name: 'Publication' }).waitFor()
  t.match(page.url(), /\/publication/)

  await page.goBack()
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('nav a[href$="/publication"]')!.click()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true })) // before the page can render again
  })
  await page.getByRole('heading', { level: 1, name: 'Publication' }).waitFor()
})

t.test('a project without positions offers ways to add some, and a failure keeps the chart', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 390, height: 844 } })
  const { id } = await makeProject(page, 'Plans')
  await page.goto(mapOf(id))
  await page.getByRole('heading', { name: 'Nothing has a position yet' }).waitFor()
  await checkAccessibility(t, page, 'a map without places')

  await page.route('**/map/points*', route => route.fulfill({ status: 403, json: { detail: 'The server is closed.' } }))
  await page.goto(mapOf(id, '?m=0,70,3,arctic'))
  await page.getByText('The places of this project could not be loaded').waitFor()
  await chartOf(page).waitFor()
  await page.unroute('**/map/points*')
  await page.getByRole('heading', { name: 'Nothing has a position yet' }).waitFor()
})

t.test('sites without a position are listed, and are placed on the chart from the list', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Plankton')
  for (const name of ['Station 1', 'Station 2']) await callApi(page, 'POST', `/projects/${id}/sites`, { name })
  await page.goto(mapOf(id))
  await page.getByText('The project has 2 sites. Place them from the list or in Sites.').waitFor()
  await page.getByText('2 sites without a position', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Open the list' }).click()
  const list = page.getByRole('group', { name: 'Sites without a position' })
  await list.getByRole('button', { name: 'Place Station 1' }).click()
  await page.getByRole('heading', { name: 'New place for Station 1' }).waitFor()
  await checkAccessibility(t, page, 'the list of sites without a position')
  await chartOf(page).focus()
  await page.keyboard.press('Space')
  await page.getByText('Station 1 placed').waitFor()
  await list.getByRole('button', { name: 'Place Station 1' }).waitFor({ state: 'detached' })
  await page.getByRole('group', { name: 'Sites in view' }).getByRole('button', { name: 'Station 1' }).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await list.getByRole('button', { name: 'Place Station 1' }).waitFor()
})

t.test('a phone that is turned keeps the places of the project in view', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 844, height: 390 } })
  const { projectId } = await placedProject(page)
  const places = page.getByText('2 sites, 2 images and 3 annotations in view')
  await page.goto(mapOf(projectId))
  await places.waitFor()
  await page.waitForURL(/m=/)
  const zoom = () => Number(new URL(page.url()).searchParams.get('m')?.split(',')[2])
  const before = zoom()
  await page.setViewportSize({ width: 390, height: 844 })
  await until(zoom, now => now < before)
  await page.reload()
  await places.waitFor()
  await chartOf(page).waitFor()
})

t.test('observations are a layer with figures, a list, and a way to each of them', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await placedProject(page)
  const add = (draft: object) => callApi(page, 'POST', `/projects/${projectId}/observations`, draft)
  await add({ verbatimIdentification: 'Humpback', decimalLatitude: -16.5, decimalLongitude: 179.5, eventDate: '2026-06-04' })
  await add({ verbatimIdentification: 'Dugong', decimalLatitude: -17.4, decimalLongitude: -179.6, minimumDepthInMeters: 3 })
  await add({ verbatimIdentification: 'Dugong', decimalLatitude: -17.4, decimalLongitude: -179.6, eventDate: '2026-06-05' })
  await page.goto(mapOf(projectId))
  await page.getByText('2 sites, 2 images, 3 annotations and 3 observations in view').waitFor()
  await page.getByLabel('Show charts of').selectOption('Observations')
  await page.getByRole('figure', { name: 'Date of observations' }).getByText('1 observation not dated to a single day').waitFor()
  await page.getByRole('button', { name: 'List' }).click()
  const list = page.getByRole('group', { name: /^Observations/ })
  await list.waitFor()
  await chartOf(page).focus()
  await page.keyboard.press('0') // after the list, which takes up part of the chart
  await list.getByRole('link', { name: 'Humpback' }).waitFor()
  await page.getByText('3 of 3 in view').waitFor()
  await checkAccessibility(t, page, 'the layer of observations')
  await page.getByRole('button', { name: 'List' }).click()

  await page.goto(mapOf(projectId, '?m=-179.6,-17.4,11,mercator'))
  await page.getByText('0 sites, 0 images, 0 annotations and 2 observations in view').waitFor()
  await chartOf(page).focus()
  const here = page.getByRole('region', { name: 'Observations here' })
  await until(
    async () => {
      await page.keyboard.press('i') // the click opens what is drawn, and the sentence above appears before the drawing
      return here.isVisible()
    },
    isOpen => isOpen
  )
  await here.getByRole('link', { name: 'Dugong' }).first().waitFor()
  await checkAccessibility(t, page, 'observations at a place')
  await page.getByRole('checkbox', { name: 'Observations' }).click()
  await page.waitForURL(/hide=observations/)
  await page.getByText('0 sites, 0 images and 0 annotations in view').waitFor()
  await here.getByRole('link', { name: 'Dugong' }).first().click()
  await page.waitForURL(/observations\?observation=/)
  await page.getByRole('region', { name: 'Selected observation' }).getByText('Dugong').waitFor()
  await page.getByRole('button', { name: 'Close the selected observation' }).click()
  await page.getByRole('region', { name: 'Selected observation' }).waitFor({ state: 'detached' })
})
