// About: web/api
import t from 'tap'
import { startApp } from '../support/app.ts'
import { checkAccessibility, openApp, password } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { startForeignBackend } from '../support/foreign-backend.ts'

const browser = await launchChromium(t)

for (const mode of ['cookie', 'bearer']) {
  t.test(`${mode}: a backend with only the calls of the spec supports sign-up and use; missing features are not offered`, async t => {
    const foreign = await startForeignBackend()
    t.teardown(() => foreign.close())
    const url = await startApp(t, { BACKEND_URL: foreign.url, SESSION_MODE: mode })
    const page = await openApp(t, browser, url)

    await page.goto('/signup')
    await page.getByLabel('E-mail address').fill('ana@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Welcome aboard' }).waitFor()
    t.equal(await page.getByText('Add images').count(), 0, 'unavailable features have no step')

    await page.getByRole('main').getByRole('link', { name: 'New project' }).click()
    await page.getByLabel('Title').fill('Old cruise')
    t.equal(await page.getByLabel('Region').count(), 0)
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { level: 1, name: 'Old cruise' }).waitFor()
    await page.getByText('does not offer images, members or activity').waitFor()
    await checkAccessibility(t, page, 'the overview of a foreign project')

    await page.goto('/projects')
    await page.getByRole('link', { name: 'Old cruise' }).waitFor()
    t.equal(await page.getByRole('button', { name: 'Deleted projects' }).count(), 0)
    await page.getByLabel('Search projects').fill('nothing like it')
    await page.getByText('No project matches').waitFor()
    await page.getByLabel('Search projects').fill('cruise')
    await page.getByRole('link', { name: 'Old cruise' }).click()

    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByLabel('Title').fill('Older cruise')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    t.equal(await page.getByRole('heading', { name: 'Members' }).count(), 0)

    await page.goto('/profile')
    await page.getByText('has no profile, sessions or API tokens').waitFor()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Older cruise' }).waitFor()

    await page.goto('/projects/1/settings')
    await page.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel(/Type the title/).fill('Older cruise')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await page.waitForURL('**/projects')
    await page.getByRole('heading', { name: 'A project holds one study' }).waitFor()
  })
}
