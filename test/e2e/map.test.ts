// About: web/routes/project/map.tsx, web/features/map, shared/geometry/map-projections.ts, scripts/vite/coast
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const mapOf = (projectId: string, query = '') => `/projects/${projectId}/map${query}`
const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })

/** A project of two images at one place over 180°, and a site on either side of it. */
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

t.test('the map shows the places of a project over 180°, and leads to images and to Annotate', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await placedProject(page)
  await page.goto(mapOf(projectId))
  await page.getByText('2 sites, 2 images and 3 annotations in view').waitFor()
  await page.waitForURL(/m=-?180\./)
  await checkAccessibility(t, page, 'the map')

  await chartOf(page).focus()
  await page.keyboard.press('i')
  const panel = page.getByRole('complementary', { name: 'Images here' })
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
})

t.test('a movement of the chart does not call back a page that is leaving', async t => {
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
