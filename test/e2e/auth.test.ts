// About: web/routes/auth, web/features/auth, web/layouts/auth-layout.tsx
import t, { type Test } from 'tap'
import { sharedApp, startApp } from '../support/app.ts'
import { answerCall, checkAccessibility, gone, makeProject, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { copiedBy } from '../support/clipboard.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const oneTimeSecret = 'q7Xh2mVb9KdR4sLw8ZtYcN3e'

t.test('signing up and signing in work by keyboard alone, and the pages pass axe on a phone too', async t => {
  const person = newPerson()
  const page = await openApp(t, browser, url)
  await page.goto('/signup')
  await page.getByLabel('E-mail address').focus()
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('short')
  await page.getByText('Too short: 3 more characters').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Use at least 8 characters').waitFor()
  await checkAccessibility(t, page, 'sign-up with a fault')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByText('Strength: Strong').waitFor()
  await page.getByLabel('Your name').fill('Ana Lind')
  const registering = page.waitForRequest('**/api/auth/register')
  const named = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/auth/me'))
  await page.keyboard.press('Enter')
  t.same(Object.keys((await registering).postDataJSON()), ['email', 'password'])
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Welcome aboard' }).waitFor()
  t.match(await (await named).json(), { name: 'Ana Lind' })
  await page.getByText('You are signed in as Ana Lind').waitFor()

  const again = await openApp(t, browser, url, { viewport: { width: 360, height: 740 } })
  await again.goto('/projects?sort=title')
  await again.waitForURL('**/login')
  await again.getByLabel('E-mail address').waitFor()
  await checkAccessibility(t, again, 'sign-in on a phone')
  t.equal(await again.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, 'nothing overflows')
  await again.getByLabel('E-mail address').fill(person.email)
  await again.getByLabel('Password', { exact: true }).fill(person.password)
  await again.keyboard.press('Enter')
  await again.waitForURL('**/projects?sort=title')
})

t.test('a name that cannot be saved does not fail the sign-up', async t => {
  const page = await openApp(t, browser, url)
  const person = newPerson()
  await answerCall(page, 'PATCH', /\/auth\/me$/, { status: 500, json: { detail: 'Out of order' } })
  await page.goto('/signup')
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Your name').fill('Ana Lind')
  await page.keyboard.press('Enter')
  await page.getByText(`You are signed in as ${person.email}`).waitFor()
})

t.test('a password that the server refuses is explained once, at its field, with a link from the summary', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/signup')
  await page.getByLabel('E-mail address').fill(newPerson().email)
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('password1')
  await page.getByText('Strength: Easily guessed: a common word').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = page.getByRole('alert')
  await summary.getByText('Check these fields').waitFor()
  await page.getByText('Password is too easy to guess: use a few unrelated words', { exact: true }).waitFor()
  t.equal(await page.getByText('too easy to guess').count(), 1)
  t.equal(await page.getByText('Strength:').count(), 0, 'the meter is silent')
  await checkAccessibility(t, page, 'sign-up with a refused password')
  await summary.getByRole('link', { name: 'Password' }).click()
  t.equal(await field.evaluate(element => element === document.activeElement), true)
  await field.fill(password)
  await page.getByText('Strength: Strong').waitFor()
  await gone(summary)
})

t.test('a password can be shown', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/login')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('what is it')
  t.equal(await field.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  t.equal(await field.getAttribute('type'), 'text')
})

t.test('without a network the page shows the failure and keeps the input', async t => {
  const page = await openApp(t, browser, url)
  await page.route('**/isobath-ground*.js', route => route.abort()) // the network fails before the decoration has loaded
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill('ana@example.org')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('alert')
    .getByText(/cannot be reached/)
    .waitFor()
  t.equal(await page.getByLabel('E-mail address').inputValue(), 'ana@example.org')
})

t.test('a server without mail explains how to set a password instead', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/forgot-password')
  await page.getByText('This server does not send mail').waitFor()
  t.equal(await page.getByLabel('E-mail address').count(), 0)
  await checkAccessibility(t, page, 'forgot password')
})

t.test('a server with mail answers the same whether or not an account exists', async t => {
  const page = await openApp(t, browser, url)
  const server = { name: 'Isobath', version: '0', registration: 'open', registrationDomains: [], passwordReset: 'mail', features: [] }
  await answerCall(page, 'GET', '/api/server', { status: 200, json: server })
  await answerCall(page, 'POST', '/api/auth/forgot-password', { status: 202 })
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail address').fill('nobody@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByText('If there is an account for nobody@example.org').waitFor()
})

