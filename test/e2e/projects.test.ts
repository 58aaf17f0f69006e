// About: web/features/projects, web/routes/main/projects.tsx, web/routes/main/new-project.tsx, web/routes/main/edit-project.tsx, web/routes/main/dashboard.tsx
import t from 'tap'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, callApi, checkAccessibility, makeProject, newPerson, openApp, settled } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const phone = { viewport: { width: 390, height: 844 } }

t.test('a newcomer is guided through three steps, and creates a project with all its fields', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
  for (const name of ['Create a project', 'Add images', 'Invite your team']) await page.getByRole('heading', { name }).waitFor()
  await checkAccessibility(t, page, 'the first dashboard')

  await page.getByRole('main').getByRole('link', { name: 'New project' }).click()
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('alert').getByText('Give the project a title').waitFor()
  await page.getByLabel('Title').fill('Monterey Canyon')
  await page.getByLabel('Purpose and method').fill('Megafauna along the axis.')
  await page.getByLabel('Region').fill('California')
  await page.getByLabel('Habitat').fill('Soft sediment')
  await page.getByLabel('First day').fill('2026-04-02')
  await page.getByLabel('Last day').fill('2026-04-01')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('alert').getByText('The last day is before the first').waitFor()
  await checkAccessibility(t, page, 'the form with a fault')
  await page.getByLabel('Last day').fill('2026-04-12')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Monterey Canyon' }).waitFor()
  await page.getByText('California · 2026-04-02 – 2026-04-12 · Soft sediment').waitFor()

  await page.goto('/dashboard')
  await page.getByText('Monterey Canyon has no images yet.').waitFor()
  await checkAccessibility(t, page, 'the dashboard')
})

t.test('cards without words are shown while the projects load', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await makeProject(page, 'Slow reef')
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(
    address => address.pathname === '/api/projects',
    async route => {
      await released
      await route.fallback()
    }
  )
  await page.goto('/dashboard')
  const placeholder = page.getByRole('status', { name: 'Loading your projects' })
  await placeholder.waitFor()
  t.equal(await placeholder.locator(':scope > div').count(), 3)
  release()
  await page.getByRole('article').getByRole('link', { name: 'Slow reef' }).waitFor()
  t.equal(await placeholder.count(), 0)
})

t.test('leaving a form with unsaved changes requires confirmation', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef', { region: 'Bonaire', startDate: '2026-04-02' })
  await page.goto(`/projects/edit/${id}`)
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  await checkAccessibility(t, page, 'the project form at rest')
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.waitFor()
  await checkAccessibility(t, page, 'the question about unsaved changes')
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  t.equal(await page.getByLabel('Title').inputValue(), 'Half a thought')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await dialog.getByRole('button', { name: 'Leave and discard' }).click()
  await page.waitForURL('**/dashboard')
})

