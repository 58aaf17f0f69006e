/** Elements that show the first tooltip inside them while they have the focus. Dialogs and scrolling regions show none. */
const holders = '[role="gridcell"], [role="row"], [role="treeitem"], [role="option"], a, button'

/** Checks whether a key moves the focus. Other keys open a dialog or close it, and the focus that follows opens no tooltip. */
export const movesFocus = (key: string): boolean => /^(Tab|Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/.test(key)

/** Returns the element whose tooltip appears when `focused` receives the focus. Buttons in a row keep theirs for themselves. */
export const tipOfFocus = (focused: Element): HTMLElement | null =>
  focused.closest<HTMLElement>('[data-tip]') ??
  (focused.matches(holders) ? focused.querySelector<HTMLElement>('[data-tip]:not(button)') : null)
