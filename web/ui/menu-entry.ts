import type { ReactNode } from 'react'

export interface MenuEntry {
  id: string
  label: string
  icon?: ReactNode
  description?: string
  /** Shortcut for the same action, shown at the right. */
  keys?: string
  /** Path in the app to which the entry links. */
  href?: string
  onAction?: () => void
  tone?: 'danger'
  disabled?: boolean
  /** True to draw a line above the entry. */
  startsGroup?: boolean
}

/** Part of a menu that receives the focus as it opens: an entry, or with `true` the menu itself. */
export type MenuFocus = 'first' | 'last' | true
