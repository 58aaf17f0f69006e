// About: web/features/sites/document, web/features/sites/refused, web/features/map/tools, web/sync
import type { Page } from 'playwright-core'
import t from 'tap'
import type { Site, Sites } from '../../shared/contracts/sites.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { storedEdits } from '../support/waiting.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const mapOf = (projectId: string) => `/projects/${projectId}/map?m=11,58,6,mercator`
const sitesPath = (projectId: string) => `/projects/${projectId}/annotate/sites`
const chartOf = (page: Page) => page.getByRole('application', { name: /^Chart/ })
const sitesNow = async (page: Page, projectId: string) => (await callApi<Sites>(page, 'GET', `/projects/${projectId}/sites`)).sites
const row = (page: Page, name: RegExp) => page.getByRole('grid', { name: 'Sites without a survey' }).getByRole('row', { name })

async function draw(page: Page, name: string) {
  await chartOf(page).focus()
  await page.keyboard.press('p')
  await page.getByRole('region', { name: 'Draw a site' }).getByRole('heading', { name: 'Draw a station' }).waitFor()
  await page.keyboard.press('Space')
  const form = page.getByRole('dialog', { name: 'Add a site' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByRole('button', { name: 'Add site' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Opens the map of a project after Sites, so that the code of both screens is there without a network. */
async function openMap(page: Page, projectId: string) {
  await page.goto(sitesPath(projectId))
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor()
  await page.goto(mapOf(projectId))
  await page.getByRole('button', { name: 'Draw a site' }).waitFor()
}

t.test('a station drawn without a network is on other screens, survives, and is sent once', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Skagerrak')
  await openMap(page, projectId)
  await draw(page, 'S0')
  await until(
    () => sitesNow(page, projectId),
    sites => sites.length === 1
  )
  await page.getByRole('link', { name: 'Annotate', exact: true }).first().click()
  await page.getByRole('link', { name: 'Sites' }).click()
  await row(page, /S0/).waitFor()
  await page.getByRole('link', { name: 'Map' }).first().click()
  await page.getByText(/^1 site.* in view/).waitFor()
  await page.getByRole('button', { name: 'Draw a site' }).waitFor() // the stored edits have been read

  await page.context().setOffline(true)
  await draw(page, 'S1')
  await page.getByText(/^2 sites.* in view/).waitFor()
  await page.getByRole('button', { name: '1 edit waiting: no connection' }).waitFor()
  await checkAccessibility(t, page, 'the map with a site that waits')
  await page.getByRole('link', { name: 'Annotate', exact: true }).first().click()
  await page.getByRole('link', { name: 'Sites' }).click()
  await row(page, /S1 not sent/).waitFor()
  await checkAccessibility(t, page, 'the list with a site that waits')
  await page.getByRole('button', { name: 'Edit S1' }).click()
  const form = page.getByRole('dialog', { name: 'Edit S1' })
  await form.getByLabel('Maximum depth').fill('80')
  await form.getByRole('button', { name: 'Save' }).click()
  await row(page, /S1 not sent .*to 80/).waitFor()
  await until(
    () => storedEdits(page),
    count => count === 2
  )

  await page.context().setOffline(false)
  await page.reload()
  await row(page, /S1 Station .*to 80/).waitFor()
  const sites = await until(
    () => sitesNow(page, projectId),
    found => found.some(({ name, maximumDepthInMeters }) => name === 'S1' && maximumDepthInMeters === 80)
  )
  t.equal(sites.length, 2, 'once')
  await until(
    () => storedEdits(page),
    count => count === 0
  )
})

t.test('moves, edits, deletions and new sites are undone and redone by keys, on both screens and after a reload', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Skagerrak')
  const made = await callApi<Site>(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1', decimalLatitude: 58, decimalLongitude: 11 })
  const m1 = async () => (await sitesNow(page, projectId)).find(({ id }) => id === made.id)
  await openMap(page, projectId)
  await chartOf(page).focus()
  const panel = page.getByRole('complementary', { name: 'M1' })
  await until(
    async () => {
      await page.keyboard.press('i') // the site may not be drawn yet
      return panel.isVisible()
    },
    isOpen => isOpen
  )
  await panel.getByRole('button', { name: 'Move' }).click()
  await page.getByRole('heading', { name: 'New place for M1' }).waitFor()
  await chartOf(page).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await page.getByText('M1 moved').waitFor()
  await until(m1, site => (site?.decimalLatitude ?? 0) > 58)
  await chartOf(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Undone: Move M1').waitFor()
  await until(m1, site => site?.decimalLatitude === 58)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await until(m1, site => (site?.decimalLatitude ?? 0) > 58)

  await page.goto(sitesPath(projectId))
  await page.getByRole('button', { name: 'Delete M1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click()
  await page.getByRole('heading', { name: 'No sites yet' }).waitFor()
  await until(m1, site => site === undefined)
  await page.reload()
  await page.getByRole('button', { name: 'Add site' }).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await row(page, /M1/).waitFor()
  await until(m1, site => site !== undefined)
  await page.keyboard.press('ControlOrMeta+z')
  await until(m1, site => site?.decimalLatitude === 58)

  await page.getByRole('button', { name: 'Add site' }).click()
  const form = page.getByRole('dialog', { name: 'Add a site' })
  await form.getByLabel('Name', { exact: true }).fill('m1')
  await form.getByRole('button', { name: 'Add site' }).click()
  await form.getByText('Another site already has this name').waitFor()
  await form.getByLabel('Name', { exact: true }).fill('M2')
  await form.getByRole('button', { name: 'Add site' }).click()
  await row(page, /M2/).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await row(page, /M2/).waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+y')
  await row(page, /M2 Station/).waitFor()
  const sites = await until(
    () => sitesNow(page, projectId),
    found => found.length === 2
  )
  t.same(sites.map(({ name }) => name).sort(), ['M1', 'M2'])
})

t.test('a late edit shows both versions, and a refused name can be changed', async t => {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Skagerrak')
  const m1 = await callApi<Site>(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1', notes: 'Old' })
  const colleague = newPerson()
  const theirs = await openApp(t, browser, url, { as: colleague })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: colleague.email, role: 'editor' })
  await page.goto(sitesPath(projectId))
  await row(page, /M1/).waitFor()

  const edit = page.getByRole('dialog', { name: 'Edit M1' })
  await page.getByRole('button', { name: 'Edit M1' }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click() // the code of the form is there from now on
  await edit.waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Edit M1' }).click()
  await edit.getByLabel('Notes').fill('Mine, from the sea')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add site' }).click()
  const add = page.getByRole('dialog', { name: 'Add a site' })
  await add.getByLabel('Name', { exact: true }).fill('M2')
  await add.getByRole('button', { name: 'Add site' }).click()
  await row(page, /M2 not sent/).waitFor()
  await callApi(theirs, 'PATCH', `/sites/${m1.id}`, { revision: 1, notes: 'Theirs, from the office' })
  await callApi(theirs, 'POST', `/projects/${projectId}/sites`, { name: 'M2' })
  await page.context().setOffline(false)

  await page.getByRole('button', { name: 'Edits of 2 sites could not be saved' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edits of sites that could not be saved' })
  const late = dialog.getByRole('listitem', { name: 'M1' })
  await late.getByText('Another member changed this site in the meantime.').waitFor()
  await late.getByRole('row', { name: /Notes.*Mine, from the sea.*Theirs, from the office/ }).waitFor()
  await checkAccessibility(t, page, 'both versions of a site')
  await late.getByRole('button', { name: 'Use mine' }).click()
  await late.waitFor({ state: 'detached' })
  const twin = dialog.getByRole('listitem', { name: 'M2' })
  await twin.getByText('The project already has a site named “M2”.').waitFor()
  await twin.getByRole('button', { name: 'Edit it and add it again' }).click()
  await add.getByLabel('Name', { exact: true }).fill('M3')
  await add.getByRole('button', { name: 'Add site' }).click()
  const sites = await until(
    () => sitesNow(page, projectId),
    found => found.length === 3
  )
  t.same(sites.map(({ name, notes }) => [name, notes]).sort(), [
    ['M1', 'Mine, from the sea'],
    ['M2', null],
    ['M3', null]
  ])
  await page.getByRole('button', { name: /could not be saved/ }).waitFor({ state: 'detached' })
})

t.test('a message from another screen still undoes there, and a restored site whose name is taken is added anew', async t => {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Skagerrak')
  const place = { decimalLatitude: 58, decimalLongitude: 11 }
  await callApi(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1', ...place })
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete M1' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click()
    await row(page, /M1/).waitFor({ state: 'detached' })
  }
  await openMap(page, projectId)
  await page.getByText(/^1 site.* in view/).waitFor()
  await page.getByRole('link', { name: 'Annotate', exact: true }).first().click()
  await page.getByRole('link', { name: 'Sites' }).click()
  await row(page, /M1/).waitFor()
  await page.context().setOffline(true)
  await remove()
  await page.getByRole('link', { name: 'Map' }).first().click()
  await page.getByText(/^0 sites.* in view/).waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(/^1 site.* in view/).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: /waiting: no connection/ }).waitFor({ state: 'detached' })
  t.match(await sitesNow(page, projectId), [{ name: 'M1' }])

  await page.goto(sitesPath(projectId))
  await row(page, /M1/).waitFor()
  await remove()
  await until(
    () => sitesNow(page, projectId),
    found => found.length === 0
  )
  await callApi(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1', notes: 'Of a colleague' })
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('button', { name: 'Edits of 1 site could not be saved' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edits of sites that could not be saved' })
  await dialog.getByRole('button', { name: 'Add it as a new site, without its images' }).click()
  const add = page.getByRole('dialog', { name: 'Add a site' })
  await add.getByLabel('Name', { exact: true }).fill('M1 old')
  await add.getByRole('button', { name: 'Add site' }).click()
  const sites = await until(
    () => sitesNow(page, projectId),
    found => found.length === 2
  )
  t.same(
    new Map(sites.map(({ name, decimalLatitude }) => [name, decimalLatitude])),
    new Map([
      ['M1', null],
      ['M1 old', 58]
    ])
  )
  await page.getByRole('button', { name: /could not be saved/ }).waitFor({ state: 'detached' })
})

t.test('an undo leaves what a colleague changed since, and one that is refused after its screen was left is reported', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  const { id: projectId } = await makeProject(page, 'Skagerrak')
  const m1 = await callApi<Site>(page, 'POST', `/projects/${projectId}/sites`, { name: 'M1', notes: 'Old' })
  const person = newPerson()
  const colleague = await openApp(t, browser, url, { as: person })
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: person.email, role: 'editor' })
  await page.goto(sitesPath(projectId))
  await row(page, /M1/).waitFor()
  await page.getByRole('button', { name: 'Edit M1' }).click()
  const form = page.getByRole('dialog', { name: 'Edit M1' })
  await form.getByLabel('Name', { exact: true }).fill('M1 south')
  await form.getByLabel('Notes').fill('New')
  await form.getByRole('button', { name: 'Save' }).click()
  await until(
    () => sitesNow(page, projectId),
    ([site]) => site?.name === 'M1 south'
  )
  await callApi(colleague, 'PATCH', `/sites/${m1.id}`, { revision: 2, name: 'M1 north' })
  await row(page, /M1 north/).waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('M1 north has since been changed or deleted. The newer changes were kept.').waitFor()
  const [site] = await until(
    () => sitesNow(page, projectId),
    ([found]) => found?.notes === 'Old'
  )
  t.equal(site?.name, 'M1 north')

  await page.getByRole('button', { name: 'Delete M1 north' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click()
  await until(
    () => sitesNow(page, projectId),
    found => found.length === 0
  )
  await callApi(colleague, 'POST', `/projects/${projectId}/sites`, { name: 'M1 north' })
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await page.getByRole('region', { name: /^Members/ }).waitFor() // an open screen of sites lists the refusal itself
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('The edit could not be undone').waitFor()
  await page.getByText('The project already has a site named “M1 north”').waitFor()
})
