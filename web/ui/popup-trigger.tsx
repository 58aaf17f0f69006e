import type { KeyboardEvent, ReactNode, RefObject, SyntheticEvent } from 'react'
import type { MenuFocus } from './menu-entry.ts'
import { loadPopups } from './popup-parts.ts'

interface PopupTriggerProps {
  opens: 'menu' | 'dialog'
  /** Accessible name, where the content is not text. */
  label: string | undefined
  isOpen: boolean
  className: string | undefined
  /** The button, beside which the popup opens. */
  button: RefObject<HTMLButtonElement | null>
  onPress: (focus: MenuFocus) => void
  children: ReactNode
}

/**
 * A native button that opens a popup. Its presses do not reach the row, card or canvas around it. Keys are handled before they become a click, which
 * React Aria would take for that of a screen reader: it would then set the focus too late.
 */
export function PopupTrigger({ opens, label, isOpen, className, button, onPress, children }: PopupTriggerProps) {
  function press(event: SyntheticEvent<HTMLButtonElement>, focus: MenuFocus) {
    event.stopPropagation()
    event.currentTarget.focus() // a click moves no focus in Safari, and the popup gives the focus back
    onPress(focus)
  }
  function key(event: KeyboardEvent<HTMLButtonElement>) {
    const isPress = event.key === 'Enter' || event.key === ' '
    if (!isPress && (opens === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp'))) return
    event.preventDefault()
    press(event, event.key === 'ArrowUp' ? 'last' : 'first')
  }
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={label}
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
  )
}
