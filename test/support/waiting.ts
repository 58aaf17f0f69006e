import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'
import { annotate } from './annotate-screen.ts'
import { annotatedProject } from './annotated-project.ts'
import { newPerson, openApp, type Person } from './browser.ts'

export const carriesEdits = (url: string | URL) => String(url).includes('/annotations/operations')

/** A page of a new person with a project of small pictures that has one label, Porifera, and a mark on the last picture. */
export async function waitingBench(t: Test, browser: Browser, url: string, images = 1) {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true })
  const names = Array.from({ length: images }, (_, index) => `image-${index + 1}.jpg`)
  const { projectId, mediaIds } = await annotatedProject(page, 'Reef', names, [{ label: 'Porifera', image: images - 1, count: 1 }])
  return { page, person, projectId, mediaIds }
}

/** Opens an image with the point tool in the hand. */
export async function pointing(page: Page, projectId: string, mediaId: string) {
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('a')
  return canvas
}

/** Nothing of what the page sends as edits arrives, until it is called back. */
export async function cutEdits(page: Page): Promise<() => Promise<void>> {
  await page.route(carriesEdits, route => route.abort('internetdisconnected'))
  return () => page.unroute(carriesEdits)
}

/**
 * The browser has room for 1 MB, and what the page adds to its database comes with 8 MB more: Chromium refuses the transaction with its
 * own QuotaExceededError. It counts small writes too rarely to be filled up by them. @returns the function that makes room again
 */
export async function fillDisk(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1_000_000 })
  await page.evaluate(() => {
    const add = IDBObjectStore.prototype.add
    Object.assign(window, { addedBefore: add })
    IDBObjectStore.prototype.add = function (value, key) {
      add.call(this, { padding: new Uint8Array(8_000_000) })
      return add.call(this, value, key)
    }
  })
  return () =>
    page.evaluate(() => {
      IDBObjectStore.prototype.add = (window as unknown as { addedBefore: IDBObjectStore['add'] }).addedBefore
    })
}

export async function signInByForm(page: Page, person: Person): Promise<void> {
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The names of the browser's databases in which work waits. */
export const localDatabases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('isobath-') ? [name] : [])))
