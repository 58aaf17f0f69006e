// About: web/routes/project/map.tsx, web/features/map/tools, web/features/sites/remove-site.tsx
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })

/** Two images at the centre of the opened chart and east of it, and a site between them. */
async function openPlaced(page: Page) {
  const marked = [
    { label: 'Acropora', image: 0, count: 2 },
    { label: 'Porites', image: 1, count: 1 }
  ]
  const { projectId, mediaIds } = await annotatedProject(page, 'Bay', ['west.jpg', 'east.jpg'], marked)
  for (const [index, decimalLongitude] of [5, 5.4].entries())
    await callApi(page, 'PATCH', `/media/${mediaIds[index]}`, { revision: 1, decimalLatitude: 60, decimalLongitude })
  await callApi(page, 'POST', `/projects/${projectId}/sites`, { name: 'Reef', decimalLatitude: 60, decimalLongitude: 5.2 })
  await page.goto(`/projects/${projectId}/map?m=5.00,60.00,9.50,mercator`)
  await page.getByText('1 site, 2 images and 3 annotations in view').waitFor()
  return projectId
}

t.test('a line around places selects what is inside, by pointer and by keys', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await openPlaced(page)
  const panel = page.getByRole('region', { name: 'Draw around places' })
  const { x, y, width, height } = (await chartOf(page).boundingBox())!
  const middle: [number, number] = [x + width / 2, y + height / 2]

  await page.keyboard.press('l')
  await panel.waitFor()
  await checkAccessibility(t, page, 'the lasso')
  await page.mouse.move(middle[0] + 60, middle[1])
  await page.mouse.down()
  for (let step = 1; step <= 24; step++)
    await page.mouse.move(middle[0] + 60 * Math.cos((step * Math.PI) / 12), middle[1] + 60 * Math.sin((step * Math.PI) / 12))
  await page.mouse.up()
  await page.waitForURL(/f=area\.inside\./)
  await panel.waitFor({ state: 'detached' })
  await page.getByText('1 site, 1 image and 2 annotations in view').waitFor()
  await checkAccessibility(t, page, 'a drawn area')
  await page.getByRole('button', { name: 'Remove filter Inside the drawn area' }).click()
  await page.getByText('1 site, 2 images and 3 annotations in view').waitFor()

  await chartOf(page).focus()
  await page.keyboard.press('l')
  await panel.waitFor()
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').getByText('An area needs three corners or more.').waitFor()
  for (const [key, count] of [
    ['ArrowLeft', 1],
    ['ArrowDown', 2],
    ['ArrowRight', 2]
  ] as const) {
    for (let times = 0; times < count; times++) await page.keyboard.press(key)
    await page.keyboard.press('Space')
  }
  await panel.getByText('3 corners.').waitFor()
  await page.keyboard.press('ArrowUp')
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await panel.getByText('4 corners.').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/f=area\.inside\./)
  await page.getByText('1 site, 1 image and 2 annotations in view').waitFor()

  await page.keyboard.press('l')
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
})

t.test('every drawn area of a filter is outlined', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  // far from any coast, whose levels of detail load one after the other
  const { projectId, mediaIds } = await annotatedProject(page, 'Open ocean', ['west.jpg', 'east.jpg'], [])
  for (const [index, decimalLongitude] of [-30, -29.6].entries())
    await callApi(page, 'PATCH', `/media/${mediaIds[index]}`, { revision: 1, decimalLatitude: 40, decimalLongitude })
  const draw = async (west: number, east: number) => {
    const line = [
      [west, 39.9],
      [east, 39.9],
      [east, 40.1],
      [west, 40.1]
    ]
    return `area.inside.${(await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/map/areas`, { line })).id}`
  }
  const [west, east] = [await draw(-30.3, -30.2), await draw(-29.8, -29.4)]
  /** Pixels of the chart around the western side of the western area. */
  const side = async (filter: string, sentence: string) => {
    await page.goto(`/projects/${projectId}/map?${new URLSearchParams({ m: '-30.00,40.00,9.50,mercator', f: filter, hide: 'graticule' })}`)
    await page.getByText(sentence).waitFor()
    await page.locator('[data-rests]').first().waitFor()
    const { x, y, width, height } = (await chartOf(page).boundingBox())!
    const pixelsPerDegree = (256 * 2 ** 9.5) / 360
    const clip = { x: Math.round(x + width / 2 - 0.3 * pixelsPerDegree) - 6, y: Math.round(y + height / 2) - 6, width: 12, height: 12 }
    return (await page.screenshot({ clip })).toString('base64')
  }
  const plain = await side(east, '0 sites, 1 image and 0 annotations in view')
  await until(
    () => side(`${east}**${west}`, '0 sites, 1 image and 0 annotations in view'),
    outlined => outlined !== plain
  )
  t.equal(await side(east, '0 sites, 1 image and 0 annotations in view'), plain)
})

t.test('a site is deleted on the map and restored from the toast', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const projectId = await openPlaced(page)
  const { sites } = await callApi<{ sites: { id: string }[] }>(page, 'GET', `/projects/${projectId}/sites`)
  await page.goto(`/projects/${projectId}/map?m=5.00,60.00,9.50,mercator&s=site.${sites[0]?.id}`)
  const panel = page.getByRole('complementary', { name: 'Reef' })
  await panel.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Reef?' })
  await checkAccessibility(t, page, 'the dialog')
  await dialog.getByRole('button', { name: 'Delete site' }).click()
  await page.getByText('Reef deleted').waitFor()
  await page.getByText('0 sites, 2 images and 3 annotations in view').waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('1 site, 2 images and 3 annotations in view').waitFor()
})
