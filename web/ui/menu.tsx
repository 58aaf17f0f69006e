import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { type ButtonLook, buttonClass, iconButtonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './popup.module.css'

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

export interface MenuButtonProps extends ButtonLook {
  /** Accessible name of the menu, and of a trigger that is only an icon. */
  label: string
  items: MenuEntry[]
  children: ReactNode
  /** True when the trigger shows only an icon. */
  iconOnly?: boolean
  className?: string
  /** Renders the trigger without button styles. */
  bare?: boolean
  /** Heading above the entries, such as a person's name. */
  heading?: string
  placement?: PopoverProps['placement']
}

/** A button that opens a menu of actions or links. */
export function MenuButton(props: MenuButtonProps) {
  const { label, items, children, iconOnly, className, bare, heading, placement = 'bottom end', ...look } = props
  const buttonLook = iconOnly ? iconButtonClass({ variant: 'quiet', ...look }, className) : buttonClass(look, className)
  return (
    <MenuTrigger>
      <Button aria-label={iconOnly || bare ? label : undefined} className={bare ? className : buttonLook}>
        {children}
      </Button>
      <Popover className={styles.popup!} placement={placement} offset={6}>
        <Menu className={styles.menu!} aria-label={label}>
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
    </MenuTrigger>
  )
}

/** Menu entries, with lines between their groups. */
export function menuItems(items: MenuEntry[]) {
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
