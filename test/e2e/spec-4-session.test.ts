// About: web/app/session.tsx, web/routes/main/dashboard-area.ts, web/app/session-machine.ts, web/app/session-store.ts
import t from 'tap'
import { dashboardArea } from '../../web/routes/main/dashboard-area.ts'
import { sharedApp, startApp } from '../support/app.ts'
import {
  answerCall,
  callApi,
  gone,
  holdRequests,
  makeProject,
  newPerson,
  openApp,
  password,
  settled,
  watchCalls
} from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { signInByForm } from '../support/waiting.ts'

const browser = await launchChromium(t)
const { url: cookieUrl } = await sharedApp(t)
const bearerUrl = await startApp(t, { SESSION_MODE: 'bearer' })

const storedTokens = { access: 'isobath.access_token', refresh: 'isobath.refresh_token', type: 'isobath.token_type' }

for (const mode of ['cookie', 'bearer'] as const) {
  const url = mode === 'cookie' ? cookieUrl : bearerUrl
  const isStored = () => Object.keys(localStorage).some(key => key === 'isobath.session' || key === 'isobath.access_token')

  t.test(`${mode}: on start with a valid session the current user is fetched`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    const calls = watchCalls(page)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
    for (const path of ['/api/auth/me', ...dashboardArea.reads!])
      t.equal(asked.filter(each => each === url + path).length, 1, `${path}, which the HTML page requests early, is not requested again`)
    t.notOk(calls.includes('POST /api/auth/refresh'))
  })

  t.test(`${mode}: on start an expired access token is refreshed, with JSON`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    await page.context().addInitScript(endStoredToken)
    await page.context().clearCookies({ name: /at$/ }) // as a browser does when the token expires
    const calls = watchCalls(page)
    const refresh = page.waitForRequest(request => request.url().endsWith('/api/auth/refresh'))
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
    t.match((await refresh).headers()['content-type'], /^application\/json/)
    t.ok(calls.indexOf('POST /api/auth/refresh') < calls.indexOf('GET /api/auth/me'))
  })

  t.test(`${mode}: without a token the state is signed out, without a request`, async t => {
    const page = await openApp(t, browser, url)
    const calls = watchCalls(page)
    await page.goto('/dashboard')
    await page.waitForURL('**/login')
    t.strictSame(
      calls.filter(call => call.includes('/auth/')),
      []
    )
  })

  t.test(`${mode}: any failure on start clears the stored tokens and the user`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    await answerCall(page, 'GET', '/api/auth/me', { status: 500, text: 'broken' })
    await page.goto('/dashboard')
    await page.waitForURL('**/login')
    t.equal(await page.evaluate(isStored), false)
    const log = await page.evaluate(() => localStorage.getItem('isobath.debug-log'))
    t.match(log, /Request failed with status 500: broken/)
  })

  t.test(`${mode}: login stores the tokens, then loads the user`, async t => {
    const person = newPerson()
    await openApp(t, browser, url, { as: person })
    const page = await openApp(t, browser, url)
    const calls = watchCalls(page)
    await page.goto('/login')
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
    t.equal(await page.evaluate(isStored), true)
    t.strictSame(calls.slice(0, 2), ['POST /api/auth/login', 'GET /api/auth/me'])
  })

  t.test(`${mode}: registration stores the tokens when the response gives them`, async t => {
    const page = await openApp(t, browser, url)
    const calls = watchCalls(page)
    await page.goto('/signup')
    await page.getByLabel('E-mail address').fill(newPerson().email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/dashboard')
    t.ok(calls.includes('POST /api/auth/register'))
    t.notOk(calls.includes('POST /api/auth/login'))
  })

  t.test(`${mode}: registration without tokens logs in with the same credentials`, async t => {
    const person = newPerson()
    await openApp(t, browser, url, { as: person }) // so that the login has an account
    const page = await openApp(t, browser, url)
    await answerCall(page, 'POST', '/api/auth/register', { status: 201, json: { id: 7, email: person.email } })
    const login = page.waitForRequest(request => request.url().endsWith('/api/auth/login'))
    await page.goto('/signup')
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/dashboard')
    const body = new URLSearchParams((await login).postData() ?? '')
    t.strictSame(Object.fromEntries(body), { username: person.email, password: person.password })
  })

  t.test(`${mode}: logout clears the tokens and the user and goes to /auth, in every tab`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/projects')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    t.equal(await page.evaluate(isStored), false)
    await other.waitForURL('**/login')
  })

  t.test(`${mode}: any 401 response clears the tokens and goes to /auth`, async t => {
    const page = await openApp(t, browser, url, { as: newPerson() })
    await page.goto('/dashboard')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await answerCall(page, 'GET', '/api/projects', { status: 401, json: { detail: 'Session ended' } })
    // not through a link on the dashboard: its links are replaced when the list is fetched a moment later
    await page.goto('/projects')
    await page.waitForURL('**/login')
    t.equal(await page.evaluate(isStored), false)
  })
}

