import type { RefObject } from 'react'
import { Menu } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { type MenuEntry, menuItems } from './menu.tsx'
import styles from './popup.module.css'

interface AnchoredMenuProps {
  /** Accessible name of the menu, which states the purpose of its actions. */
  label: string
  items: MenuEntry[]
  /** Element beside which the menu opens, and to which the focus returns. */
  target: RefObject<Element | null>
  isOpen: boolean
  onClose: () => void
}

/** A menu of actions that opens beside an element other than a button, such as a row of a long list. */
export function AnchoredMenu({ label, items, target, isOpen, onClose }: AnchoredMenuProps) {
  return (
    <Popover
      aria-label={label}
      className={styles.popup!}
      triggerRef={target}
      placement="bottom end"
      offset={4}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Menu className={styles.menu!} aria-label={label} autoFocus="first" onClose={onClose}>
        {menuItems(items)}
      </Menu>
    </Popover>
  )
}
