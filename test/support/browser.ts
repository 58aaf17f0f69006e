import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { APIRequestContext, APIResponse, Browser, BrowserContextOptions, Download, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import { freshPage } from './chromium.ts'

export const password = 'kelp otter basalt plume'
const fromApp = { 'X-Requested-By': 'app' }

let people = 0

export interface Person {
  email: string
  password: string
}

/** People registered by this process. Signing in with an unknown password costs as much as with a known one. */
const registered = new WeakSet<Person>()

export const newPerson = (name = 'ana'): Person => ({ email: `${name}-${process.pid}-${++people}@example.org`, password })

interface PageOptions extends BrowserContextOptions {
  /** Person to sign in as, who is registered first when new. */
  as?: Person
  /** True when the page prefetches all files of the app. That takes seconds of processor time, which few tests need. */
  fetchesAhead?: boolean
}

/**
 * Opens a page of the app in a new browser profile. An error reported by the browser (uncaught exceptions, violations of the content security policy,
 * React's warnings) fails the test. Refused requests do not, as many tests cause them.
 */
export async function openApp(
  t: Test,
  browser: Browser,
  url: string,
  { as: person, fetchesAhead = false, ...options }: PageOptions = {}
): Promise<Page> {
  const page = await freshPage(browser, { baseURL: url, ...options })
  if (!fetchesAhead) await page.context().addInitScript(skipFetchingAhead)
  const faults: string[] = []
  const refused: string[] = []
  page.on('response', answer => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
  })
  page.on('requestfailed', request =>
    refused.push(`${request.failure()?.errorText} ${request.method()} ${new URL(request.url()).pathname}`)
  )
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  t.teardown(async () => {
    const isOpened = page.url() !== 'about:blank' // a person who only calls the API has no screen
    const left = t.passing() || !isOpened ? '' : await leftBehind(page, refused)
    await page.context().close()
    if (faults.length > 0) throw new Error(`the browser reports errors:\n${faults.join('\n')}${left}`)
    if (left) throw new Error(left)
  })
  if (person) await signIn(page, person)
  return page
}

/**
 * Describes the page at the end of a failed test: its address, the last failed requests, open dialogs, and the accessibility tree of the main part.
 */
async function leftBehind(page: Page, refused: readonly string[]): Promise<string> {
  const main = page.locator('main').last()
  const dialogs = page.locator('dialog[open], [role=dialog], [role=alertdialog]')
  const [screen, open] = await Promise.all([main.ariaSnapshot({ timeout: 5000 }), dialogs.allInnerTexts()]).catch(error => [
    String(error),
    []
  ])
  const lines = [...open, screen]
    .join('\n')
    .replace(/ *- \/url:.*\n/g, '')
    .replace(/\n */g, ' ')
  const shown = lines.length > 3000 ? `${lines.slice(0, 1000)} … ${lines.slice(-2000)}` : lines
  return `the page was left at ${page.url()}\nfailed requests: ${refused.slice(-8).join(' · ') || 'none'}\n${shown}`
}

/** Signs in through the API, registering first when the account is new, and leaves the browser in the state of the app. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const { request } = page.context()
  const json = { email: person.email, password: person.password }
  const form = { username: person.email, password: person.password }
  const made = registered.has(person) ? null : await request.post('/api/auth/register', { headers: fromApp, data: json })
  registered.add(person)
  const answer = made?.ok() ? made : await request.post('/api/auth/login', { headers: fromApp, form })
  const record = await jsonOf(answer)
  await page.context().addInitScript(storeSession, record)
}

/** Disables prefetching. Runs in the page, before the app. Documents without an origin have no storage. */
function skipFetchingAhead() {
  if (window.origin !== 'null') sessionStorage.setItem('isobath.fetched-ahead', 'yes')
}

/** Runs in the page, before the app, and stores the record of a login once, so that signing out lasts. */
function storeSession(record: Record<string, unknown>) {
  if (window.name === 'session stored') return
  window.name = 'session stored'
  if (record.access_token) {
    localStorage.setItem('isobath.access_token', String(record.access_token))
    localStorage.setItem('isobath.refresh_token', String(record.refresh_token))
    localStorage.setItem('isobath.token_type', String(record.token_type))
  } else localStorage.setItem('isobath.session', JSON.stringify(record))
}

