import type { RefObject } from 'react'
import { Header, Menu, MenuItem, MenuSection, Separator } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import type { MenuEntry, MenuFocus } from './menu-entry.ts'
import styles from './popup.module.css'

interface AnchoredMenuProps {
  /** Accessible name of the menu, which states the purpose of its actions. */
  label: string
  items: MenuEntry[]
  /** Element beside which the menu opens, and to which the focus returns. */
  target: RefObject<Element | null>
  isOpen: boolean
  onClose: () => void
  heading?: string | undefined
  focus?: MenuFocus
  placement?: PopoverProps['placement']
  /** Distance from the element, in CSS pixels. */
  offset?: number
}

/** A menu of actions or links beside an element: a button, or for example a row in a long list. */
export function AnchoredMenu(props: AnchoredMenuProps) {
  const { label, items, target, isOpen, onClose, heading, focus = 'first', placement = 'bottom end', offset = 4 } = props
  return (
    <Popover
      aria-label={label}
      className={styles.popup!}
      triggerRef={target}
      placement={placement}
      offset={offset}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Menu className={styles.menu!} aria-label={label} autoFocus={focus} onClose={onClose}>
        {heading ? (
          <MenuSection aria-label={heading}>
            <Header className={styles.heading}>{heading}</Header>
            {items.map(menuItem)}
          </MenuSection>
        ) : (
          menuItems(items)
        )}
      </Menu>
    </Popover>
  )
}

/** Menu entries, with lines between their groups. */
function menuItems(items: MenuEntry[]) {
  return items.flatMap(item =>
    item.startsGroup ? [<Separator key={`${item.id}-line`} className={styles.rule!} />, menuItem(item)] : menuItem(item)
  )
}

function menuItem(item: MenuEntry) {
  return (
    <MenuItem
      key={item.id}
      id={item.id}
      textValue={item.label}
      href={item.href}
      onAction={item.onAction}
      isDisabled={item.disabled}
      className={classNames(styles.item, item.tone === 'danger' && styles.danger)}
    >
      {item.icon}
      <span className={styles.text}>
        {item.label}
        {item.description && <span className={styles.about}>{item.description}</span>}
      </span>
      {item.keys && <kbd className={styles.keys}>{item.keys}</kbd>}
    </MenuItem>
  )
}