t.test('a template fills in texts to edit, and keeps texts that the person wrote', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/projects/new')
  const purpose = page.getByLabel('Purpose and method')
  const habitat = page.getByLabel('Habitat')
  await page.getByRole('button', { name: 'Reef transect' }).click()
  await page.getByText('Filled in from Reef transect: Purpose and method, Habitat.').waitFor()
  t.match(await purpose.inputValue(), /^Question: how do benthic cover/)
  t.match(await habitat.inputValue(), /^Reef/)
  await checkAccessibility(t, page, 'the new-project form with a template')

  await habitat.fill('Mesophotic reef, 60 m')
  await page.getByRole('button', { name: 'Baited camera' }).click()
  await page.getByText('Fields with your own text stay unchanged: Habitat.').waitFor()
  t.match(await purpose.inputValue(), /^Question: which fish/, 'unedited texts of a template are replaced by another template')
  t.equal(await habitat.inputValue(), 'Mesophotic reef, 60 m')

  await page.getByLabel('Title').fill('Fish at the edge')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fish at the edge' }).waitFor()
  const { projects } = await callApi<{ projects: { id: string }[] }>(page, 'GET', '/projects')
  t.match(projects[0], { habitat: 'Mesophotic reef, 60 m', description: /MaxN/ })
  const project = `/projects/${projects[0]?.id}`
  const { items } = await callApi<{ items: { name: string }[] }>(page, 'GET', `${project}/labels`)
  t.match(
    items.map(({ name }) => name),
    ['Amphipods', 'Bait', 'Decapods', 'Hagfishes', 'Ray-finned fishes', 'Sharks and rays'],
    'the labels are those of the last template'
  )
  t.match(await callApi(page, 'GET', `${project}/attribute-fields`), { fields: [{ name: 'individualCount' }] })
  t.match(await callApi(page, 'GET', `${project}/publication`), { samplingEffort: '60 minutes on the bottom at each site' })
  const { sites, surveys } = await callApi<{ sites: { name: string; decimalLatitude: number | null }[]; surveys: object[] }>(
    page,
    'GET',
    `${project}/sites`
  )
  t.match(
    sites.map(({ name, decimalLatitude }) => [name, decimalLatitude]),
    ['Protected 1', 'Protected 2', 'Unprotected 1', 'Unprotected 2'].map(name => [name, null]),
    'the sites are those of the last template, without positions'
  )
  t.same(surveys, [])
  await page.goto(`${project}/annotate/sites`)
  await page.getByRole('row', { name: /Unprotected 2.*Site/ }).waitFor()
  await checkAccessibility(t, page, 'sites without a position')
})

t.test('sites and sampling plan of a template can be left out, and a part that fails is named', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Own design')
  await page.getByRole('button', { name: 'Plankton' }).click()
  const sites = page.getByRole('checkbox', { name: 'Sites of the template' })
  await page.getByText('Placeholder names, with a depth and without a position: Station 1, Station 2, Station 3.').waitFor()
  t.ok(await sites.isChecked())
  await sites.uncheck()
  await page.getByRole('button', { name: 'Reef transect' }).click()
  t.notOk(await sites.isChecked(), 'another template does not tick the box again')
  await page.getByRole('checkbox', { name: 'Sampling plan of the template' }).uncheck()
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Own design' }).waitFor()
  const own = new URL(page.url()).pathname.replace('/dashboard', '')
  t.match(await callApi(page, 'GET', `${own}/sites`), { sites: [] })
  t.match(await callApi(page, 'GET', `${own}/publication`), { samplingProtocol: null })

  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Half a reef')
  await page.getByRole('button', { name: 'Reef transect' }).click()
  await page.route(/\/api\/projects\/[^/]+\/sites$/, (route, request) =>
    request.postDataJSON()?.name === 'Reef 1 transect 2' ? route.abort() : route.fallback()
  )
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByText('Not all of the template was added').waitFor()
  await page.getByText('Missing or incomplete: sites (in Sites). Add the rest there.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Half a reef' }).waitFor()
  const half = new URL(page.url()).pathname.replace('/dashboard', '')
  t.match(await callApi(page, 'GET', `${half}/publication`), { samplingProtocol: 'Photo quadrats along 30 m transects' })
})

