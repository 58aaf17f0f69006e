import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A screen of the app, as `scripts/vite/draw-pages.ts` writes it. */
export interface Screen {
  /** With `:name` for a part that differs, and `*` at its end for whatever follows. */
  path: string
  /** Null where it depends on the project. */
  title: string | null
  /** People who are signed in go on to their dashboard. */
  isForStrangers: boolean
  /** Calls that it begins with, the same for everybody. */
  reads: string[]
  /** Markup of the root element; null for a page that only the browser draws. */
  drawn: string | null
  scripts: string[]
  styles: string[]
  fonts: string[]
}

/** The screens of a built web app by their paths, the more exact first. An app without the list has none, and works without. */
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
