import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { type ButtonLook, buttonClass, iconButtonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './popup.module.css'

export interface PopoverButtonProps extends ButtonLook {
  /** Accessible name of the panel, and of a trigger with only an icon. */
  label: string
  trigger: ReactNode
  iconOnly?: boolean
  /** CSS class of the trigger. With `bare`, it replaces the button styles. */
  className?: string
  bare?: boolean
  /** CSS class of the panel. */
  popupClassName?: string
  placement?: PopoverProps['placement']
  /** Maximum height of the panel, in CSS pixels. */
  maxHeight?: number
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a small panel beside it. Esc or a click outside closes the panel. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, trigger, iconOnly, className, bare, popupClassName, placement = 'bottom end', maxHeight, isOpen, onOpenChange } = props
  const { children, variant, size, wide } = props
  const look = iconOnly
    ? iconButtonClass({ variant: variant ?? 'quiet', size }, className)
    : buttonClass({ variant, size, wide }, className)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <Button aria-label={iconOnly || bare ? label : undefined} className={bare ? className : look}>
        {trigger}
      </Button>
      <Popover className={classNames(styles.popup, popupClassName)} placement={placement} offset={6} maxHeight={maxHeight}>
        <Dialog className={styles.panel!} aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
