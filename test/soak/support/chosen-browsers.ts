import type { DrivenBrowser, WindowSize } from './driven-browser.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

const starters = { firefox: startFirefox, webkit: startWebKit }
const isBrowser = (name: string): name is keyof typeof starters => name in starters

/** Returns how to start the chosen browsers. @param names `firefox`, `webkit`, or nothing for both @throws for other names */
export function chosenBrowsers(names: readonly string[]): ((size: WindowSize) => Promise<DrivenBrowser>)[] {
  const unknown = names.filter(name => !isBrowser(name))
  if (unknown.length > 0) throw new Error(`Name firefox or webkit, not ${unknown.join(', ')}`)
  return names.length > 0 ? names.filter(isBrowser).map(name => starters[name]) : Object.values(starters)
}
