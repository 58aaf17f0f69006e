// About: web/app/error-page.tsx, web/api/query-client.ts, web/app/lost-files.ts, web/app/use-comeback.ts, web/app/fetch-ahead.ts
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { answerCall, makeProject, newPerson, openApp, password, settled } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()

const failures = [
  { page: '/login', button: 'Sign in', call: '/api/auth/login', fallback: 'Login failed' },
  { page: '/signup', button: 'Create account', call: '/api/auth/register', fallback: 'Registration failed' }
]
for (const { page: path, button, call, fallback } of failures) {
  for (const { answer, shown } of [
    { answer: { status: 400, json: { detail: 'The sea is rough today' } }, shown: 'The sea is rough today' },
    { answer: { status: 422, json: { detail: [{ msg: 'field required' }, { msg: 'too short' }] } }, shown: 'field required; too short' },
    { answer: { status: 500, text: '<h1>oops</h1>' }, shown: fallback }
  ]) {
    t.test(
      `${fallback.replace('failed', 'failure')}: answered ${answer.status}, the page shows '${shown}' and keeps the input`,
      async t => {
        const page = await openApp(t, browser, url)
        await answerCall(page, 'POST', call, answer)
        await page.goto(path)
        await page.getByLabel('E-mail address').fill('ana@example.org')
        await page.getByLabel('Password', { exact: true }).fill(password)
        await page.getByRole('button', { name: button }).click()
        await page.getByRole('alert').getByText(shown, { exact: true }).waitFor()
        t.equal(await page.getByLabel('E-mail address').inputValue(), 'ana@example.org')
        t.equal(await page.getByLabel('Password', { exact: true }).inputValue(), password)
      }
    )
  }
}

t.test("User cannot be loaded after login: 'Failed to fetch user data after login'", async t => {
  await openApp(t, browser, url, { as: ana })
  const page = await openApp(t, browser, url)
  await answerCall(page, 'GET', '/api/auth/me', { status: 500, text: 'no user' })
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill(ana.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('Failed to fetch user data after login', { exact: true }).waitFor()
  t.match(page.url(), /\/login$/)
})

t.test("User request fails: 'Request failed with status {status}: {body}' in the debug log", async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await answerCall(page, 'GET', '/api/auth/me', { status: 503, text: 'down for repair' })
  await page.goto('/dashboard')
  await page.waitForURL('**/login')
  await page.goto('/debug')
  await page.getByText('The session could not be restored').waitFor()
  t.match(await page.getByLabel('Log entries').textContent(), /Request failed with status 503: down for repair/)
})

const refusals = [
  { answer: { status: 422, json: { detail: 'Another project has this title' } }, detail: 'Another project has this title' },
  { answer: { status: 500, text: '' }, detail: null }
]

for (const { answer, detail } of refusals) {
  t.test(`Project create failure: ${detail ? 'the error message' : "'Failed to create project'"}`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    const create = await answerCall(page, 'POST', '/api/projects', answer)
    await page.goto('/projects/new')
    await page.getByLabel('Title').fill('Reef')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page
      .getByRole('alert')
      .getByText(detail ?? 'Failed to create project', { exact: true })
      .waitFor()
    t.equal(await page.getByLabel('Title').inputValue(), 'Reef', 'the input is kept')
    t.equal(create.count(), 1, 'mutations are never retried')
  })

  t.test(`Project update failure: ${detail ? 'the error message' : "'Failed to update project'"}`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    const { id } = await makeProject(page, 'Reef')
    const update = await answerCall(page, 'PUT', `/api/projects/${id}`, answer)
    await page.goto(`/projects/edit/${id}`)
    await page.getByLabel('Title').fill('Reef 2')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page
      .getByRole('alert')
      .getByText(detail ?? 'Failed to update project', { exact: true })
      .waitFor()
    t.equal(await page.getByLabel('Title').inputValue(), 'Reef 2')
    t.equal(update.count(), 1, 'mutations are never retried')
  })

  t.test(`Project delete failure: ${detail ? 'the error message' : "'Failed to delete project'"}`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    const { id } = await makeProject(page, 'Reef')
    const remove = await answerCall(page, 'DELETE', `/api/projects/${id}`, answer)
    await page.goto(`/projects/${id}/settings`)
    await page.getByRole('button', { name: 'Delete project' }).waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel(/Type the title/).fill('Reef')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await dialog
      .getByRole('alert')
      .getByText(detail ?? 'Failed to delete project', { exact: true })
      .waitFor()
    t.equal(remove.count(), 1, 'mutations are never retried')
  })
}

t.test('Any 401: forced sign-out, go to /auth', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef')
  const membersRead = page.waitForResponse(response => response.url().endsWith('/members'))
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
  await membersRead // so that the refusal meets the next screen and not this one
  await answerCall(page, 'GET', /\/members$/, { status: 401, json: { detail: 'ended' } })
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.reload()
  await page.waitForURL('**/login')
  t.equal(await page.evaluate(() => localStorage.getItem('isobath.session')), null)
})

t.test('Queries are retried 3 times, then the failure is shown with a next step', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const list = await answerCall(page, 'GET', '/api/projects', { status: 500, json: { detail: 'The disk is wet' } })
  await page.goto('/projects')
  await page.getByRole('alert').getByText('The disk is wet').waitFor()
  const again = page.getByRole('button', { name: 'Try again' })
  await again.and(page.locator(':not([aria-busy])')).waitFor()
  t.equal(list.count(), 4, 'once, and three retries')
  await page.unrouteAll()
  await again.click()
  await page.getByRole('heading', { name: 'A project holds one study' }).waitFor()
})

t.test('A page opened without its server shows a sentence, and opens when the server answers', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const lost of [/\/assets\/.*\.js$/, /\/assets\/.*\.css$/]) {
    await page.route(
      url => lost.test(url.pathname) || url.pathname === '/healthz',
      route => route.abort()
    )
    const [place, title] = lost.test('/assets/x.js') ? ['Projects', 'Projects'] : ['Profile', 'Profile']
    await page.getByRole('link', { name: place, exact: true }).first().click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    t.ok(await alert.getByText('It opens automatically when the server answers again').isVisible())
    await page.unrouteAll()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
})

t.test('The files of the app are prefetched: a screen opens although the server is gone', async t => {
  const page = await openApp(t, browser, url, { as: newPerson(), fetchesAhead: true })
  await page.goto('/dashboard')
  await page.waitForFunction(() => sessionStorage.getItem('isobath.fetched-ahead'))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
})
