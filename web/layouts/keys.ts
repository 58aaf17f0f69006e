import type { Shortcut } from '../ui/shortcuts.ts'
import { creations, mainPlaces, type Place, projectPlaces } from './places.tsx'
import type { ShellDialog } from './shell-dialog.ts'
import * as texts from './texts.ts'

type Go = (path: string) => void

const goKeys = (places: Place[], scope: string, go: Go): Shortcut[] =>
  places.flatMap(({ path, label, goKey }) =>
    goKey ? [{ id: `go ${path}`, scope, keys: `g ${goKey}`, label: texts.goToPlace(label), run: () => go(path) }] : []
  )

/** Shortcuts that work on every screen after sign-in. */
export function globalShortcuts(go: Go, open: (dialog: ShellDialog) => void): Shortcut[] {
  const scope = texts.everywhere
  return [
    { id: 'palette', scope, keys: 'mod+k', label: texts.openPalette, run: () => open('palette'), inDialogs: true },
    { id: 'keys', scope, keys: '?', label: texts.showHelp, run: () => open('keys'), inDialogs: true },
    { id: 'search', scope, keys: '/', label: texts.searchPage, run: focusSearch },
    ...creations.flatMap(({ id, shortcut, path }) => (shortcut ? [{ id: `create ${id}`, scope, ...shortcut, run: () => go(path) }] : [])),
    ...goKeys(mainPlaces, scope, go)
  ]
}

/** Shortcuts that work inside a project. */
export const projectShortcuts = (projectId: string, go: Go): Shortcut[] => goKeys(projectPlaces(projectId), texts.inProject, go)

function focusSearch() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
