import { popupPart } from './popup-part.tsx'
import * as texts from './texts.ts'

const menu = popupPart(() => import('./anchored-menu.tsx').then(module => module.AnchoredMenu), texts.menuNotOpened)
const panel = popupPart(() => import('./anchored-panel.tsx').then(module => module.AnchoredPanel), texts.panelNotOpened)

export const AnchoredMenu = menu.Part
export const AnchoredPanel = panel.Part

/** Loads the code of menus and panels, so that the first one opens at once. */
export function loadPopups(): void {
  menu.loadAhead()
  panel.loadAhead()
}
