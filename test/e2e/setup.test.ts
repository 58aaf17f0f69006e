// About: web/features/auth, web/routes/auth
import t from 'tap'
import { startApp } from '../support/app.ts'
import { checkAccessibility, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { newServer, register, secretOf } from '../support/set-up.ts'

const browser = await launchChromium(t)

async function signUp(page: Awaited<ReturnType<typeof openApp>>) {
  await page.getByLabel('E-mail address').fill(newPerson().email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

t.test('on the server’s own machine the first account needs no link, and the next one follows the policy', async t => {
  const url = await startApp(t, { REGISTRATION: 'closed' })
  const page = await openApp(t, browser, url)
  await page.goto('/signup')
  await page.getByRole('heading', { name: 'Set up this server' }).waitFor()
  await checkAccessibility(t, page, 'sign-up on a new server')
  await signUp(page)
  await page.waitForURL('**/dashboard')

  const next = await openApp(t, browser, url)
  await next.goto('/signup')
  await next.getByText('Registration is closed on this server').waitFor()
  t.equal(await next.getByLabel('E-mail address').count(), 0)
})

t.test('elsewhere the page requires the link, accepts it pasted, and recognises an old one', async t => {
  const { port, links } = await newServer(t, { TRUSTED_PROXIES: '10.0.0.1' })
  const url = `http://127.0.0.1:${port}`
  const page = await openApp(t, browser, url)
  await page.goto('/signup')
  await page
    .getByText('This server is new. Open the link that it printed at startup (docker compose logs isobath), or paste it here.')
    .waitFor()
  t.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  await checkAccessibility(t, page, 'sign-up without the set-up link')
  const link = page.getByLabel('Set-up link')
  await link.fill('http://localhost:8080/signup')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Paste the whole link').waitFor()

  await link.fill(`http://localhost:8080/signup#${'x'.repeat(43)}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await signUp(page)
  await page.getByRole('alert').getByText('This server is new: create its first account with the link').waitFor()
  await page.getByRole('button', { name: 'Use another link' }).click()

  await link.fill(` ${links[0]} `)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You are creating the first account, which becomes the administrator.').waitFor()
  await signUp(page)
  await page.waitForURL('**/dashboard')
  t.equal((await register(port, { invitation: secretOf(links[0]) })).status, 201, 'an open server keeps its policy')
})

t.test('the link opens the form, and its secret leaves the address', async t => {
  const { port, links } = await newServer(t, { TRUSTED_PROXIES: '10.0.0.1', REGISTRATION: 'invite' })
  const page = await openApp(t, browser, `http://127.0.0.1:${port}`)
  await page.goto(`/signup#${secretOf(links[0])}`)
  await page.getByRole('heading', { name: 'Set up this server' }).waitFor()
  t.equal(new URL(page.url()).hash, '')
  t.equal(await page.getByLabel('Invitation code').count(), 0)
  await signUp(page)
  await page.waitForURL('**/dashboard')
})
