import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core'
import type { Test } from 'tap'

/** Timeout of one step on a page, in milliseconds. It suits a slow CI machine. */
const stepLimitMs = 90_000

const systemChromiums = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * How to start a Chromium that talks to nobody but the pages under test.
 * `CHROMIUM_PATH` first, then the system's, then the one that `playwright-core install chromium` brought.
 */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? systemChromiums.find(path => existsSync(path)) ?? chromium.executablePath()
  return {
    executablePath,
    args: [
      '--no-sandbox', // a container's root has no user namespaces to build the sandbox from
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync'
    ]
  }
}

/** Whether there is a browser to test in; `npm test` brings one, a bare `tap` run may not have it. */
export const hasChromium = existsSync(chromiumOptions().executablePath ?? '')

/**
 * A Chromium for this test. `npm test` starts one for all journeys: then this is a connection to it, whose pages close when the test ends.
 * A file that runs alone has a Chromium of its own.
 */
export async function launchChromium(t: Test): Promise<Browser> {
  const shared = process.env.TEST_BROWSER
  const browser = shared ? await chromium.connect(shared) : await chromium.launch(chromiumOptions())
  t.teardown(() => browser.close())
  return browser
}

/** A page in a browser profile of its own: no cookies, no storage, English, motion reduced so that nothing is caught half-way. */
export async function freshPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(stepLimitMs)
  return context.newPage()
}