t.test('a one-time link leaves no secret in the address, and a used one is refused with an explanation', async t => {
  const page = await openApp(t, browser, url)
  await page.goto(`/reset-password#${oneTimeSecret}`)
  await page.getByLabel('New password').fill(password)
  t.notMatch(page.url(), oneTimeSecret)
  await checkAccessibility(t, page, 'choose a new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('alert').waitFor()
  await page.goto('/reset-password')
  await page.getByText('needs your one-time link').waitFor()
  await checkAccessibility(t, page, 'a new password without its link')
})

t.test('a newer one-time link that is opened in the same tab replaces the first', async t => {
  const page = await openApp(t, browser, url)
  await page.goto(`/reset-password#${oneTimeSecret}`)
  await page.getByLabel('New password').fill(password)
  const newer = oneTimeSecret.split('').reverse().join('')
  await page.evaluate(hash => {
    location.hash = hash
  }, newer)
  await page.waitForFunction(() => location.hash === '')
  const sent = page.waitForRequest('**/api/auth/reset-password')
  await page.getByRole('button', { name: 'Set password' }).click()
  t.match((await sent).postDataJSON(), { token: newer })
})

/** A server that is set up, with its first account. */
async function serverWithAccount(t: Test, REGISTRATION: string): Promise<string> {
  const url = await startApp(t, { REGISTRATION })
  const headers = { 'x-requested-by': 'app', 'content-type': 'application/json' }
  const made = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body: JSON.stringify(newPerson()) })
  t.equal(made.status, 201)
  return url
}

t.test('the registration policy determines the sign-up options', async t => {
  const closed = await openApp(t, browser, await serverWithAccount(t, 'closed'))
  await closed.goto('/signup')
  await closed.getByText('Registration is closed on this server').waitFor()
  t.equal(await closed.getByLabel('E-mail address').count(), 0)

  const invite = await openApp(t, browser, await serverWithAccount(t, 'invite'))
  await invite.goto('/signup')
  await invite.getByLabel('Invitation code').waitFor()
  await invite.goto('about:blank')
  await invite.goto(`/signup#${oneTimeSecret}`)
  const register = invite.waitForRequest(request => request.url().endsWith('/api/auth/register'))
  await invite.getByLabel('E-mail address').fill(newPerson().email)
  t.equal(await invite.getByLabel('Invitation code').count(), 0, 'the link admits them')
  await invite.getByLabel('Password', { exact: true }).fill(password)
  await invite.getByRole('button', { name: 'Create account' }).click()
  t.match((await register).postDataJSON(), { invitation: oneTimeSecret })

  const domain = await openApp(t, browser, await serverWithAccount(t, 'domain:uni.example,institute.example'))
  await domain.goto('/signup')
  await domain.getByText('Use an address at uni.example or institute.example.').waitFor()
  await domain.getByLabel('E-mail address').fill('ana@elsewhere.example')
  await domain.getByLabel('Password', { exact: true }).fill(password)
  await domain.getByRole('button', { name: 'Create account' }).click()
  await domain.getByRole('alert').getByText('This server accepts only addresses at uni.example or institute.example').waitFor()
})

t.test('a session that ends while a form has unsaved changes still leads to sign-in', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id } = await makeProject(page, 'Reef')
  await page.goto(`/projects/edit/${id}`)
  await page.getByLabel('Title').fill('Changed and not saved')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.waitForURL('**/login')
})

t.test('the debug page shows, filters, copies and clears the local log, for everyone', async t => {
  const page = await openApp(t, browser, url)
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a secret that is kept')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  await page.goto('/debug')
  const entries = page.getByLabel('Log entries')
  await entries.getByText('POST /api/auth/login answered 401').waitFor()
  t.notMatch(await entries.textContent(), /a secret that is kept/)
  await checkAccessibility(t, page, 'the debug page')

  await page.getByRole('checkbox', { name: 'WARN' }).uncheck()
  await page.getByText('No entry matches').or(entries).first().waitFor()
  await gone(page.getByText('answered 401'))
  await page.getByRole('checkbox', { name: 'WARN' }).check()
  await page.getByLabel('Search the log').fill('answered 401')
  t.equal(await entries.getByRole('listitem').count(), 1)

  const confirmed = page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await copiedBy(page, () => page.getByRole('button', { name: 'Copy' }).click())
  await confirmed
  t.match(copied, /WARN POST \/api\/auth\/login answered 401/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  t.match((await download).suggestedFilename(), /^isobath-debug-.*\.json$/)

  const other = await page.context().newPage()
  await other.goto('/login')
  await other.getByLabel('E-mail address').fill('someone@example.org')
  await other.getByLabel('Password', { exact: true }).fill('x')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await entries.getByRole('listitem').nth(1).waitFor() // changes in another tab appear without a reload

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear log' }).click()
  await page.getByText('The log is empty').waitFor()
})
