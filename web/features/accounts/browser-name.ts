import { texts } from './texts.ts'

const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\/|HeadlessChrome/, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/python/i, 'Python']
]

const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux']
]

/** Returns a name such as `Firefox on Linux` for a User-Agent header. The name is only for display, to help people distinguish their sessions. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return texts.sessions.unknownBrowser
  const find = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = find(browsers) ?? userAgent.split(/[\s/]/)[0]!.slice(0, 40)
  const system = find(systems)
  return system ? texts.sessions.browserOn(browser, system) : browser
}
