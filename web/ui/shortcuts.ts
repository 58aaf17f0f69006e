import { useLayoutEffect, useSyncExternalStore } from 'react'

export interface Shortcut {
  id: string
  /** Group in the key sheet, named after the place where the shortcut works: "Everywhere", "Project", "Annotate". */
  scope: string
  /**
   * `?` is one key, and `g d` are two in sequence. `mod` is Ctrl, or ⌘ on a Mac: `mod+k`, `mod+shift+z`. Keys are
   * the values of `event.key` in lower case. Shift is written only where it does not change the character: `shift+s`.
   */
  keys: string
  label: string
  /** Null when the element with the focus handles the keys: then the shortcut is only listed. */
  run: (() => void) | null
  /** True when the shortcut also works in a dialog. Other shortcuts would act on the page behind it. */
  inDialogs?: boolean
}

interface HandledShortcut extends Shortcut {
  run: () => void
}

const sequenceMs = 1200
const storageKey = 'isobath.letterKeys'

let shortcuts: readonly Shortcut[] = []
let handled: readonly HandledShortcut[] = []
const watchers = new Set<() => void>()
let pending: { key: string; time: number } | null = null

function publish(next: readonly Shortcut[]) {
  shortcuts = next
  handled = next.filter((shortcut): shortcut is HandledShortcut => shortcut.run !== null)
  for (const watcher of watchers) watcher()
}

/** Registers shortcuts until the returned function is called. Later registrations take precedence. */
export function addShortcuts(added: readonly Shortcut[]): () => void {
  publish([...added, ...shortcuts])
  return () => publish(shortcuts.filter(shortcut => !added.includes(shortcut)))
}

/** Registers the shortcuts of a screen while the screen is mounted. Memoize the list. */
export function useShortcuts(added: readonly Shortcut[]): void {
  useLayoutEffect(() => addShortcuts(added), [added])
}

/** All active shortcuts, for the key sheet. */
export function useAllShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(watch, () => shortcuts)
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** True while shortcuts without Ctrl or ⌘ are enabled. They can be turned off (WCAG 2.1.4). */
export function letterKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function setLetterKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}

/** Listens for shortcuts in the capture phase, because widgets stop the propagation of keys. @returns a function that stops listening */
export function listenForShortcuts(): () => void {
  const listen = (event: KeyboardEvent) => {
    const shortcut = matching(event)
    if (!shortcut) return
    event.preventDefault()
    event.stopPropagation()
    shortcut.run()
  }
  window.addEventListener('keydown', listen, true)
  return () => window.removeEventListener('keydown', listen, true)
}

/** Pressed key in the format of `Shortcut`, without Ctrl and ⌘. */
export const pressedKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): string =>
  `${shiftKey && (key.length > 1 || /[a-z]/i.test(key)) ? 'shift+' : ''}${key === ' ' ? 'space' : key.toLowerCase()}`

function matching(event: KeyboardEvent): HandledShortcut | undefined {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.key === 'Tab') return undefined
  const key = pressedKey(event)
  if (event.ctrlKey || event.metaKey) {
    if (isWritten(event)) return undefined
    const isInDialog = isIn(event, dialogs)
    return handled.find(({ keys, inDialogs }) => keys === `mod+${key}` && (inDialogs || !isInDialog))
  }
  if (!letterKeysOn()) return undefined
  const taker = takerOf(event)
  if (taker) return taker.matches(dialogs) ? handled.find(({ keys, inDialogs }) => inDialogs && keys === key) : undefined
  const before = pending && event.timeStamp - pending.time < sequenceMs ? pending.key : null
  pending = null
  const second = before === null ? undefined : handled.find(({ keys }) => keys === `${before} ${key}`)
  if (second) return second
  const single = handled.find(({ keys }) => keys === key) ?? handled.find(({ keys }) => keys === shiftedDigit(event))
  if (!single && handled.some(({ keys }) => keys.startsWith(`${key} `))) pending = { key, time: event.timeStamp }
  return single
}

/** Shortcut with Shift and a digit; undefined for other keys. The key position is read, because the character depends on the layout. */
const shiftedDigit = ({ shiftKey, code }: KeyboardEvent): string | undefined =>
  shiftKey && /^Digit\d$/.test(code) ? `shift+${code.slice(5)}` : undefined

const dialogs = '[role="dialog"], [role="alertdialog"]'
const takers = `input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="tree"], ${dialogs}`

/**
 * Element that handles a key itself; null when the page may handle it. Fields accept text, and menus and lists use letters for type-ahead.
 * Lists with `data-arrows-only` do not.
 */
function takerOf({ target, key }: KeyboardEvent): Element | null {
  if (!(target instanceof Element)) return null
  const pressed = key === ' ' || key === 'Enter' ? target.closest('button, a, summary') : null
  if (pressed) return pressed
  const taker = target.closest(takers)
  return taker?.matches('[data-arrows-only]') && !key.startsWith('Arrow') ? null : taker
}

const isIn = ({ target }: KeyboardEvent, place: string): boolean => target instanceof Element && target.closest(place) !== null

/** True for keys that move the caret in text, select text or undo typing. */
const isWritten = ({ target, key }: KeyboardEvent): boolean =>
  /^(Arrow.*|[ayz])$/i.test(key) && target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

const written: Record<string, string> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
  contextmenu: 'Menu',
  pagedown: 'PgDn',
  pageup: 'PgUp',
  '-': '−'
}
const isMac = () => navigator.platform.startsWith('Mac')

/** Keys in readable form: `G then D`, `Ctrl K`, `⌘K`. */
export function writeKeys(keys: string): string {
  const name = (key: string): string => {
    if (key.startsWith('shift+')) return isMac() ? `⇧${name(key.slice(6))}` : `Shift ${name(key.slice(6))}`
    return written[key] ?? key.charAt(0).toUpperCase() + key.slice(1)
  }
  if (keys.startsWith('mod+')) return isMac() ? `⌘${name(keys.slice(4))}` : `Ctrl ${name(keys.slice(4))}`
  return keys.split(' ').map(name).join(' then ')
}
