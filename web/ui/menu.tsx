import { type ReactNode, useRef, useState } from 'react'
import type { PopoverProps } from 'react-aria-components/Popover'
import { type ButtonLook, buttonClass, iconButtonClass } from './button.tsx'
import type { MenuEntry, MenuFocus } from './menu-entry.ts'
import { AnchoredMenu } from './popup-parts.ts'
import { PopupTrigger } from './popup-trigger.tsx'

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
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** Null until the menu is opened for the first time. */
  const [focus, setFocus] = useState<MenuFocus | null>(null)
  const buttonLook = iconOnly ? iconButtonClass({ variant: 'quiet', ...look }, className) : buttonClass(look, className)
  return (
    <>
      <PopupTrigger
        opens="menu"
        label={iconOnly || bare ? label : undefined}
        isOpen={isOpen}
        className={bare ? className : buttonLook}
        button={button}
        onPress={from => {
          setFocus(from)
          setOpen(!isOpen)
        }}
      >
        {children}
      </PopupTrigger>
      {focus !== null && (
        <AnchoredMenu {...{ label, items, heading, placement, focus, isOpen }} target={button} offset={6} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
