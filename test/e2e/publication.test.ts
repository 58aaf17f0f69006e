// About: web/routes/project/publication.tsx, web/features/publication, web/features/sites/sampling-fields.tsx
import t from 'tap'
import type { Publication } from '../../shared/contracts/publication.ts'
import { annotatedProject } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { answerCall, bytesOf, callApi, checkAccessibility, newPerson, openApp, signIn } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { wellDescribed } from '../support/published.ts'
import { until } from '../support/until.ts'
import { unzipped } from '../support/zips.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

const addressOf = (projectId: string) => `/projects/${projectId}/publication`

t.test('a dataset is described until no problems are left, and cited', async t => {
  const page = await openApp(t, browser, url, { as: newPerson('ada') })
  const me = await callApi<{ revision: number; email: string }>(page, 'GET', '/auth/me')
  await callApi(page, 'PATCH', '/auth/me', { revision: me.revision, name: 'Ada Example', orcid: '0000-0002-1825-0097' })
  const { projectId, mediaIds } = await annotatedProject(page, 'Example Ridge', ['a.jpg'], [{ label: 'Brisinga', image: 0, count: 1 }])
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Publication' }).click()
  await page.getByRole('heading', { name: 'Publication', level: 1 }).waitFor()
  const ready = page.getByRole('complementary', { name: 'Ready to publish' })
  await ready.getByText('1 image has no date or time').waitFor()
  await checkAccessibility(t, page, 'a publication that nobody wrote')
  // abstract, organization, licence; position, time, depth, protocol, sample size; a name that is not in WoRMS
  await ready.getByText('9 problems to fix').waitFor()

  await ready.getByRole('link', { name: 'The abstract is missing' }).click()
  await page.locator('#publication-abstract:focus').waitFor()
  await page.keyboard.type('Brittle stars and other megafauna on photographs of Example Ridge.')
  await ready.getByText('8 problems to fix').waitFor()

  await page.getByRole('button', { name: 'Add member' }).click()
  await page.getByRole('menuitem', { name: 'Ada Example' }).click()
  await page.getByRole('button', { name: 'Add person' }).click()
  const person = page.getByRole('dialog', { name: 'Add a person' })
  await person.getByRole('button', { name: 'Add person' }).click()
  await person.getByText('Enter the surname').waitFor()
  await person.getByLabel('Given name').fill('Bo')
  await person.getByLabel('Surname').fill('Other')
  await person.getByLabel('ORCID iD').fill('0000-0002-1825-0098')
  await person.getByRole('button', { name: 'Add person' }).click()
  await person.getByText('This is not a valid ORCID iD. Check its digits.').waitFor()
  await checkAccessibility(t, page, 'the form of a person')
  await person.getByLabel('ORCID iD').fill('https://orcid.org/0000-0001-5109-3700') // ORCID's own record for tests
  await person.getByLabel('Took the images').check()
  await person.getByRole('button', { name: 'Add person' }).click()
  const people = page.getByRole('list', { name: 'People credited in the dataset' })
  await people.getByText('Bo Other').waitFor()
  await page.getByText(/^Example A, Other B \(20\d\d\)\. Example Ridge\. Sampling event dataset\.$/).waitFor()
  await people.getByRole('button', { name: 'Move Bo Other up' }).click()
  await page.getByText(/^Other B, Example A \(20\d\d\)\./).waitFor()
  await page.locator('[aria-label="Move Bo Other down"]:focus').waitFor() // the focus follows

  await page.getByRole('button', { name: 'Add funding' }).click()
  const funding = page.getByRole('dialog', { name: 'Add funding' })
  await funding.getByLabel('Funder').fill('Example Science Fund')
  await funding.getByLabel('Award number').fill('ESF-17')
  await funding.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('ESF-17').waitFor()

  await page.getByLabel('Sampling protocol').fill('towed camera transect')
  await page.getByLabel('Sample size of an image').fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enter both a size and its unit').first().waitFor()
  await page.getByLabel('Unit of the sample size').fill('photograph')
  await page.getByLabel('Position uncertainty').fill('15')
  await ready.getByText('The contact has no e-mail address').waitFor() // Bo comes first now
  await page.getByLabel('Organization or department').fill('Data office')
  await page.getByLabel('E-mail').fill('data@example.org')
  await page.getByLabel('Licence', { exact: true }).selectOption('CC-BY-4.0')
  await page.getByLabel('Published by').fill('Example Marine Institute')
  await page.getByLabel('DOI').fill('https://doi.org/10.5072/isobath.7')
  await page.getByText(/Sampling event dataset\. https:\/\/doi\.org\/10\.5072\/isobath\.7$/).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await ready.getByText('4 problems to fix').waitFor()
  await checkAccessibility(t, page, 'a publication')

  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CITATION.cff' }).click()])
  const citation = String(await bytesOf(saved))
  t.match(citation, /^cff-version: "1\.2\.0"\n/)
  t.match(citation, '"family-names":"Other","given-names":"Bo","orcid":"https://orcid.org/0000-0001-5109-3700"')

  await ready.getByRole('link', { name: '1 image has no date or time' }).click()
  await page.waitForURL(address => address.searchParams.get('media') === mediaIds[0])
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Edit', exact: true }).click()
  await viewer.getByLabel('Taken').fill('2024-06-02 04:29:27')
  await viewer.getByLabel('Latitude').fill('36 47.4 N')
  await viewer.getByLabel('Longitude').fill('122 4.2 W')
  await viewer.getByLabel('Depth').fill('302.5')
  await viewer.getByRole('button', { name: 'Save', exact: true }).click()
  await viewer.getByText('302.5').waitFor()
  await page.goto(addressOf(projectId))
  await ready.getByText('1 problem to fix').waitFor()
  await ready.getByRole('link', { name: 'One name is not matched with WoRMS' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('AphiaID', { exact: true }).fill('123210')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  await page.goto(addressOf(projectId))
  await ready.getByText('No problems found.').waitFor()
  await ready.getByRole('link', { name: 'Create a Darwin Core Archive' }).click()
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  const written = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download Example-Ridge-dwca-/ }).click()
  const archive = await unzipped(await bytesOf(await written))
  t.match(archive.get('eml.xml'), '<organizationName>Example Marine Institute</organizationName>')
  t.notOk(await page.getByText(/error|warning|left out or changed/).count(), 'no rule is broken, and nothing is lost')
  const kept = await callApi<Publication>(page, 'GET', addressOf(projectId))
  t.match(kept, {
    ...{ revision: 2, license: 'CC-BY-4.0', doi: '10.5072/isobath.7', coordinateUncertaintyInMeters: 15, sampleSizeUnit: 'photograph' },
    people: [
      { surName: 'Other', tookImages: true },
      { surName: 'Example', orcid: '0000-0002-1825-0097', email: me.email }
    ],
    contact: { organizationName: 'Data office', email: 'data@example.org', surName: null },
    funding: [{ funder: 'Example Science Fund', award: 'ESF-17' }]
  })
})

