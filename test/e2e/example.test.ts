// About: web/features/projects/open-example.tsx, web/features/projects/example-note.tsx, web/features/projects/first-steps.tsx
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('a newcomer opens the example, sees its results in two clicks, and deletes it in one', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), viewport: { width: 1440, height: 900 } })
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Annotate what you see' }).waitFor()
  await checkAccessibility(t, page, 'the first steps')
  await page.getByRole('button', { name: 'Open an example project' }).click()

  await page.getByRole('heading', { name: 'Example: plain and knoll' }).waitFor()
  const note = page.getByText('This is an example with drawn images.')
  await note.waitFor()
  await page.getByText('6 images').first().waitFor()
  await checkAccessibility(t, page, 'the overview of the example')
  await page.getByRole('link', { name: 'its results' }).click()
  await page.getByText(/58 individuals; effort: 5 images/).waitFor()

  await page.goBack()
  await page.getByRole('button', { name: 'Delete example' }).click()
  await page.getByRole('button', { name: 'Open an example project' }).waitFor()
  t.same((await callApi<{ projects: [] }>(page, 'GET', '/projects')).projects, [])
})

t.test('the second entry opens the same example; a failure to create it is shown', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await callApi<{ id: string }>(page, 'POST', '/projects/example')
  t.equal((await callApi<{ id: string }>(page, 'POST', '/projects/example')).id, id)
  await callApi(page, 'DELETE', `/projects/${id}`)
  await page.route('**/api/projects/example', route => route.abort())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Open an example project' }).click()
  await page.getByText('The example could not be opened').waitFor()
})
