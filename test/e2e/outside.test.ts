// About: web/routes/project/outside.tsx, web/features/outside
import t, { type Test } from 'tap'
import { startApp } from '../support/app.ts'
import { testBackend } from '../support/backend.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { fakeObis } from '../support/outside/fake-obis.ts'
import { drawnRecords } from '../support/outside/occurrences.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)

/** An app whose backend queries a fake OBIS, and has its first account. */
async function appWith(t: Test, count: number) {
  const records = drawnRecords(count).map((record, place) => (place === 1 ? { ...record, shoredistance: -20 } : record))
  const obis = await fakeObis(t, records)
  const { app, signUp } = await testBackend(t, { runJobs: true, outsideUrls: { obis: obis.url } })
  await signUp()
  return { obis, url: await startApp(t, { BACKEND_URL: await app.listen({ host: '127.0.0.1', port: 0 }) }) }
}

t.test('a job is made from an example, its run is followed, and its records are judged and undone by keyboard', async t => {
  const { url, obis } = await appWith(t, 12)
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Tonga')
  await page.goto(`/projects/${id}/map/outside`)
  await page.getByRole('heading', { name: 'No outside data yet' }).waitFor()
  await checkAccessibility(t, page, 'a project without outside data')
  await page.getByRole('link', { name: 'Reef fish of Tonga' }).click()
  await page.getByRole('heading', { name: 'New job' }).waitFor()
  t.equal(await page.getByLabel('West, °').inputValue(), '-176')
  await page.getByLabel('West, °').fill('')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Enter all four edges of the area').waitFor()
  await page.getByLabel('West, °').fill('-176')
  await page.getByLabel(/^From/).fill('2019-01-01')
  await page.getByLabel('Until').fill('2018-01-01')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Is before the first day').waitFor()
  await page.getByLabel('Until').fill('2019-12-31')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('12 records at the source.').waitFor()
  await page.getByRole('table').getByText('On land').waitFor()
  await page.getByLabel('Runs').selectOption('Every week')
  await page.getByText('The form has changed since this preview.').waitFor()
  await checkAccessibility(t, page, 'the form of a job with a preview')
  await page.getByRole('button', { name: 'Start' }).click()

  await page.getByRole('heading', { name: 'Reef fish of Tonga' }).waitFor()
  await page.getByText('every Monday 06:00 UTC').waitFor()
  await page.getByText('Complete: 12 records, 12 new, 0 changed, 0 same, 0 gone').first().waitFor()
  await page.getByText('Requests', { exact: true }).click()
  await page.getByRole('cell', { name: '200' }).first().waitFor()
  obis.records = obis.records.slice(1).map((record, place) => (place === 0 ? { ...record, individualCount: '99' } : record))
  await page.getByRole('button', { name: 'Run again' }).click()
  await page.getByText('individualCount: 2 → 99').waitFor()
  await page.getByRole('region', { name: 'Changes of run 2' }).getByText('Gone').waitFor()
  await checkAccessibility(t, page, 'a job that has run')
  await page.getByRole('link', { name: 'Edit' }).click()
  t.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '06:00')
  await page.getByLabel('Runs').selectOption('Only when started by hand')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Only when started by hand').waitFor()
  await page.getByRole('link', { name: 'Review in inbox' }).click()

  await page.getByRole('status').getByText('12 records').waitFor()
  await page.keyboard.press('j')
  const panel = page.getByRole('complementary', { name: 'Inbox' })
  await panel.getByText('CC-BY-4.0').waitFor()
  await checkAccessibility(t, page, 'the inbox with an open record')
  await page.keyboard.press('y')
  await page.getByText('1 record accepted').waitFor()
  await page.getByRole('status').getByText('11 records').waitFor()
  await panel.getByText('On land').first().waitFor()
  await page.keyboard.press('Space')
  await page.getByText('1 record selected').waitFor()
  await page.keyboard.press('x')
  await page.getByText('1 record rejected').waitFor()
  await page.getByRole('status').getByText('10 records').waitFor()
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('status').getByText('11 records').waitFor()
  await page.getByLabel('Quality flag').selectOption('On land')
  await page.getByRole('status').getByText('1 record', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reject all 1' }).click()
  await page.getByRole('heading', { name: 'No record matches these filters' }).waitFor()
  t.match(await callApi(page, 'GET', `/data/project/${id}?state=rejected`), { total: 1 })

  await page.getByRole('link', { name: 'Rules' }).click()
  const form = page.getByRole('form', { name: 'New rule' })
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.getByText('Choose at least one condition').waitFor()
  await form.getByLabel('Quality flag').selectOption('Without flags')
  await form.getByLabel('Because').fill('Without doubts')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('Accept: without flags. Because: Without doubts').waitFor()
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByText(/^Would accept 1\d, reject 0, set aside 0/).waitFor()
  await page.getByRole('switch', { name: 'Apply to new records' }).check()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('0 records so far').waitFor()
  await page.getByRole('button', { name: 'Apply to waiting records' }).click()
  await page.getByRole('cell', { name: 'Rule', exact: true }).waitFor()
  await checkAccessibility(t, page, 'the rules of the inbox')
  await page.getByRole('link', { name: 'Datasets' }).click()
  await page
    .getByRole('listitem')
    .getByText(/^Drawn \(2026\) drawn-dataset\. Accessed .* CC-BY-4\.0\.$/)
    .waitFor()
  await checkAccessibility(t, page, 'datasets and citations')
})

t.test('a run is cancelled and continued; a viewer on a phone sees only jobs and accepted records', async t => {
  const { url, obis } = await appWith(t, 5)
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Tonga')
  const gate = Promise.withResolvers<void>()
  obis.beforePage = () => gate.promise
  const draft = {
    projectId: id,
    name: 'Surgeonfishes',
    source: 'obis.occurrences',
    query: { scientificname: 'Acanthuridae' },
    startNow: true
  }
  const job = await callApi<{ id: string }>(page, 'POST', '/scraper/jobs', draft)
  await page.goto(`/projects/${id}/map/outside/jobs/${job.id}`)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  gate.resolve()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Complete: 5 records').first().waitFor()

  const viewer = newPerson('viewer')
  const phone = await openApp(t, browser, url, { as: viewer, viewport: { width: 390, height: 844 } })
  await callApi(page, 'POST', `/projects/${id}/members`, { email: viewer.email, role: 'viewer' })
  await phone.goto(`/projects/${id}/map/outside`)
  await phone.getByRole('link', { name: 'Surgeonfishes' }).waitFor()
  t.equal(await phone.getByRole('link', { name: 'New job' }).count(), 0)
  await phone.getByRole('link', { name: 'Inbox' }).click()
  await phone.getByRole('heading', { name: 'Nothing is accepted yet' }).waitFor()
  t.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
})
