import type { Shortcut } from '../ui/shortcuts.ts'
import { creations, mainPlaces, type Place, projectPlaces } from './places.tsx'

type Go = (path: string) => void

const goKeys = (places: Place[], scope: string, go: Go): Shortcut[] =>
  places.flatMap(({ path, label, goKey }) =>
    goKey ? [{ id: `go ${path}`, scope, keys: `g ${goKey}`, label: `Go to ${label}`, run: () => go(path) }] : []
  )

/** Keys that work on every screen after sign-in. */
export function globalShortcuts(go: Go, open: (what: 'palette' | 'keys') => void): Shortcut[] {
  const scope = 'Everywhere'
  return [
    { id: 'palette', scope, keys: 'mod+k', label: 'Go to a place or a project', run: () => open('palette') },
    { id: 'keys', scope, keys: '?', label: 'Show help and keys', run: () => open('keys') },
    { id: 'search', scope, keys: '/', label: 'Search this page', run: focusSearch },
    ...creations.flatMap(({ id, shortcut, path }) => (shortcut ? [{ id: `create ${id}`, scope, ...shortcut, run: () => go(path) }] : [])),
    ...goKeys(mainPlaces, scope, go)
  ]
}

/** Keys that work inside a project. */
export const projectShortcuts = (projectId: string, go: Go): Shortcut[] => goKeys(projectPlaces(projectId), 'In a project', go)

function focusSearch() {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus()
}