t.test('a new project takes over the sites and the sampling plan of another one, before those of its template', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await callApi<{ id: string }>(page, 'POST', '/projects', { title: 'Kattegat 2025' })
  const survey = await callApi<{ id: string }>(page, 'POST', `/projects/${id}/surveys`, { name: 'Spring', startDate: '2025-04-02' })
  const place = { decimalLatitude: 58.883, decimalLongitude: 11.102, minimumDepthInMeters: 80, maximumDepthInMeters: 95 }
  await callApi(page, 'POST', `/projects/${id}/sites`, { name: 'M1', type: 'transect', surveyId: survey.id, ...place })
  await callApi(page, 'POST', `/projects/${id}/sites`, { name: 'M2' })
  const {
    projectId: _,
    members,
    modifiedAt,
    ...publication
  } = await callApi<Record<string, unknown>>(page, 'GET', `/projects/${id}/publication`)
  const plan = { samplingProtocol: 'Photo transects by ROV', sampleSizeValue: 0.5, sampleSizeUnit: 'square metre' }
  await callApi(page, 'PUT', `/projects/${id}/publication`, { ...publication, ...plan, doi: '10.5555/2025' })

  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Kattegat 2026')
  await page.getByLabel('From another project').selectOption('Kattegat 2025')
  await page.getByText('2 sites and 1 survey, with positions').waitFor()
  await page.getByRole('checkbox', { name: 'Sites and surveys' }).check()
  await page.getByRole('checkbox', { name: 'Sampling plan', exact: true }).check()
  await checkAccessibility(t, page, 'the new-project form with another project')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Kattegat 2026' }).waitFor()
  const copy = new URL(page.url()).pathname.replace('/dashboard', '')
  const { sites, surveys } = await callApi<{ sites: { surveyId: string | null }[]; surveys: { id: string }[] }>(
    page,
    'GET',
    `${copy}/sites`
  )
  t.match(surveys, [{ name: 'Spring', startDate: '2025-04-02' }])
  t.match(sites, [
    { name: 'M1', type: 'transect', ...place },
    { name: 'M2', surveyId: null }
  ])
  t.equal(sites[0]?.surveyId, surveys[0]?.id, 'the site is in the copy of its survey')
  t.match(await callApi(page, 'GET', `${copy}/publication`), { ...plan, doi: null }, 'the plan is copied, the DOI is not')

  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Fish at the edge')
  await page.getByRole('button', { name: 'Baited camera' }).click()
  const ofTemplate = (part: string) => page.getByRole('checkbox', { name: `${part} of the template` })
  await page.getByLabel('From another project').selectOption('Kattegat 2025')
  await page.getByRole('checkbox', { name: 'Sites and surveys' }).check()
  await page.getByText('Not added, because sites are copied from the other project.').waitFor()
  t.notOk(await ofTemplate('Sites').isChecked())
  t.notOk(await ofTemplate('Sites').isEnabled())
  t.ok(await ofTemplate('Sampling plan').isChecked(), 'the plan is still that of the template')
  await checkAccessibility(t, page, 'the new-project form with a template and another project')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fish at the edge' }).waitFor()
  const fish = new URL(page.url()).pathname.replace('/dashboard', '')
  t.match(await callApi(page, 'GET', `${fish}/publication`), { samplingEffort: '60 minutes on the bottom at each site' })
  const copied = await callApi<{ sites: { name: string }[] }>(page, 'GET', `${fish}/sites`)
  t.same(
    copied.sites.map(({ name }) => name),
    ['M1', 'M2']
  )
})

t.test('a draft of a new project is kept for its account until the project is created or the draft discarded', async t => {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person })
  await page.goto('/projects/new')
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByRole('radio', { name: /Everyone/ }).check()
  await page.getByText('Draft saved in this browser', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard') // nothing is lost, so no confirmation is needed

  await page.goto('/projects/new')
  await page.getByText('Draft saved in this browser', { exact: true }).waitFor()
  t.equal(await page.getByLabel('Title').inputValue(), 'Half a thought')
  t.equal(await page.getByRole('radio', { name: /Everyone/ }).isChecked(), true)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  t.equal(await page.getByLabel('Title').inputValue(), '')
  t.equal(await page.evaluate(() => document.activeElement?.id), 'project-title', 'the focus does not vanish with the button')
  await page.getByRole('button', { name: 'Undo' }).click()
  t.equal(await page.getByLabel('Title').inputValue(), 'Half a thought')

  const keys = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('new-project')))
  const me = await callApi<{ id: string }>(page, 'GET', '/auth/me')
  t.strictSame(await keys(), [`isobath.new-project.${me.id}`])
  await page.getByRole('radio', { name: /Members only/ }).check() // the other tests have their own projects
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Half a thought' }).waitFor()
  t.strictSame(await keys(), [])
  await page.goto('/projects/new')
  await page.getByRole('button', { name: 'Create project' }).waitFor()
  t.equal(await page.getByLabel('Title').inputValue(), '')
})