/** Resolves once the element is gone. An immediate count could still find it on its way out. */
export const gone = (what: Locator): Promise<void> => what.first().waitFor({ state: 'detached' })

/** Holds requests of the page. @returns `arrived` with the first one, and the function that lets them go on */
export async function holdRequests(page: Page, url: Parameters<Page['route']>[0]) {
  const first = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  await page.route(url, async route => {
    first.resolve()
    await end.promise
    await route.continue()
  })
  return { arrived: first.promise, release: end.resolve }
}

/** Resolves once an overview has loaded its numbers and links, which appear above its images after the first one. */
export async function numbersOfOverview(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens of this project' }).waitFor()
  await page.locator('main dl').first().waitFor()
}

/** Resolves once no list of the screen is loading any more. Call it after the screen has appeared. */
export const settled = (page: Page): Promise<void> => gone(page.locator('main [role=status][aria-label]'))

/** A page, or another client that calls the API with cookies. */
export interface Caller {
  context(): { request: APIRequestContext }
}

/** Calls the API as the person of the page (cookie mode). @throws when it is refused */
export async function callApi<Answer = unknown>(page: Caller, method: string, path: string, data?: unknown): Promise<Answer> {
  return (await jsonOf(await page.context().request.fetch(`/api${path}`, { method, headers: fromApp, data }))) as Answer
}

async function jsonOf(answer: APIResponse): Promise<Record<string, unknown>> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}: ${await answer.text()}`)
  return answer.status() === 204 ? {} : await answer.json()
}

/** Creates a project through the API. */
export const makeProject = (page: Caller, title: string, fields: object = {}) =>
  callApi<{ id: string; revision: number }>(page, 'POST', '/projects', { title, ...fields })

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const colourRules = ['color-contrast', 'link-in-text-block']

interface Look {
  rules?: 'all' | 'colours'
  /** CSS selector of the only part that is checked. */
  within?: string
}

/**
 * Runs axe on the current page and returns a line for each rule that is broken. With `colours`, only the rules of colour run, which are all that a
 * dark page can break on its own. Axe is loaded into a page once.
 */
export async function faultsFoundByAxe(page: Page, { rules = 'all', within }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(runAxe, { within: within ?? null, only: rules === 'all' ? null : colourRules })
}

/** Runs axe. Runs in the page. */
async function runAxe({ within, only }: { within: string | null; only: string[] | null }) {
  const { axe: checker } = window as unknown as { axe: typeof axe }
  const { violations } = await checker.run(within ?? document, {
    resultTypes: ['violations'],
    // Only rules that are off by default read style sheets. axe would inline a sheet that is still loading, against the policy of the page.
    preload: false,
    ...(only && { runOnly: { type: 'rule', values: only } })
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Checks that axe finds no fault in the current page, in light and in dark. */
export async function checkAccessibility(t: Test, page: Page, name: string, { within }: Pick<Look, 'within'> = {}): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(atRest) // colours change by transition, even if only for a millisecond
    const rules = colorScheme === 'light' ? 'all' : 'colours'
    t.strictSame(await faultsFoundByAxe(page, { rules, ...(within && { within }) }), [], `axe finds nothing on ${name} (${colorScheme})`)
  }
}

/**
 * Runs in the page and waits two frames, so that earlier changes have been drawn, and then for running animations. A page that Chromium draws no
 * more under load is checked after half a minute.
 */
export async function atRest() {
  const drawn = async () => {
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  }
  await Promise.race([drawn(), new Promise(resolve => setTimeout(resolve, 30_000))])
}

/** Returns the bytes of a file that the page saves, wherever the browser stores it. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

/** Records the API calls that the page makes from now on: `GET /api/projects`. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

/** Answers one call of the page from the test instead of from the server. */
export async function answerCall(
  page: Page,
  method: string,
  path: string | RegExp,
  answer: { status: number; json?: unknown; text?: string }
) {
  const matches = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname))
  let answered = 0
  await page.route(matches, route => {
    if (route.request().method() !== method) return route.fallback()
    answered++
    const body = answer.json === undefined ? (answer.text ?? '') : JSON.stringify(answer.json)
    return route.fulfill({ status: answer.status, contentType: answer.json === undefined ? 'text/plain' : 'application/json', body })
  })
  return { count: () => answered }
}
