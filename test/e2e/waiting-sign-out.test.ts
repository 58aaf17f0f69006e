// About: web/features/waiting, web/app/session-work.ts
import type { Page } from 'playwright-core'
import t from 'tap'
import { annotationsOf, clickAt, count, saved } from '../support/annotate-screen.ts'
import { startApp } from '../support/app.ts'
import {
  answerCall,
  bytesOf,
  callApi,
  checkAccessibility,
  gone,
  holdRequests,
  makeProject,
  newPerson,
  openApp,
  signIn
} from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { carriesEdits, cutEdits, localDatabases, pointing, signInByForm, waitingBench } from '../support/waiting.ts'

const browser = await launchChromium(t)
const url = await startApp(t)

async function leave(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}

/** Confirms the sign-out if the answer to a sent edit has not arrived yet, which requires a confirmation. */
async function confirmedOrSignedOut(page: Page) {
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' })
  const form = page.getByLabel('E-mail address')
  await confirm.or(form).first().waitFor()
  // the dialog closes on its own when the answer arrives
  if (await confirm.isVisible()) await Promise.race([confirm.click().catch(() => {}), form.waitFor()])
  await form.waitFor()
}

/** Waits until the browser has removed the data of the account, which may follow the sign-out. */
const hasNoDatabase = async (page: Page) =>
  (
    await until(
      () => localDatabases(page),
      databases => databases.length === 0
    )
  ).length === 0

/** A page with one unsent edit, as no request reaches the server. */
async function withWaitingEdit(test: Parameters<typeof waitingBench>[0]) {
  const bench = await waitingBench(test, browser, url)
  const canvas = await pointing(bench.page, bench.projectId, bench.mediaIds[0]!)
  await count(bench.page, '1 annotation')
  const mend = await cutEdits(bench.page)
  await clickAt(bench.page, canvas, [0.3, 0.3])
  await bench.page.getByText('Offline, 1 waiting').waitFor()
  return { ...bench, mend }
}

t.test('signing out with an unsent edit: send now', async t => {
  const { page, person, mend, mediaIds } = await withWaitingEdit(t)
  await leave(page)
  const dialog = page.getByRole('alertdialog', { name: '1 edit is not on the server' })
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await dialog.getByText('The edits could not be sent: The server cannot be reached').waitFor()
  await checkAccessibility(t, page, 'the question before signing out')
  await mend()
  // The outbox also sends on its own, and may be first.
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^(Send now|Sign out)$/ })
    .click()
  await page.waitForURL('**/login')
  t.ok(await hasNoDatabase(page), 'no data of the account are left in this browser')
  await signIn(page, person)
  t.equal((await annotationsOf(page, mediaIds[0]!)).length, 2)
})

t.test('edits that are sent while the dialog is open leave nothing to decide', async t => {
  const { page, mend } = await withWaitingEdit(t)
  await leave(page)
  await page.getByRole('alertdialog', { name: '1 edit is not on the server' }).waitFor()
  await mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByRole('alertdialog', { name: 'All edits are on the server' }).getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  t.ok(await hasNoDatabase(page))
})

t.test('a person who stays while edits are being sent remains signed in', async t => {
  const { page } = await withWaitingEdit(t)
  await leave(page)
  const dialog = page.getByRole('alertdialog', { name: '1 edit is not on the server' })
  const held = await holdRequests(page, carriesEdits) // and no longer refused
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await held.arrived
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await gone(dialog)
  held.release()
  await saved(page)
  await page.reload()
  await saved(page)
})

t.test('signing out with an unsent edit: save as a file', async t => {
  const { page, projectId, mediaIds } = await withWaitingEdit(t)
  await leave(page)
  const download = page.waitForEvent('download')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save as a file' }).click()
  const file = await download
  t.match(file.suggestedFilename(), /^edits-.*\.isobath-edits\.json$/)
  t.match(JSON.parse(String(await bytesOf(file))), {
    format: 'isobath-edits',
    edits: [{ kind: 'annotation', project: projectId, subject: mediaIds[0], body: { kind: 'create', shape: { kind: 'point' } } }]
  })
  await page.waitForURL('**/login')
  t.ok(await hasNoDatabase(page))
})