t.test('edits of two people are merged, and conflicts are resolved by hand', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await annotatedProject(page, 'Ridge', [], [])
  await page.goto(addressOf(projectId))
  await page.getByLabel('Title').fill('Mine')
  const theirs = { ...wellDescribed, title: null, abstract: 'Written by somebody else in the meantime, with care.', revision: 1 }
  await answerCall(page, 'GET', '/api/events', { status: 503 })
  await callApi(page, 'PUT', addressOf(projectId), theirs)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  t.match(await callApi(page, 'GET', addressOf(projectId)), { title: 'Mine', abstract: theirs.abstract, revision: 3 })

  await page.getByLabel('Title').fill('Mine again')
  await callApi(page, 'PUT', addressOf(projectId), { ...theirs, title: 'Theirs', revision: 3 })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const panel = page.getByRole('region', { name: 'Changed by someone else' })
  await panel.getByText('Theirs', { exact: true }).last().waitFor()
  await checkAccessibility(t, page, 'two versions of a publication')
  await panel.getByRole('radio', { name: /Yours/ }).check()
  await panel.getByRole('button', { name: 'Save what I chose' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor()
  t.match(await callApi(page, 'GET', addressOf(projectId)), { title: 'Mine again', revision: 5 })
})

t.test('a click does not lose unsaved changes, and a viewer cannot edit', async t => {
  const [owner, viewer] = [newPerson(), newPerson('viewer')]
  const page = await openApp(t, browser, url, { as: owner })
  const { projectId } = await annotatedProject(page, 'Ridge', [], [])
  await page.goto(addressOf(projectId))
  await page.getByLabel('Title').fill('Not saved yet')
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Settings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  t.equal(await page.getByLabel('Title').inputValue(), 'Not saved yet')
  await page.getByText('Not saved: Title').waitFor()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  t.equal(await page.getByLabel('Title').inputValue(), '')

  const guest = await openApp(t, browser, url, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await signIn(guest, viewer)
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await guest.goto(addressOf(projectId))
  await guest.getByText('Only editors and owners of the project can edit it.').waitFor()
  t.equal(await guest.getByRole('button', { name: 'Save changes' }).count(), 0)
  t.equal(await guest.getByRole('button', { name: 'Add person' }).count(), 0)
  t.not(await guest.getByLabel('Title').getAttribute('readonly'), null)
  await checkAccessibility(t, guest, 'a publication for a viewer')

  await answerCall(guest, 'GET', `/api/projects/${projectId}/publication`, {
    status: 400,
    json: { detail: 'The disk is on fire', status: 400 }
  })
  await guest.reload()
  await guest.getByText('The publication could not be loaded').waitFor()
})

t.test('a site overrides the sampling methods of the project', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { projectId } = await annotatedProject(page, 'Ridge', [], [])
  await page.goto(`/projects/${projectId}/annotate/sites`)
  await page.getByRole('button', { name: 'Add site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a site' })
  await dialog.getByLabel('Name').fill('T1')
  await dialog.getByText('Sampling, habitat and footprint').click()
  await dialog.getByLabel('Sampling protocol').fill('diver with a frame')
  await dialog.getByLabel('Footprint').fill('LINESTRING (36.4 -122.31, 36.41 -122.3)')
  await checkAccessibility(t, page, 'the sampling of a site')
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await dialog.getByText(/has the latitude -122\.31, .* longitude comes first/).waitFor()
  await dialog.getByLabel('Footprint').fill('LINESTRING (-122.31 36.4, -122.3 36.41)')
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { sites } = await until(
    () => callApi<{ sites: object[] }>(page, 'GET', `/projects/${projectId}/sites`),
    found => found.sites.length > 0
  )
  t.match(sites, [{ samplingProtocol: 'diver with a frame', footprintWKT: 'LINESTRING (-122.31 36.4, -122.3 36.41)', habitat: null }])
})
