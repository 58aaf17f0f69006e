// About: web/features/members, web/features/auth
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import t from 'tap'
import { checkAccessibility, makeProject, newPerson, openApp, password, settled, signIn } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { newServer } from '../support/set-up.ts'

const browser = await launchChromium(t)
const { port, dataDir } = await newServer(t)
const url = `http://127.0.0.1:${port}`
const owner = newPerson('owner')

/** Creates a link in the project's Settings. @returns the link that the dialog shows */
async function makeLink(page: Page, projectId: string, audience: 'One person' | 'Anyone with the link'): Promise<string> {
  await page.goto(`/projects/${projectId}/settings`)
  await page.getByLabel('Can be used by').selectOption(audience)
  await settled(page) // the members above change their height
  await page.getByRole('button', { name: 'Create invitation link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy the link now' })
  const link = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  return link
}

t.test('a link admits people with and without an account to the project', async t => {
  const page = await openApp(t, browser, url, { as: owner })
  const { id } = await makeProject(page, 'Kelp transects')
  const link = await makeLink(page, id, 'Anyone with the link')
  t.match(link, new RegExp(`^${url}/invitation#[\\w-]{43}$`))

  const newcomer = await openApp(t, browser, url)
  await newcomer.goto(link)
  await newcomer.getByRole('heading', { name: 'Join Kelp transects' }).waitFor()
  await newcomer.getByText(`${owner.email} invited you to join as an editor.`).waitFor()
  t.equal(new URL(newcomer.url()).hash, '')
  await checkAccessibility(t, newcomer, 'an invitation, signed out')
  await newcomer.getByLabel('E-mail address').fill(newPerson('newcomer').email)
  await newcomer.getByLabel('Password', { exact: true }).fill(password)
  await newcomer.getByRole('button', { name: 'Create account' }).click()
  await newcomer.waitForURL(`**/projects/${id}/dashboard`)

  const known = newPerson('known')
  const member = await openApp(t, browser, url, { as: known })
  await member.goto(link)
  await member.getByRole('button', { name: `Join as ${known.email}` }).waitFor()
  await checkAccessibility(t, member, 'an invitation, signed in')
  await member.getByRole('button', { name: `Join as ${known.email}` }).click()
  await member.waitForURL(`**/projects/${id}/dashboard`)

  const away = newPerson('away')
  const other = await openApp(t, browser, url)
  await signIn(other, away)
  await other.context().clearCookies()
  const signedOut = await openApp(t, browser, url)
  await signedOut.goto(link)
  await signedOut.getByRole('button', { name: 'I already have an account' }).click()
  await signedOut.getByLabel('E-mail address').fill(away.email)
  await signedOut.getByLabel('Password', { exact: true }).fill(password)
  await signedOut.getByRole('button', { name: 'Sign in' }).click()
  await signedOut.waitForURL(`**/projects/${id}/dashboard`)

  await page.reload()
  const table = page.getByRole('group', { name: 'Members' })
  for (const { email } of [known, away]) await table.getByText(email).waitFor()
  t.equal(await table.getByText('address not verified').count(), 0, 'the invitation verifies the address')
  await page.getByRole('group', { name: 'Invitation links' }).getByText('Editor, anyone with the link').waitFor()
})

t.test('a revoked, expired or used link shows the reason', async t => {
  const page = await openApp(t, browser, url, { as: owner })
  const { id } = await makeProject(page, 'Reef')
  const guest = await openApp(t, browser, url, { as: newPerson('guest') })
  const shows = async (link: string, text: RegExp) => {
    await guest.goto('/terms')
    await guest.goto(link)
    await guest.getByText(text).waitFor()
  }

  const revoked = await makeLink(page, id, 'Anyone with the link')
  await page.getByRole('button', { name: 'Revoke the link for Editor' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Revoke link' }).click()
  await page.getByRole('group', { name: 'Invitation links' }).waitFor({ state: 'detached' })
  await shows(revoked, /This invitation was revoked/)
  await checkAccessibility(t, guest, 'an invitation that is over')

  const ended = await makeLink(page, id, 'One person')
  const database = new DatabaseSync(join(dataDir, readdirSync(dataDir).find(name => name.endsWith('.db'))!), { timeout: 30_000 })
  database.exec(`update project_invitation set expires_at = '2020-01-01T00:00:00.000Z' where project_id = '${id}'`)
  database.close()
  await shows(ended, /This invitation has expired/)

  const once = await makeLink(page, id, 'One person')
  const first = await openApp(t, browser, url, { as: newPerson('first') })
  await first.goto(once)
  await first.getByRole('button', { name: /^Join as/ }).click()
  await first.waitForURL(`**/projects/${id}/dashboard`)
  await shows(once, /This invitation was already used/)
})

t.test('owners see unverified addresses, and a person sees their own', async t => {
  const page = await openApp(t, browser, url, { as: owner })
  const { id } = await makeProject(page, 'Slope')
  const person = newPerson('unproved')
  const profile = await openApp(t, browser, url, { as: person })
  await profile.goto('/profile')
  await profile.getByText('address not verified').waitFor()
  await profile
    .getByText('This server does not send mail. An invitation link from another person with a verified address verifies yours.')
    .waitFor()

  await page.goto(`/projects/${id}/settings`)
  await page.getByLabel('Add a person').fill(person.email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const table = page.getByRole('group', { name: 'Members' })
  await table.getByText(person.email).waitFor()
  t.equal(await table.getByText('address not verified').count(), 1)
  await checkAccessibility(t, page, 'members with an unverified address')
})

t.test('changing the password offers to end API tokens', async t => {
  const page = await openApp(t, browser, url, { as: newPerson('scripter') })
  await page.goto('/profile')
  await page.getByLabel('Token name').fill('notebook')
  await page.getByText('this browser').waitFor() // the sessions above have loaded
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('group', { name: 'API tokens' }).getByText('notebook').waitFor()
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('eleven drowsy sunfish')
  await page.getByLabel('Revoke my API tokens too').check()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('You have no tokens.').waitFor()
})
