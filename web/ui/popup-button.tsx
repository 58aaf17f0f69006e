import { type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { type ButtonLook, buttonClass, iconButtonClass } from './button.tsx'
import type { MenuFocus } from './menu-entry.ts'
import { loadPopups } from './popup-parts.ts'

export interface PopupButtonLook extends ButtonLook {
  /** Accessible name of the popup, and of a button that is only an icon. */
  label: string
  /** True when the button shows only an icon. */
  iconOnly?: boolean
  className?: string
  /** Renders the button without button styles. */
  bare?: boolean
}

interface Popup {
  isOpen: boolean
  /** Part of a menu that receives the focus. */
  focus: MenuFocus
  /** The button, beside which the popup opens and to which the focus returns. */
  target: RefObject<HTMLButtonElement | null>
  close: () => void
}

interface PopupButtonProps extends PopupButtonLook {
  opens: 'menu' | 'dialog'
  /** Renders the popup, from its first opening on. */
  popup: (popup: Popup) => ReactNode
  children: ReactNode
}

/**
 * A native button that opens a popup. Its presses do not reach the row, card or canvas around it. Keys are handled before they become a click.
 * React Aria would take that click for the click of a screen reader, and would set the focus too late.
 */
export function PopupButton({ opens, popup, children, ...look }: PopupButtonProps) {
  const { label, iconOnly, bare } = look
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Null until the popup is opened for the first time. */
  const [focus, setFocus] = useState<MenuFocus | null>(null)

  function press(event: SyntheticEvent<HTMLButtonElement>, from: MenuFocus, opensOnly = false) {
    event.stopPropagation()
    event.currentTarget.focus() // a click moves no focus in Safari, and the popup gives the focus back
    setFocus(from)
    setOpen(opensOnly || !isOpen)
  }
  function key(event: KeyboardEvent<HTMLButtonElement>) {
    const isArrow = opens === 'menu' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    if (!isArrow && event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    press(event, event.key === 'ArrowUp' ? 'last' : 'first', isArrow)
  }

  return (
    <>
      <button
        ref={target}
        type="button"
        className={classOf(look)}
        aria-label={iconOnly || bare ? label : undefined}
        aria-haspopup={opens}
        aria-expanded={isOpen}
        data-open={isOpen || undefined}
        onPointerEnter={loadPopups}
        onFocus={loadPopups}
        onPointerDown={event => event.stopPropagation()}
        onClick={event => press(event, true)}
        onKeyDown={key}
      >
        {children}
      </button>
      {focus !== null && popup({ isOpen, focus, target, close: () => setOpen(false) })}
    </>
  )
}

function classOf({ iconOnly, bare, className, variant, size, wide }: PopupButtonLook): string | undefined {
  if (bare) return className
  return iconOnly
    ? iconButtonClass({ variant: variant ?? 'quiet', size, wide }, className)
    : buttonClass({ variant, size, wide }, className)
}
