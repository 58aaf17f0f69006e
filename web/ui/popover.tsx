import { type ReactNode, useRef, useState } from 'react'
import type { PopoverProps } from 'react-aria-components/Popover'
import { type ButtonLook, buttonClass, iconButtonClass } from './button.tsx'
import { AnchoredPanel } from './popup-parts.ts'
import { PopupTrigger } from './popup-trigger.tsx'

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
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a small panel beside it. Esc or a click outside closes the panel. */
export function PopoverButton(props: PopoverButtonProps) {
  const { label, trigger, iconOnly, className, bare, popupClassName, placement = 'bottom end', maxHeight, children } = props
  const { variant, size, wide } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const look = iconOnly
    ? iconButtonClass({ variant: variant ?? 'quiet', size }, className)
    : buttonClass({ variant, size, wide }, className)

  const close = () => setOpen(false)

  return (
    <>
      <PopupTrigger
        opens="dialog"
        label={iconOnly || bare ? label : undefined}
        isOpen={isOpen}
        className={bare ? className : look}
        button={button}
        onPress={() => {
          setUsed(true)
          setOpen(!isOpen)
        }}
      >
        {trigger}
      </PopupTrigger>
      {isUsed && (
        <AnchoredPanel {...{ label, placement, maxHeight, isOpen }} className={popupClassName} target={button} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </AnchoredPanel>
      )}
    </>
  )
}
