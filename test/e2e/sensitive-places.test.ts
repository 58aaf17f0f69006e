// About: web/routes/project/publication.tsx, web/features/publication, web/features/media/viewer, web/features/sites, web/features/exchange
import type { Page } from 'playwright-core'
import t from 'tap'
import { mediaPath } from '../../shared/addresses.ts'
import type { Export } from '../../shared/contracts/exchange.ts'
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
const position = { decimalLatitude: 36.7184637, decimalLongitude: -122.1857341 }

/** A reef with a coral and a starfish, both placed, and a site. */
async function reef(page: Page) {
  const marks = [
    { label: 'Paragorgia arborea', image: 0, count: 1 },
    { label: 'Brisinga', image: 1, count: 1 }
  ]
  const made = await annotatedProject(page, 'Sur Ridge', ['coral.jpg', 'star.jpg'], marks)
  for (const id of made.mediaIds) {
    const { revision } = await until(
      () => callApi<{ revision: number; state: string }>(page, 'GET', `/media/${id}`),
      ({ state }) => state === 'ready'
    )
    await callApi(page, 'PATCH', `/media/${id}`, { revision, ...position, depthInMeters: 302.45, eventDate: '2024-05-01T10:00:00.000Z' })
  }
  const site = { name: 'Coral garden', ...position, notes: 'north of the wreck' }
  const { id: siteId } = await callApi<{ id: string }>(page, 'POST', `/projects/${made.projectId}/sites`, site)
  await callApi(page, 'POST', `/projects/${made.projectId}/sites/assign`, { mediaIds: made.mediaIds.slice(0, 1), siteId })
  await callApi(page, 'PUT', addressOf(made.projectId), { ...wellDescribed, revision: 1 })
  return made
}

t.test('an owner generalises the positions of a taxon to a grid, in the archive and for viewers', async t => {
  const [owner, viewer] = [newPerson('ada'), newPerson('viewer')]
  const page = await openApp(t, browser, url, { as: owner })
  const { projectId, mediaIds } = await reef(page)
  await page.goto(addressOf(projectId))
  await page.getByText('No rules yet. Exports contain exact positions.').waitFor()
  await page
    .getByRole('complementary', { name: 'Ready to publish' })
    .getByText(/problems? to fix|No problems found/)
    .waitFor() // the rules move
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await dialog.getByText('Position generalised to a grid of 0.1 degrees').waitFor()
  await dialog.getByText('36.750° N, 122.150° W').waitFor()
  await dialog.getByLabel('Published positions').selectOption('Withheld')
  await dialog.getByText('Position withheld').waitFor()
  await dialog.getByLabel('Published positions').selectOption('0.1')
  await dialog.getByLabel('Applies to').selectOption('A taxon and everything below it')
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByText('Choose a label', { exact: true }).first().waitFor()
  await checkAccessibility(t, page, 'the form of a rule')
  await dialog.getByRole('button', { name: 'Choose a label' }).click()
  const picker = page.getByRole('dialog', { name: 'Sensitive taxon' })
  await picker.getByRole('searchbox', { name: 'Find a label' }).fill('parag')
  await picker.getByRole('menuitem', { name: 'Paragorgia arborea' }).click()
  await dialog.getByText('Paragorgia arborea').waitFor()
  await dialog.getByRole('button', { name: 'Add rule' }).click()
  const rules = page.getByRole('list', { name: 'Rules for sensitive places' })
  await rules.getByText('Paragorgia arborea').waitFor()
  await rules.getByText(/Grid of 0\.1°.*exact for owners and editors/).waitFor()
  await checkAccessibility(t, page, 'rules for sensitive places')

  await page.goto(`/projects/${projectId}/annotate/exchange?view=export&format=dwca`)
  await page.getByText('Exact positions (internal use)').waitFor()
  await page.getByRole('combobox', { name: 'Licence' }).getByText('As in Publication: CC-BY-4.0').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Export Darwin Core Archive' }).click()
  await page.getByText(/left out or changed/).click()
  await page.getByText('The position of one record is generalised to a grid of 0.1 degrees').waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download .*\.zip$/ }).click()])
  const files = await unzipped(await bytesOf(saved))
  const events = files.get('event.txt') ?? ''
  t.match(events, '36.75\t-122.15\t7')
  t.match(events, 'Position generalised to a grid of 0.1 degrees')
  t.match(events, '36.7184637\t-122.1857341\t15', 'the starfish has its exact position')
  t.notOk(events.includes('Coral garden'), 'the name of the site is not published')

  const guest = await openApp(t, browser, url, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  await signIn(guest, viewer)
  await callApi(page, 'POST', `/projects/${projectId}/members`, { email: viewer.email, role: 'viewer' })
  await guest.goto(mediaPath(projectId, mediaIds[0] ?? ''))
  await guest.getByRole('button', { name: 'Hide annotations' }).waitFor() // the others move
  await guest.getByRole('button', { name: 'Details of this image' }).click()
  await guest.getByText(/^Position generalised to a grid of 0\.1 degrees, ± 7\.1\skm$/).waitFor()
  t.equal(await guest.getByText('36.71846').count(), 0)
  await checkAccessibility(t, guest, 'the facts of an image at a sensitive place')
  await guest.goto(`/projects/${projectId}/annotate/sites`)
  await guest.getByText(/grid of 0\.1°/).waitFor()
  t.equal(await guest.getByText('Coral garden').count(), 0)
  await guest.goto(addressOf(projectId))
  await guest.getByText('You see generalised positions here.').waitFor()
  t.equal(await guest.getByRole('button', { name: 'Add rule' }).count(), 0)
  await checkAccessibility(t, guest, 'rules for sensitive places, for a viewer')
})

t.test('rules are changed and removed immediately, and failures are shown', async t => {
  const page = await openApp(t, browser, url, { as: newPerson('ada') })
  const { projectId } = await reef(page)
  await callApi(page, 'POST', `/projects/${projectId}/generalisations`, { labelId: null, grid: '0.1', fromRole: 'editor' })
  await page.goto(addressOf(projectId))
  await page.getByLabel('Title').fill('Not saved yet')
  await page
    .getByRole('complementary', { name: 'Ready to publish' })
    .getByText(/problems? to fix|No problems found/)
    .waitFor() // the rules move
  await page.getByRole('button', { name: 'Edit the rule for the whole project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rule for the whole project' })
  await dialog.getByLabel('Exact positions visible to').selectOption('Owners')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/exact for owners$/).waitFor()
  t.equal(await page.getByLabel('Title').inputValue(), 'Not saved yet', 'the form around it is unchanged')

  await callApi(page, 'POST', `/projects/${projectId}/exports`, { format: 'csv', options: { exactPositions: true } })
  const { items } = await until(
    () => callApi<{ items: Export[] }>(page, 'GET', `/projects/${projectId}/exports`),
    ({ items }) => items[0]?.state === 'ready'
  )
  t.match(items[0]?.losses, [{ message: /Positions are exact/ }])

  await page.getByRole('button', { name: 'Remove the rule for the whole project' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove rule' }).click()
  await page.getByText('No rules yet. Exports contain exact positions.').waitFor()

  await answerCall(page, 'GET', `/api/projects/${projectId}/generalisations`, {
    status: 400,
    json: { detail: 'The disk is on fire', status: 400 }
  })
  await page.reload()
  await page.getByText('The rules could not be loaded').waitFor()
})
