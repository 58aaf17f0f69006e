import { partAhead } from './part-ahead.tsx'

const menu = partAhead(() => import('./anchored-menu.tsx').then(module => module.AnchoredMenu))
const panel = partAhead(() => import('./anchored-panel.tsx').then(module => module.AnchoredPanel))

export const AnchoredMenu = menu.Part
export const AnchoredPanel = panel.Part

/** Loads the code of menus and panels, so that the first one opens at once. */
export function loadPopups(): void {
  menu.loadAhead()
  panel.loadAhead()
}
