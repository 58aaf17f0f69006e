import { existsSync } from 'node:fs'
import { installDebianPackages, mayInstallDebianPackages } from './debian.mjs'
import { inRoot, projectNode } from './paths.mjs'
import { print } from './print.mjs'
import { capture } from './processes.mjs'

// Debian's headless shell comes first: the full browser opens a window for every page, at four times the cost.
const systemPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

async function playwrightPath() {
  const program = "process.stdout.write(require('playwright-core').chromium.executablePath())"
  const { code, out } = await capture(projectNode, ['-e', program])
  return code === 0 ? out : ''
}

async function find() {
  return [process.env.CHROMIUM_PATH, ...systemPaths, await playwrightPath()].find(path => path && existsSync(path))
}

/**
 * Finds or installs Chromium: Debian's headless shell if it may be installed, otherwise the system's Chromium, otherwise Playwright's
 * download. Resolves to the path of the executable, or to undefined if none is available.
 */
export async function ensureChromium() {
  if (mayInstallDebianPackages() && !process.env.CHROMIUM_PATH && !existsSync(systemPaths[0]))
    await installDebianPackages(['chromium-headless-shell', 'fonts-liberation']).catch(error => print(error.message))
  const found = await find()
  if (found) return found
  if (mayInstallDebianPackages()) {
    await installDebianPackages(['chromium', 'fonts-liberation']).catch(error => print(error.message))
  } else {
    print('Installing Chromium (playwright-core install chromium) …')
    await capture(projectNode, [inRoot('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'])
  }
  return find()
}
