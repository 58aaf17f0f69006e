// About: web/routes/main/opportunities.tsx, web/routes/main/opportunity.tsx, web/features/opportunities
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

t.setTimeout(300_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

t.test('a berth is posted with its facts, found, saved by another person, and withdrawn', async t => {
  const title = `Two berths, Mid-Atlantic Ridge ${process.pid}`
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/opportunities?view=saved')
  await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor()
  await page.getByRole('button', { name: 'Post an opportunity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post an opportunity' })
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await dialog.getByText('Enter a title').waitFor()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Ship', { exact: false }).first().fill('RV Example')
  await dialog.getByLabel('Free berths').fill('2')
  await dialog.getByLabel('Deadline').fill(inDays(10))
  await dialog.getByLabel('Time zone').selectOption('AoE')
  await checkAccessibility(t, page, 'the form of an opportunity')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByText('RV Example').waitFor()
  await page.getByText(/anywhere on Earth/).waitFor()
  await checkAccessibility(t, page, 'an opportunity')

  const other = await openApp(t, browser, url, { as: newPerson('bo'), viewport: { width: 390, height: 844 } })
  await other.goto(`/opportunities?q=${process.pid}`)
  await other.getByRole('button', { name: `Save ${title}` }).click()
  await other.getByRole('button', { name: `Remove ${title} from the saved ones` }).waitFor()
  await other.getByLabel('Which ones').selectOption('Saved')
  await other.getByText('Closes in').waitFor()
  await checkAccessibility(t, other, 'saved opportunities')
  t.ok(await other.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))

  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn').waitFor()
  t.match(await callApi(page, 'GET', `/data/opportunities?q=${process.pid}`), { total: 0 })
})

t.test('the calls of the product spec for outside data', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef')
  const draft = { projectId: id, name: 'Reef fish', source: 'obis.occurrences', query: { scientificname: 'Acanthuridae' } }
  const job = await callApi<{ id: string }>(page, 'POST', '/scraper/jobs', draft)
  t.match(await callApi(page, 'GET', `/scraper/jobs?project_id=${id}`), { items: [{ id: job.id, state: 'new' }] })
  t.match(await callApi(page, 'GET', `/scraper/jobs/${job.id}`), { name: 'Reef fish', lastRun: null })
  t.match(await callApi(page, 'GET', `/data/job/${job.id}`), { items: [], total: 0 })
  t.match(await callApi(page, 'GET', `/data/project/${id}?data_type=occurrence`), { items: [], total: 0 })
  t.match(await callApi(page, 'GET', '/data/opportunities'), { nextCursor: null })
})
