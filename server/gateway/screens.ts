import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Screen of the app, in the format that `scripts/vite/draw-pages.ts` writes. */
export interface Screen {
  /** Path of the screen, with `:name` for a variable segment. A trailing `*` matches any remainder. */
  path: string
  /** Title of the page; null when it depends on the project. */
  title: string | null
  /** Whether signed-in users are redirected from this screen to their dashboard. */
  isForStrangers: boolean
  /** First calls of the screen that are the same for all users. */
  reads: string[]
  /** Prerendered markup of the root element; null for a page that is rendered only in the browser. */
  drawn: string | null
  scripts: string[]
  styles: string[]
  fonts: string[]
}

/**
 * Reads the list of screens of a built web app, in which more specific paths come first. Without the list, the app has no screens, but still
 * works.
 * @returns a function that finds the screen of a path
 */
export function readScreens(webRoot: string): (path: string) => Screen | undefined {
  const file = join(webRoot, '.vite', 'screens.json')
  const screens: Screen[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const patterns = screens.map(screen => ({ screen, pattern: patternOf(screen.path) }))
  return path => patterns.find(({ pattern }) => pattern.test(path))?.screen
}

function patternOf(path: string): RegExp {
  const parts = path.split('/').map(part => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
  return new RegExp(parts.at(-1) === '\\*' ? `^${parts.slice(0, -1).join('/')}(/.*)?$` : `^${parts.join('/')}$`)
}
