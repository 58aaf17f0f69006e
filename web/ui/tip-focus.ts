/** Elements that show the first tooltip inside them while they have the focus. Dialogs and scrolling regions show none. */
const holders = '[role="gridcell"], [role="row"], [role="treeitem"], [role="option"], a, button'

const movesFocus = (key: string): boolean => /^(Tab|Arrow(Up|Down|Left|Right)|Home|End|Page(Up|Down))$/.test(key)
/** Keys that press a button, or open or close a dialog. */
const presses = (key: string): boolean => /^(Enter| |Escape)$/.test(key)

/** Checks whether a key is a modifier, which only changes the effect of other keys. */
export const isModifier = (key: string): boolean => /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key)

/**
 * Checks whether the focus opens a tooltip when it moves after a key. The focus that a dialog sets as it opens, or gives back as it closes, opens none.
 * @param key last key; null if the pointer has been pressed since
 * @param from element that had the focus; null if none had it
 */
export function opensTip(key: string | null, from: Element | null, to: Element): boolean {
  if (key === null || presses(key)) return false
  const dialog = to.closest('dialog, [role="dialog"], [role="alertdialog"]')
  return movesFocus(key) || !dialog || dialog.contains(from)
}

/** Parts of a list that are read as one. */
const rows = 'li, tr, article, [role="row"]'

/**
 * Returns the element whose tooltip appears when `focused` receives the focus; null for none. A row does not show the tooltips of its buttons.
 * A link or button without a tooltip shows the tooltip of text in its row, such as a time. That text itself cannot be focused.
 */
export const tipOfFocus = (focused: Element): HTMLElement | null =>
  focused.closest<HTMLElement>('[data-tip]') ??
  (focused.matches(holders) ? focused.querySelector<HTMLElement>('[data-tip]:not(button)') : null) ??
  (focused.matches('a, button') ? tipOfRow(focused) : null)

function tipOfRow(focused: Element): HTMLElement | null {
  const row = focused.closest(rows)
  const tips = row ? [...row.querySelectorAll<HTMLElement>('[data-tip]:not(a, button, [tabindex])')] : []
  const own = tips.filter(tip => tip.closest(rows) === row && !tip.closest('a, button'))
  return own.find(({ localName }) => localName === 'time') ?? own[0] ?? null
}