t.test('a sign-out in two tabs at once leads to the sign-in page, even if that page loads slowly', async t => {
  const page = await openApp(t, browser, cookieUrl, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
  const screen = await holdRequests(page, /\/assets\/login-.*\.js$/)
  const answer = await holdRequests(page, '**/api/auth/logout')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await answer.arrived
  await page.evaluate(() => new BroadcastChannel('isobath.session').postMessage('signed-out')) // as the other tab does
  await page.waitForURL('**/auth')
  await screen.arrived
  answer.release()
  await page.waitForFunction(() => localStorage.getItem('isobath.debug-log')?.includes('Signed out'))
  screen.release()
  await page.waitForURL('**/login')
  await page.getByLabel('E-mail address').waitFor()
})

t.test('a person who opens a project without a session returns to it after sign-in', async t => {
  const ana = newPerson()
  const { id } = await makeProject(await openApp(t, browser, cookieUrl, { as: ana }), 'Reef')
  const page = await openApp(t, browser, cookieUrl)
  await page.goto(`/projects/${id}/map`)
  await page.waitForURL('**/login')
  await signInByForm(page, ana)
  await page.getByRole('heading', { level: 1, name: 'Map' }).waitFor()
})

t.test('bearer: before each request an expired access token is refreshed with the stored refresh token, form-encoded', async t => {
  const page = await openApp(t, browser, bearerUrl, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const refresh = page.waitForRequest(request => request.url().endsWith('/api/auth/refresh')) // by the click, or by a call of the page before it
  await page.evaluate(endStoredToken)
  await page.getByRole('link', { name: 'Projects', exact: true }).dispatchEvent('click')
  const request = await refresh
  t.match(request.headers()['content-type'], /^application\/x-www-form-urlencoded/)
  t.ok(new URLSearchParams(request.postData() ?? '').get('refresh_token'))
  await page.getByRole('heading', { name: 'A project holds one study' }).waitFor()
})

t.test('bearer: if that refresh fails, the tokens are cleared and the user goes to /auth', async t => {
  const page = await openApp(t, browser, bearerUrl, { as: newPerson() })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await answerCall(page, 'POST', '/api/auth/refresh', { status: 400, json: { detail: 'gone' } })
  const atLogin = page.waitForURL('**/login')
  await page.evaluate(endStoredToken)
  // a request of the page itself may be refused first, and then the link is gone
  const clicked = page.getByRole('link', { name: 'Projects', exact: true }).dispatchEvent('click')
  await Promise.race([atLogin, clicked])
  clicked.catch(() => {})
  await atLogin
  const kept = await page.evaluate(keys => keys.map(key => localStorage.getItem(key)), Object.values(storedTokens))
  t.strictSame(kept, [null, null, null])
})

t.test('project lists and single projects are cached for 5 minutes', async t => {
  const page = await openApp(t, browser, cookieUrl, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef')
  const beganMs = Date.now()
  const setClock = (minutes: number, seconds: number) => page.clock.setFixedTime(beganMs + (minutes * 60 + seconds) * 1000)
  await setClock(0, 0)
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
  const calls = watchCalls(page)
  const visit = async () => {
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Reef' }).waitFor()
  }
  const reads = () => calls.filter(call => call === `GET /api/projects/${id}`).length
  await setClock(4, 59)
  await visit()
  t.equal(reads(), 0, 'still fresh after 4:59')
  await setClock(5, 1)
  await visit()
  t.equal(reads(), 1, 'read again after 5:01')
})

t.test('create, update and delete of a project invalidate them', async t => {
  const page = await openApp(t, browser, cookieUrl, { as: newPerson() })
  await makeProject(page, 'Reef')
  await page.goto('/projects')
  await page.getByRole('link', { name: 'Reef' }).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'New project' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Canyon')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'Canyon' }).waitFor()
  await page.getByRole('link', { name: 'Back to Projects' }).click()
  await page.getByRole('link', { name: 'Canyon' }).click()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Deep canyon')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Deep canyon' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Delete project' }).waitFor()
  await settled(page)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('alertdialog')
  t.equal(await dialog.getByRole('button', { name: 'Delete project' }).isDisabled(), true, 'the title must be entered first')
  await dialog.getByLabel(/Type the title/).fill('Deep canyon')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await page.waitForURL('**/projects')
  await page.getByRole('link', { name: 'Reef' }).waitFor()
  await gone(page.getByRole('main').getByRole('link', { name: 'Deep canyon' }))
  const { projects } = await callApi<{ projects: unknown[] }>(page, 'GET', '/projects')
  t.equal(projects.length, 1)
})

/** Runs in the page: makes the stored access token expire a minute ago. */
function endStoredToken() {
  const past = Math.floor(Date.now() / 1000) - 60
  const record = localStorage.getItem('isobath.session')
  if (record) localStorage.setItem('isobath.session', JSON.stringify({ ...JSON.parse(record), exp: past }))
  const token = localStorage.getItem('isobath.access_token')
  if (!token) return
  const payload = btoa(JSON.stringify({ sub: 'x', exp: past }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  localStorage.setItem('isobath.access_token', [token.split('.')[0], payload, 'x'].join('.'))
}