t.test('without storage in the browser, leaving a new project requires confirmation', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/projects/new')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Title').fill('Nowhere to go')
  await page.getByText('Unsaved changes: Title').waitFor()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave and discard' }).click()
  await page.waitForURL('**/dashboard')
})

t.test('a conflict that no newer version explains is reported, not tried without an end', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef')
  const refused = await answerCall(page, 'PUT', `/api/projects/${id}`, { status: 409, json: { detail: 'Not while it is archived.' } })
  await page.goto(`/projects/edit/${id}`)
  await page.getByLabel('Title').fill('Reef, my words')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Not while it is archived.').waitFor()
  t.equal(refused.count(), 1)
  t.equal(await page.getByLabel('Title').inputValue(), 'Reef, my words')
})

t.test('two people edit one project: conflicts are shown side by side, and other changes are merged', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id, revision } = await makeProject(page, 'Reef', { region: 'Bonaire', habitat: 'Coral' })
  await page.goto(`/projects/edit/${id}`)
  await page.getByLabel('Title').fill('Reef, my words')
  await page.getByLabel('Habitat').fill('Coral rubble')
  await callApi(page, 'PUT', `/projects/${id}`, { revision, title: 'Reef, their words', region: 'Curaçao' })
  await page.getByRole('button', { name: 'Save changes' }).click()

  const conflict = page.getByRole('region', { name: 'Changed by someone else' })
  await conflict.getByText('Reef, my words').waitFor()
  await conflict.getByText('Reef, their words').waitFor()
  t.equal(await conflict.getByText('Curaçao').count(), 0, 'a field that only they changed is no conflict')
  t.equal(await conflict.getByRole('button', { name: 'Save what I chose' }).isDisabled(), true)
  await checkAccessibility(t, page, 'a conflict')
  await conflict.getByRole('radio', { name: /Theirs/ }).check()
  await conflict.getByRole('button', { name: 'Save what I chose' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reef, their words' }).waitFor()
  const saved = await callApi(page, 'GET', `/projects/${id}`)
  t.match(saved, { title: 'Reef, their words', region: 'Curaçao', habitat: 'Coral rubble' })
})

t.test('a deleted project is restored from the list of deleted ones', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Lost and found')
  await page.goto(`/projects/${id}/settings`)
  await page.getByRole('button', { name: 'Delete project' }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this project?' })
  await question.waitFor()
  await checkAccessibility(t, page, 'the question before a project is deleted')
  await question.getByLabel(/^Type the title to confirm/).fill('Lost and found')
  await question.getByRole('button', { name: 'Delete project' }).click()
  await page.waitForURL('**/projects')
  await page.getByRole('heading', { name: 'A project holds one study' }).waitFor()
  await page.getByRole('button', { name: 'Deleted projects' }).click()
  await page.getByText('in 30 days').waitFor()
  await checkAccessibility(t, page, 'deleted projects')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Lost and found restored').waitFor()
  await page.getByRole('button', { name: 'Back to projects' }).click()
  await page.getByRole('link', { name: 'Lost and found' }).waitFor()
})

t.test('search and order of the list stay in the address, as cards and as a table, on a phone too', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  for (const title of ['Alpha transect', 'Beta transect', 'Gamma trawl']) await makeProject(page, title, { region: 'North Sea' })
  await page.goto('/projects?sort=title')
  await page.getByRole('link', { name: 'Gamma trawl' }).waitFor()
  await checkAccessibility(t, page, 'project cards')
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByRole('row', { name: /Alpha transect/ }).waitFor()
  t.strictSame(await page.getByRole('rowheader').allTextContents(), ['Alpha transect', 'Beta transect', 'Gamma trawl'])
  await checkAccessibility(t, page, 'the project table')
  await page.getByLabel('Search projects').fill('trawl')
  await page.waitForURL(/search=trawl/)
  await page.getByText('1 project', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: /Gamma trawl/ }).waitFor()
  t.equal(await page.getByRole('rowheader').count(), 1)
  await page.setViewportSize(phone.viewport)
  t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, 'nothing overflows')
  await checkAccessibility(t, page, 'the project table on a phone')
})

