import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core'
import type { Test } from 'tap'

/** Timeout of one step on a page, in milliseconds. It suits a slow CI machine. */
const stepLimitMs = 90_000

const systemChromiums = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Options for a Chromium that connects to no other host than the pages under test. It comes from `CHROMIUM_PATH`, the system, or `playwright-core
 * install chromium`, in this order.
 */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? systemChromiums.find(path => existsSync(path)) ?? chromium.executablePath()
  return {
    executablePath,
    args: [
      '--no-sandbox', // root in a container lacks the user namespaces of the sandbox
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ]
  }
}

/** Whether a browser is available. `npm test` installs one; a bare `tap` run may lack it. */
export const hasChromium = existsSync(chromiumOptions().executablePath ?? '')

/**
 * Returns a Chromium for this test. `npm test` starts one for all journeys: then this is a connection to it, whose pages close when the test ends. A
 * file that runs alone starts its own.
 */
export async function launchChromium(t: Test): Promise<Browser> {
  const shared = process.env.TEST_BROWSER
  const browser = shared ? await chromium.connect(shared) : await chromium.launch(chromiumOptions())
  t.teardown(() => browser.close())
  return browser
}

/** Opens a page in a new browser profile: no cookies, no storage, English, and reduced motion, so that no animation is caught halfway. */
export async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(stepLimitMs)
  return context.newPage()
}
