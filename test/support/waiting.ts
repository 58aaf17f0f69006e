import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'
import { annotate } from './annotate-screen.ts'
import { annotatedProject } from './annotated-project.ts'
import { newPerson, openApp, type Person } from './browser.ts'

export const carriesEdits = (url: string | URL) => String(url).includes('/annotations/operations')

/** Opens a page of a new person with a project of small pictures. It has one label, Porifera, and an annotation on the last picture. */
export async function waitingBench(t: Test, browser: Browser, url: string, images = 1) {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true })
  const names = Array.from({ length: images }, (_, index) => `image-${index + 1}.jpg`)
  const { projectId, mediaIds } = await annotatedProject(page, 'Reef', names, [{ label: 'Porifera', image: images - 1, count: 1 }])
  return { page, person, projectId, mediaIds }
}

/** Opens an image with the point tool selected. */
export async function pointing(page: Page, projectId: string, mediaId: string) {
  const canvas = await annotate(page, projectId, mediaId)
  await page.keyboard.press('a')
  return canvas
}

/** Blocks all edits that the page sends. @returns a function that stops it */
export async function cutEdits(page: Page): Promise<() => Promise<void>> {
  await page.route(carriesEdits, route => route.abort('internetdisconnected'))
  return () => page.unroute(carriesEdits)
}

/**
 * Limits the browser to 1 MB and enlarges additions to the database by 8 MB, so that Chromium refuses the transaction with its own
 * QuotaExceededError. Small writes are counted too rarely to fill it.
 * @returns a function that frees the space
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

/** Number of edits that the browser has stored, of all accounts. The page counts an edit as waiting before it is stored. */
export const storedEdits = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const counts = (await indexedDB.databases()).map(
      ({ name = '' }) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const database = opening.result
            if (!database.objectStoreNames.contains('outbox')) {
              database.close()
              return resolve(0)
            }
            const counting = database.transaction('outbox').objectStore('outbox').count()
            counting.onerror = () => reject(counting.error)
            counting.onsuccess = () => {
              database.close()
              resolve(counting.result)
            }
          }
        })
    )
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  })

/** Names of the browser's databases of unsent work. */
export const localDatabases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('isobath-') ? [name] : [])))