t.test('only the visible ones of very many projects are in the page, and scrolling loads the others', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `p${index}`, title: `Project ${index}`, memberCount: 1 }))
  await page.route(
    url => url.pathname === '/api/projects',
    route => {
      const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const next = from + 100 < many.length ? String(from + 100) : null
      return route.fulfill({ json: { projects: many.slice(from, from + 100), nextCursor: next, totalCount: many.length } })
    }
  )
  await page.goto('/projects?layout=table')
  await page.getByText('10\u2009000 projects').waitFor()
  await page.getByRole('row', { name: /Project 0/ }).waitFor()
  for (const goal of [150, 350]) {
    await page.waitForFunction(scrollToRow, goal)
    t.ok((await page.locator('tbody tr').count()) < 60, 'only a few rows are in the page')
  }
})

/** Runs in the page, repeatedly while rows load: scrolls down, and returns whether the wanted row has been reached. */
function scrollToRow(goal: number): boolean {
  const row = document.querySelector('tbody tr')
  window.scrollTo(0, goal * (row?.clientHeight ?? 0))
  return [...document.querySelectorAll('tbody th')].some(({ textContent }) => textContent === `Project ${goal}`)
}

t.test('a missing project is reported immediately, with a next step', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/projects/01900000-0000-7000-8000-000000000000/dashboard')
  await page.getByRole('alert').getByText('The project could not be loaded').waitFor()
  await checkAccessibility(t, page, 'a project that is not there')
})

t.test('the overview of a project with media shows its figures and depths, on a chart and in a table', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Deep canyon')
  const project = await callApi<object>(page, 'GET', `/projects/${id}`)
  await answerCall(page, 'GET', `/api/projects/${id}`, { status: 200, json: { ...project, mediaCount: 1204 } })
  const numbers = {
    mediaCount: 1204,
    mediaBytes: 8_700_000_000,
    placedCount: 1204,
    datedCount: 1200,
    earliestEventDate: '2026-03-01T06:00:00.000Z',
    latestEventDate: '2026-03-09T17:00:00.000Z',
    minimumDepthInMeters: 12.5,
    maximumDepthInMeters: 380,
    depthCounts: [
      { fromMeters: 0, toMeters: 200, count: 1004 },
      { fromMeters: 200, toMeters: 400, count: 200 }
    ]
  }
  await answerCall(page, 'GET', `/api/projects/${id}/overview`, { status: 200, json: numbers })
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByText('4 without a time').waitFor()
  await page.getByText('2026-03-01 – 2026-03-09').waitFor()
  await page.getByRole('img', { name: /Images by depth in metres/ }).waitFor()
  await page
    .getByText(/of 0 images/)
    .first()
    .waitFor()
  await page.getByText('As a table').click()
  t.match(await page.getByRole('table').last().textContent(), /200 – 400200/)
  await checkAccessibility(t, page, 'the overview')
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    t.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, `nothing overflows at ${width} px`)
  }
})

t.test('a card of the dashboard has the progress of its project, and continues with the next image', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId, mediaIds } = await annotatedProject(page, 'Wreck', ['dive-1.png', 'dive-2.png'], [])
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Start with dive-1.png' }).waitFor()
  await callApi(page, 'PUT', `/media/${mediaIds[0]}/work-state`, { state: 'done' })
  await page.reload()
  await page.getByText('1 of 2 images done').waitFor()
  await page.getByRole('link', { name: 'Continue with dive-2.png' }).click()
  await page.waitForURL(`**/projects/${projectId}/annotate?image=${mediaIds[1]}*`)
})
