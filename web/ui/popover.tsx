import type { ReactNode } from 'react'
import type { PopoverProps } from 'react-aria-components/Popover'
import { PopupButton, type PopupButtonLook } from './popup-button.tsx'
import { AnchoredPanel } from './popup-parts.ts'

export interface PopoverButtonProps extends PopupButtonLook {
  trigger: ReactNode
  /** CSS class of the panel. */
  popupClassName?: string
  placement?: PopoverProps['placement']
  /** Maximum height of the panel, in CSS pixels. */
  maxHeight?: number
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button that opens a small panel beside it. Esc or a click outside closes the panel. */
export function PopoverButton(props: PopoverButtonProps) {
  const { trigger, popupClassName, placement = 'bottom end', maxHeight, children, ...button } = props
  return (
    <PopupButton
      {...button}
      opens="dialog"
      popup={({ isOpen, target, close }) => (
        <AnchoredPanel label={button.label} className={popupClassName} {...{ isOpen, target, placement, maxHeight }} onClose={close}>
          {typeof children === 'function' ? children(close) : children}
        </AnchoredPanel>
      )}
    >
      {trigger}
    </PopupButton>
  )
}
