// About: web/features/results/results-filter.tsx, web/features/map/figures-panel.tsx
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { answerCall, callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { cells, results, survey } from '../support/results-screen.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('a filter on the map is that of Results, of its captions and of the exported table', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds, labels } = await survey(page)
  for (const [at, mediaId] of mediaIds.entries()) {
    const { revision } = await callApi<{ revision: number }>(page, 'GET', `/media/${mediaId}`)
    const facts = { decimalLatitude: 36.6 + at / 1000, decimalLongitude: -122, depthInMeters: 5 + 10 * at }
    await callApi(page, 'PATCH', `/media/${mediaId}`, { revision, ...facts })
  }
  await page.goto(`/projects/${projectId}/map?f=depth.atMost.20`)
  await page.getByRole('link', { name: 'Results with this filter' }).click()
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['2', 'unknown', '17'])
  const figure = page.getByRole('figure', { name: 'Individuals, by site' })
  await figure.getByText('Only what matches the filter counts: Depth at most 20 m.', { exact: false }).waitFor()
  await checkAccessibility(t, page, 'filtered results')

  await page.getByRole('group', { name: 'Filter' }).getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add a filter' })
  await form.getByLabel('Filter by').selectOption('label')
  await form.getByRole('combobox', { name: /label/i }).last().fill('Patiria')
  await page.getByRole('option', { name: /Patiria miniata/ }).click()
  await form.getByRole('button', { name: 'Add as “and”' }).click()
  await figure.getByText('Depth at most 20 m, and Label is or is below Patiria miniata.', { exact: false }).waitFor()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['2', 'unknown', '6'], 'the effort stays')
  t.equal(new URL(page.url()).searchParams.get('f'), `depth.atMost.20*label.under.${labels.get('Patiria miniata')}`)

  await page.getByRole('tab', { name: 'Cover', exact: true }).click()
  await page.getByText('Only conditions on images, such as date, depth and area, select the points of cover', { exact: false }).waitFor()
  await page.getByRole('tab', { name: 'Taxa' }).click()
  await page.getByRole('figure', { name: 'Individuals by taxon' }).getByText('n = 1 taxon, 6 individuals', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Export this table…' }).click()
  await page.getByText('The table counts only what matches the filter of the Results page.').waitFor()
  await checkAccessibility(t, page, 'the export of a filtered table')
  await page.getByRole('button', { name: 'Count everything' }).click()
  await page.getByText('The table counts only what matches the filter of the Results page.').waitFor({ state: 'detached' })
  await page.goBack()

  await page.getByRole('link', { name: 'On the map' }).click()
  await page.getByRole('heading', { name: 'Map', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Depth at most 20 m', exact: true }).waitFor()
})

t.test('a filter that matches nothing, and one that the server refuses, are explained and can be removed', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await survey(page)
  await page.goto(`${results(projectId)}?f=depth.atLeast.9000`)
  await page.getByText('No examined image and no observation matches the filter.', { exact: false }).waitFor()
  await checkAccessibility(t, page, 'results of a filter that matches nothing')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['4', 'unknown', '24'])

  await page.goto(`${results(projectId)}?f=area.inside.0193c5a0-0000-7000-8000-000000000000`)
  await page
    .getByText('refers to a drawn area that is not in this project, or is no longer kept: draw it again', { exact: false })
    .waitFor()
  await page.getByRole('button', { name: 'Remove filter Inside the drawn area' }).click()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['4', 'unknown', '24'])

  await page.goto(`${results(projectId)}?f=depth.atLeast.`)
  await page.getByText('The filter in the address cannot be read. The depth needs a value.').waitFor()
  await checkAccessibility(t, page, 'results with an unreadable filter')
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  t.same((await cells(page, /^All images/)).slice(0, 3), ['4', 'unknown', '24'])

  await page.goto(`${results(projectId)}?f=depth.atMost.5*source.is.human**source.is.machine`)
  await page.getByText('The conditions joined by “or” select different images.', { exact: false }).waitFor()

  await answerCall(page, 'GET', `/api/projects/${projectId}/labels/outline`, {
    status: 403,
    json: { type: 'about:blank', title: 'x', status: 403, code: 'ROLE_NEEDED', detail: 'You may not read labels', requestId: 'r-1' }
  })
  await page.goto(`${results(projectId)}?f=reviewState.is.confirmed`)
  await page.getByRole('alert').filter({ hasText: 'The filter could not be loaded' }).waitFor()
  await page.getByText('Only what matches the filter counts.', { exact: false }).first().waitFor()
})
