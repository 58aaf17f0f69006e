// About: web/features/auth, web/routes/auth
import t from 'tap'
import { startApp } from '../support/app.ts'
import { answerCall, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

const browser = await launchChromium(t)
const url = await startApp(t, { SESSION_MODE: 'bearer' })
const invalid = 'Invalid authentication response from server'

for (const json of [
  { refresh_token: 'r', token_type: 'bearer' },
  { access_token: 'a', token_type: 'bearer' }
]) {
  const missing = 'access_token' in json ? 'refresh_token' : 'access_token'

  t.test(`a login result lacking ${missing} is rejected with '${invalid}'`, async t => {
    const page = await openApp(t, browser, url)
    await answerCall(page, 'POST', '/api/auth/login', { status: 200, json })
    await page.goto('/login')
    await page.getByLabel('E-mail address').fill('ana@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText(invalid, { exact: true }).waitFor()
    t.equal(await page.evaluate(() => localStorage.getItem('isobath.access_token')), null)
  })

  t.test(`a register result lacking ${missing} is rejected with '${invalid}'`, async t => {
    const page = await openApp(t, browser, url)
    await answerCall(page, 'POST', '/api/auth/register', { status: 201, json })
    await page.goto('/signup')
    await page.getByLabel('E-mail address').fill(newPerson().email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').getByText(invalid, { exact: true }).waitFor()
    t.equal(await page.evaluate(() => localStorage.getItem('isobath.access_token')), null)
  })
}

t.test('invalid input is reported at the field and in a summary, and nothing is sent', async t => {
  const page = await openApp(t, browser, url)
  const login = await answerCall(page, 'POST', '/api/auth/login', { status: 500 })
  await page.goto('/login')
  await page.getByLabel('E-mail address').fill('not an address')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const summary = page.getByRole('alert')
  await summary.getByRole('link', { name: 'Enter your password' }).click()
  t.equal(await page.getByLabel('Password', { exact: true }).evaluate(field => field === document.activeElement), true)
  t.equal(await page.getByLabel('E-mail address').getAttribute('aria-invalid'), 'true')
  t.equal(await page.getByLabel('E-mail address').inputValue(), 'not an address', 'the input is kept')
  t.equal(login.count(), 0)
})
