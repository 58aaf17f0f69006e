import type { ReactNode } from 'react'
import type { PopoverProps } from 'react-aria-components/Popover'
import type { MenuEntry } from './menu-entry.ts'
import { PopupButton, type PopupButtonLook } from './popup-button.tsx'
import { AnchoredMenu } from './popup-parts.ts'

export interface MenuButtonProps extends PopupButtonLook {
  items: MenuEntry[]
  children: ReactNode
  /** Heading above the entries, such as a person's name. */
  heading?: string
  placement?: PopoverProps['placement']
}

/** A button that opens a menu of actions or links. */
export function MenuButton({ items, heading, placement = 'bottom end', ...button }: MenuButtonProps) {
  return (
    <PopupButton
      {...button}
      opens="menu"
      popup={({ close, ...popup }) => (
        <AnchoredMenu {...popup} label={button.label} {...{ items, heading, placement }} offset={6} onClose={close} />
      )}
    />
  )
}