t.test('signing out with an unsent edit: discard, or stay signed in', async t => {
  const { page } = await withWaitingEdit(t)
  await leave(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await gone(page.getByRole('alertdialog'))
  t.equal((await localDatabases(page)).length, 1)
  await leave(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard edits' }).click()
  await page.waitForURL('**/login')
  t.ok(await hasNoDatabase(page))
})

t.test('signing out without unsent edits needs no confirmation, and removes the stores', async t => {
  const { page, projectId, mediaIds } = await waitingBench(t, browser, url)
  await pointing(page, projectId, mediaIds[0]!)
  await saved(page)
  t.equal((await localDatabases(page)).length, 1)
  await leave(page)
  await page.waitForURL('**/login')
  t.same(
    await until(
      () => localDatabases(page),
      names => names.length === 0
    ),
    []
  )
})

t.test('a session that ends leads to /auth; the edit is kept for its own account only', async t => {
  const { page, person, projectId, mediaIds, mend } = await withWaitingEdit(t)
  await answerCall(page, 'POST', /\/annotations\/operations$/, { status: 401, json: { code: 'NOT_SIGNED_IN', detail: 'Sign in again' } })
  await mend()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.waitForURL('**/login')
  await page.unrouteAll()
  t.equal((await localDatabases(page)).length, 1)

  const other = newPerson('bo')
  const bo = await browser.newContext({ baseURL: url })
  await signIn(await bo.newPage(), other)
  await bo.close()
  const sent: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/operations')) sent.push(request.url())
  })
  await signInByForm(page, other)
  await page.getByRole('button', { name: 'Account' }).waitFor()
  await until(
    () => localDatabases(page),
    names => names.length === 2
  )
  t.equal(await page.getByText(/edits? waiting|Sending/).count(), 0, 'another account does not see it')
  await leave(page)
  await page.waitForURL('**/login')
  t.same(sent, [], 'and does not send it')
  t.equal(
    (
      await until(
        () => localDatabases(page),
        names => names.length === 1
      )
    ).length,
    1
  )

  await signInByForm(page, person)
  const list = await until(
    () => annotationsOf(page, mediaIds[0]!).catch(() => []),
    found => found.length === 2
  )
  t.equal(list.length, 2, 'the next sign-in continues with it')
  await page.goto(`/projects/${projectId}/annotate`)
  await saved(page)
})

t.test(
  'edits of a project that was deleted in the meantime: every screen shows them, and they can be saved as a file or discarded',
  async t => {
    const { page, projectId, mend } = await withWaitingEdit(t)
    await page.getByRole('link', { name: 'Results' }).click()
    await page.getByText('1 of your edits is not on the server yet').waitFor()
    for (const [link, heading] of [
      ['Review', 'Review'],
      ['Import and export', 'Import and export']
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      await page.getByText('1 of your edits is not on the server yet').waitFor()
    }
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await page.getByText('1 of your edits is not on the server yet').waitFor()
    await page.getByRole('button', { name: '1 edit waiting: no connection' }).waitFor()
    await checkAccessibility(t, page, 'the overview with an edit that waits')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await callApi(page, 'DELETE', `/projects/${projectId}`)
    await mend()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByRole('button', { name: '1 edit could not be saved' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not on the server yet' })
    await dialog.getByText('A project you no longer have access to').waitFor()
    await checkAccessibility(t, page, 'what is not on the server')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save as a file' }).click()
    t.match(JSON.parse(String(await bytesOf(await download))), { edits: [{ project: projectId, problem: String }] })
    await dialog.getByRole('button', { name: 'Discard refused edits' }).click()
    await page.getByRole('button', { name: 'Discard 1 edit' }).click()
    await page.getByText('All edits are on the server.').waitFor()
  }
)

t.test('an action offered to one person is withdrawn before another person signs in on the same page', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const other = newPerson('bo')
  const [id, otherId] = [await siteOf(page, 'M1'), await siteOf(await openApp(t, browser, url, { as: other }), 'N1')]
  await page.goto(`/projects/${id}/annotate/sites`)
  const deleteSite = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete site' }).click()
  }
  const offer = (name: string) => page.getByRole('alertdialog').filter({ hasText: name }).getByRole('button', { name: 'Undo' })
  await deleteSite('M1')
  await offer('M1').waitFor()
  await until(
    () => callApi<{ sites: unknown[] }>(page, 'GET', `/projects/${id}/sites`),
    ({ sites }) => sites.length === 0
  )
  await page.evaluate(() => void Object.assign(window, { isSamePage: true }))
  await leave(page)
  await confirmedOrSignedOut(page)
  await signInByForm(page, other)
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(path => {
    history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, `/projects/${otherId}/annotate/sites`)
  await deleteSite('N1')
  await offer('N1').waitFor() // so the region of messages is there
  t.equal(await offer('M1').count(), 0)
  t.equal(await page.evaluate(() => 'isSamePage' in window), true)
})

/** Makes a project with a site. @returns its id */
async function siteOf(page: Page, name: string): Promise<string> {
  const { id } = await makeProject(page, 'Reef')
  await callApi(page, 'POST', `/projects/${id}/sites`, { name })
  return id
}
