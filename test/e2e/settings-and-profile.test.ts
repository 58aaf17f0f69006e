// About: web/routes/project/settings.tsx, web/routes/main/profile.tsx, web/features/accounts, web/features/members
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'

t.setTimeout(400_000)

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('an owner adds people, changes roles and removes them; the last owner stays', async t => {
  const [ana, ben] = [newPerson('ana'), newPerson('ben')]
  const benPage = await openApp(t, browser, url, { as: ben })
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${id}/settings`)
  const members = page.getByRole('region', { name: 'Members' }).first()
  await members.getByRole('row', { name: new RegExp(ana.email) }).waitFor()
  t.equal(await members.getByRole('button', { name: 'Leave project' }).count(), 0, 'the last owner cannot leave')

  await members.getByLabel('Add a person').fill('nobody@example.org')
  await members.getByRole('button', { name: 'Add' }).click()
  await members.locator('[aria-invalid="true"]').waitFor()
  await members.getByLabel('Add a person').fill(ben.email)
  await members.getByLabel('Role', { exact: true }).selectOption('viewer')
  await members.getByRole('button', { name: 'Add' }).click()
  await members.getByRole('row', { name: new RegExp(ben.email) }).waitFor()
  await checkAccessibility(t, page, 'project settings')

  await benPage.goto(`/projects/${id}/settings`)
  await benPage.getByText('Its owners and editors can change it').waitFor()
  t.equal(await benPage.getByRole('button', { name: 'Save changes' }).count(), 0)
  t.equal(await benPage.getByRole('button', { name: 'Delete project' }).count(), 0)

  const changed = page.waitForResponse(response => response.request().method() === 'PATCH')
  await members.getByLabel(`Role of ${ben.email}`).selectOption('editor')
  await changed
  await benPage.reload()
  await benPage.getByRole('button', { name: 'Save changes' }).waitFor()
  await benPage.getByRole('button', { name: 'Leave project' }).click()
  await benPage.getByRole('alertdialog').waitFor()
  await checkAccessibility(t, benPage, 'the question before a project is left')
  await benPage.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click()
  await benPage.waitForURL('**/projects')
  await page.reload()
  await members.getByRole('row', { name: new RegExp(ana.email) }).waitFor()
  t.equal(await members.getByRole('row', { name: new RegExp(ben.email) }).count(), 0)
})

t.test('name, affiliation and ORCID iD are saved; a mistyped iD is detected by its check digit', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/profile')
  await page.getByRole('region', { name: 'About you' }).getByLabel('Name').fill('Ana Silva')
  await page.getByLabel('Affiliation').fill('Instituto do Mar')
  await page.getByLabel('ORCID iD').fill('0000-0002-1825-0098')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText(/the last character does not match/).waitFor()
  await page.getByLabel('ORCID iD').fill('https://orcid.org/0000000216942 33x')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  t.match(await callApi(page, 'GET', '/auth/me'), { name: 'Ana Silva', affiliation: 'Instituto do Mar', orcid: '0000-0002-1694-233X' })
  await checkAccessibility(t, page, 'the profile')
})

t.test('a picture is set and removed; other files are refused with a sentence', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const picture = join(t.testdir({}), 'me.png')
  await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2a7f8e' } })
    .png()
    .toFile(picture)
  await page.goto('/profile')
  await page.getByLabel('Picture file').setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByRole('alert').getByText('Choose a JPEG, PNG or WebP picture').waitFor()
  await page.getByLabel('Picture file').setInputFiles(picture)
  await page.getByText('Picture updated').waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a picture' }).waitFor()
})

t.test('the password is changed with the current one; a wrong one does not end the session', async t => {
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  const next = 'basalt plume kelp otter'
  await page.goto('/profile')
  await page.getByLabel('Current password').fill('not this one at all')
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('region', { name: 'Password' }).getByRole('alert').waitFor()
  t.match(page.url(), /\/profile$/)
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').waitFor()
  const other = await openApp(t, browser, url, { as: { ...ana, password: next } })
  await other.goto('/dashboard')
  await other.getByRole('heading', { level: 1 }).waitFor()
})

t.test('sessions are listed, and another one is signed out', async t => {
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  const other = await openApp(t, browser, url, { as: ana })
  await page.goto('/profile')
  const sessions = page.getByRole('region', { name: 'Sessions' }).first()
  await sessions.getByText('this browser').waitFor()
  await sessions.getByRole('button', { name: /^Sign out/ }).click()
  await sessions.getByRole('button', { name: /^Sign out/ }).waitFor({ state: 'detached' })
  await other.goto('/dashboard')
  await other.waitForURL('**/login')
})

t.test('an API token is shown once, works for a script, and is revoked', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Give the token a name').waitFor()
  await page.getByLabel('Token name').fill('Notebook')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy the token now' })
  const secret = (await dialog.locator('code').first().textContent()) ?? ''
  await checkAccessibility(t, page, 'the new token')
  const asScript = () => fetch(`${url}/api/projects`, { headers: { Authorization: `Bearer ${secret}` } })
  t.equal((await asScript()).status, 200)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Notebook/ }).waitFor()
  t.notOk((await page.content()).includes(secret), 'it is not shown again')
  t.notMatch(await page.evaluate(() => JSON.stringify({ ...localStorage })), new RegExp(secret))
  await page.getByRole('button', { name: 'Revoke Notebook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('You have no tokens.').waitFor()
  t.equal((await asScript()).status, 401)
})

t.test('theme and density take effect at once and persist', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/profile')
  const kept = page.waitForResponse(response => response.request().method() === 'PATCH')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.getByRole('radio', { name: /Compact/ }).check()
  await kept
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  t.strictSame(await page.evaluate(() => ({ ...document.documentElement.dataset })), { theme: 'dark', density: 'compact' })
  t.match(await callApi(page, 'GET', '/auth/me'), { theme: 'dark' })
})
