/** Elements that show the first tooltip inside them while they have the focus. Dialogs and scrolling regions show none. */
const holders = '[role="gridcell"], [role="row"], [role="treeitem"], [role="option"], a, button'

/** Checks whether a key moves the focus. Other keys may open or close a dialog, and the change of focus that follows opens no tooltip. */
export const movesFocus = (key: string): boolean => /^(Tab|Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/.test(key)

/** Returns the element whose tooltip appears when `focused` receives the focus. A row does not show the tooltips of its buttons. */
export const tipOfFocus = (focused: Element): HTMLElement | null =>
  focused.closest<HTMLElement>('[data-tip]') ??
  (focused.matches(holders) ? focused.querySelector<HTMLElement>('[data-tip]:not(button)') : null)
