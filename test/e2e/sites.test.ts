// About: web/routes/project/sites.tsx, web/features/sites
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const names = ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg', 'other.jpg']
const sitesOf = (projectId: string) => `/projects/${projectId}/annotate/sites`
const row = (page: Page, table: string, name: RegExp) => page.getByRole('group', { name: table }).getByRole('row', { name })

t.test('surveys and sites are added, edited and deleted', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await annotatedProject(page, 'Reef', names, [])
  await page.goto(sitesOf(projectId))
  await page.getByRole('heading', { name: 'No sites yet' }).waitFor()
  await checkAccessibility(t, page, 'a project without sites')

  await page.getByRole('button', { name: 'Add survey' }).click()
  const surveyDialog = page.getByRole('dialog', { name: 'Add a survey' })
  await surveyDialog.getByRole('button', { name: 'Add survey' }).click()
  await surveyDialog.getByText('Enter a name for the survey').waitFor()
  await surveyDialog.getByLabel('Name').fill('Spring 2026')
  await surveyDialog.getByLabel('First day').fill('2026-03-01')
  await checkAccessibility(t, page, 'the form of a survey')
  await surveyDialog.getByRole('button', { name: 'Add survey' }).click()
  const survey = page.getByRole('region', { name: 'Spring 2026' })
  await survey.getByText('This survey has no sites yet.').waitFor()

  await survey.getByRole('button', { name: 'Add site' }).click()
  const siteDialog = page.getByRole('dialog', { name: 'Add a site' })
  t.equal(await siteDialog.getByLabel('Survey').locator('option:checked').textContent(), 'Spring 2026')
  await siteDialog.getByLabel('Name').fill('M1')
  await siteDialog.getByLabel('Latitude').fill('36,7')
  await siteDialog.getByRole('button', { name: 'Add site' }).click()
  await siteDialog.getByText('Enter both latitude and longitude').waitFor()
  await siteDialog.getByLabel('Longitude').fill('-122')
  await siteDialog.getByLabel('Minimum depth').fill('20')
  await siteDialog.getByLabel('Maximum depth').fill('10')
  await checkAccessibility(t, page, 'the form of a site')
  await siteDialog.getByRole('button', { name: 'Add site' }).click()
  await siteDialog.getByText('is less than the minimum depth').first().waitFor()
  await siteDialog.getByLabel('Maximum depth').fill('25')
  await siteDialog.getByRole('button', { name: 'Add site' }).click()
  await row(page, 'Sites of Spring 2026', /M1.*Station.*36\.7000.*20–25/).waitFor()

  await page.getByRole('button', { name: 'Edit M1' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit M1' })
  const { sites } = await callApi<{ sites: { id: string }[] }>(page, 'GET', `/projects/${projectId}/sites`)
  await callApi(page, 'PATCH', `/sites/${sites[0]?.id}`, { revision: 1, notes: 'Someone else was here' })
  await edit.getByLabel('Type').selectOption('transect')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText(/load the current one/).waitFor()
  await edit.getByRole('button', { name: 'Show the newer version' }).click()
  t.equal(await edit.getByLabel('Notes').inputValue(), 'Someone else was here')
  await edit.getByLabel('Type').selectOption('transect')
  await edit.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Sites of Spring 2026', /M1.*Transect/).waitFor()
  await checkAccessibility(t, page, 'the sites')

  await page.getByRole('button', { name: 'Delete Spring 2026' }).click()
  t.ok(await page.getByRole('alertdialog').getByRole('button', { name: 'Delete survey' }).isDisabled(), 'a survey with sites stays')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete M1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click()
  await survey.getByText('This survey has no sites yet.').waitFor()
})

t.test('images are assigned by file name, by table and by hand, each after a preview', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await annotatedProject(page, 'Reef', names, [])
  await page.goto(sitesOf(projectId))
  await page.getByRole('button', { name: 'Add from file names or a table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign images to sites' })
  await dialog.getByText('3 images match 2 sites; 3 will change.').waitFor()
  await row(page, 'Images by site', /M1 new 2 2 M1_1\.jpg, M1_2\.jpg/).waitFor()
  await checkAccessibility(t, page, 'a look at what a pattern would do')
  await dialog.getByLabel('Create missing stations').uncheck()
  await dialog.getByText('No image matches.').waitFor()
  await dialog.getByText('no site has the name “M2”').waitFor()
  await dialog.getByLabel('Create missing stations').check()
  await dialog.getByLabel('File name pattern').fill('{dive}_{site}')
  await dialog
    .getByRole('alert')
    .getByText(/\{dive\}, which is unknown/)
    .waitFor()
  await dialog.getByLabel('File name pattern').fill('M1_*')
  await dialog.getByText('There are no sites yet.').waitFor()
  await dialog.getByLabel('File name pattern').fill('{site}_*.jpg')
  await dialog.getByRole('button', { name: 'Assign 3 images' }).click()
  await row(page, 'Sites without a survey', /M1.*2/).waitFor()
  await page.getByText('1 image has no site.').waitFor()

  await page.getByRole('button', { name: 'Assign images' }).click()
  await dialog.getByRole('tab', { name: 'By table' }).click()
  const table = 'filename;station\nother.jpg;M2\nnothing.jpg;M2\nM1_1.jpg;M9\n'
  await dialog.locator('input[type=file]').setInputFiles({ name: 'stations.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await dialog.getByText('1 image matches 1 site').waitFor()
  const problems = dialog.getByRole('region', { name: 'Left out' })
  t.same(await problems.getByRole('listitem').allTextContents(), [
    'row 3 nothing.jpg no image of this project has this file name',
    'row 4 M1_1.jpg no site has the name “M9”'
  ])
  await checkAccessibility(t, page, 'a look at what a table would do')
  await dialog.getByRole('button', { name: 'Assign 1 image' }).click()
  await row(page, 'Sites without a survey', /M2.*2/).waitFor()

  await page.getByRole('button', { name: 'Assign images' }).click()
  await dialog.getByRole('tab', { name: 'By hand' }).click()
  await dialog.getByLabel('M1_1.jpg').check()
  await dialog.getByLabel('M2_1.jpg').click({ modifiers: ['Shift'] })
  await dialog.getByLabel('Site for the selected images').selectOption({ label: 'no site' })
  await checkAccessibility(t, page, 'choosing images by hand')
  await dialog.getByRole('button', { name: 'Assign 3 images' }).click()
  await page.getByText('3 images removed from their sites').waitFor()
  const { items } = await callApi<{ items: { siteId: string | null }[] }>(page, 'GET', `/projects/${projectId}/media`)
  t.equal(items.filter(({ siteId }) => siteId !== null).length, 1)
})

t.test('a viewer sees the sites and cannot change them', async t => {
  const page = await openApp(t, browser, url, { as: newPerson('owner') })
  const { projectId } = await annotatedProject(page, 'Reef', names, [])
  await callApi(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1' })
  const viewer = newPerson('viewer')
  const looking = await openApp(t, browser, url, { as: viewer, viewport: { width: 390, height: 844 } })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await looking.goto(sitesOf(projectId))
  await row(looking, 'Sites without a survey', /M1/).waitFor()
  t.equal(await looking.getByRole('button', { name: /^(Add|Edit|Delete|Assign)/ }).count(), 0)
  t.ok(await looking.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
})

t.test('the places of a file become sites after a preview, and one step takes them back', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { projectId } = await annotatedProject(page, 'Reef', [], [])
  await callApi(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1' })
  await page.goto(`/projects/${projectId}/map`)
  await page.getByRole('button', { name: 'Draw a site' }).click()
  await page.getByRole('menuitem', { name: 'Import sites from a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import sites' })
  await dialog.getByText('Points become stations').waitFor()
  await checkAccessibility(t, page, 'the import of sites')
  const choose = (name: string, text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })

  await choose('broken.kml', '<kml><Placemark>')
  await dialog.getByText('The file could not be read').waitFor()
  await dialog.getByText(/not KML: it is not well-formed XML/).waitFor()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()

  await choose(
    'cruise.gpx',
    `<gpx><wpt lat="-17.5" lon="179.9"><name>M1</name></wpt><wpt lat="-17.6" lon="-179.9"><ele>-40</ele><name>M2</name></wpt>
     <wpt lat="91" lon="10"><name>Typo</name></wpt><wpt lat="-17.8" lon="179"><name>Not this</name></wpt>
     <rte><name>Line A</name><rtept lat="-17.5" lon="179.5"/><rtept lat="-17.5" lon="-179.5"/></rte></gpx>`
  )
  await dialog.getByText('5 places, 3 can be added.').waitFor()
  await row(page, 'Places of the file', /M1.*A site with this name exists/).waitFor()
  await row(page, 'Places of the file', /M2.*Point.*17\.6000.*40.*height below the sea is read as depth/).waitFor()
  await row(page, 'Places of the file', /Typo.*The latitude 91 is beyond 90/).waitFor()
  t.notOk(await dialog.getByRole('checkbox', { name: 'Typo' }).isEnabled())
  await dialog.getByRole('checkbox', { name: 'Not this' }).uncheck()
  await checkAccessibility(t, page, 'the places of a file')
  await dialog.getByRole('button', { name: 'Add 2 sites' }).click()
  await row(page, 'Sites without a survey', /Line A.*Transect/).waitFor()
  await row(page, 'Sites without a survey', /M2.*Station.*40/).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('2 sites removed').waitFor()
  await row(page, 'Sites without a survey', /M2/).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Import sites' }).click()
  await row(page, 'Imports of the last 30 days', /cruise\.gpx.*2 sites.*2 sites removed/).waitFor()
  await checkAccessibility(t, page, 'past imports of sites')
})
