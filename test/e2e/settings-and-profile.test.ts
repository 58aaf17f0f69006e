// About: web/routes/project/settings.tsx, web/routes/main/profile.tsx, web/routes/main/administration.tsx, web/features/accounts, web/features/members, web/features/administration
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { openDatabase } from '../../server/backend/storage/database.ts'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, holdRequests, makeProject, newPerson, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const browser = await launchChromium(t)
const { url, dataDir } = await sharedApp(t)

t.test('an owner adds people, changes roles and removes them; the last owner stays', async t => {
  const [ana, ben] = [newPerson('ana'), newPerson('ben')]
  const benPage = await openApp(t, browser, url, { as: ben })
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, 'Reef')
  const { revision } = await callApi<{ revision: number }>(page, 'GET', '/auth/me')
  await callApi(page, 'PATCH', '/auth/me', { revision, name: 'Ana Lind' })
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
  await benPage.getByRole('row', { name: /Ana Lind/ }).waitFor()
  t.equal(await benPage.getByText(ana.email).count(), 0, 'viewers see names, and addresses only in their place')

  const changed = page.waitForResponse(response => response.request().method() === 'PATCH')
  await members.getByLabel(`Role of ${ben.email}`).selectOption('editor')
  await changed
  await benPage.reload()
  await benPage.getByRole('button', { name: 'Save changes' }).waitFor()
  await benPage.getByRole('row', { name: new RegExp(ana.email) }).waitFor()
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
  await page.getByText(/its check digit is wrong/).waitFor()
  await page.getByLabel('ORCID iD').fill('https://orcid.org/0000000216942 33x')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  t.match(await callApi(page, 'GET', '/auth/me'), { name: 'Ana Silva', affiliation: 'Instituto do Mar', orcid: '0000-0002-1694-233X' })
  await checkAccessibility(t, page, 'the profile')
})

t.test('two quick choices of the theme and a save are all kept; text typed during a save stays unsaved', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  await page.goto('/profile')
  const themes = page.getByRole('region', { name: 'Appearance' })
  await themes.getByLabel('Light').check()
  await themes.getByLabel('Dark').check()
  await until(
    () => callApi<{ theme: string }>(page, 'GET', '/auth/me'),
    ({ theme }) => theme === 'dark'
  )
  const about = page.getByRole('region', { name: 'About you' })
  await about.getByLabel('Name').fill('Ana')
  const { revision } = await callApi<{ revision: number }>(page, 'GET', '/auth/me')
  await callApi(page, 'PATCH', '/auth/me', { revision, affiliation: 'Another tab' })
  await about.getByRole('button', { name: 'Save profile' }).click()
  await about.getByText('The profile was changed on another page').waitFor()
  t.equal(await about.getByLabel('Affiliation').inputValue(), 'Another tab', 'a field without an edit shows it')
  t.equal(await about.getByLabel('Name').inputValue(), 'Ana')
  const held = await holdRequests(page, '**/api/auth/me')
  await about.getByRole('button', { name: 'Save profile' }).click()
  await held.arrived
  await about.getByLabel('Affiliation').fill('Instituto do Mar')
  held.release()
  await page.getByText('Saved', { exact: true }).waitFor()
  t.equal(await about.getByLabel('Affiliation').inputValue(), 'Instituto do Mar')
  await about.getByRole('button', { name: 'Save profile', disabled: false }).click()
  const saved = await until(
    () => callApi<{ affiliation: string }>(page, 'GET', '/auth/me'),
    ({ affiliation }) => affiliation === 'Instituto do Mar'
  )
  t.match(saved, { name: 'Ana', theme: 'dark' })
})

t.test('a picture is set and removed; other files are refused with an explanation', async t => {
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
  await page.getByText('this browser').waitFor() // the sessions above have loaded
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

t.test('theme and density take effect immediately and persist', async t => {
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

t.test('an administrator finds the server in the account menu; others do not', async t => {
  const ana = newPerson()
  const page = await openApp(t, browser, url, { as: ana })
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'This page is for administrators' }).waitFor()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  t.equal(await page.getByRole('menuitem', { name: 'Administration' }).count(), 0)

  const { db, close } = openDatabase({ dataDir, databaseUrl: null })
  await db.updateTable('account').set({ administrator: 1 }).where('email', '=', ana.email).execute()
  await close()
  const { id } = await makeProject(page, 'Kelp forest')
  await callApi(page, 'POST', `/projects/${id}/invitations`, { role: 'viewer', days: 7, once: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('heading', { name: 'No backup recorded' }).waitFor()
  await checkAccessibility(t, page, 'the state of the server')
  t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
  await page.goto('/admin?part=log')
  await page.getByText(/logs\/audit\.log/).waitFor()
  await page.waitForFunction(
    tab => {
      const { left, right } = tab!.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    },
    await page.getByRole('tab', { name: 'Log', selected: true }).elementHandle()
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill(ana.email)
  await page.getByText('1 person').waitFor()
  await page.getByRole('row', { name: ana.email }).getByText('administrator').waitFor()
  await checkAccessibility(t, page, 'the people of the server')
  await page.getByRole('searchbox').fill('nobody at all')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await page
    .getByRole('row', { name: /Kelp forest/ })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Storage' }).click()
  await page
    .getByRole('cell', { name: /\d B$|kB|MB/ })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Jobs' }).click()
  await page.getByLabel('Show jobs').selectOption('Failed')
  await page.getByRole('tab', { name: 'Log' }).click()
  await page.getByLabel('Minimum level').waitFor()
  await checkAccessibility(t, page, 'the log of the server')
  await page.reload()
  await page.getByRole('tab', { name: 'Log', selected: true }).waitFor()
})
