import type { DOMAttributes, ReactElement } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, type TooltipProps as AriaTooltipProps, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './popup.module.css'

export interface TooltipProps {
  text: string
  keys?: string
  placement?: AriaTooltipProps['placement']
  /** Disables the tooltip, e.g. where the text is visible anyway. */
  off?: boolean
  /** One focusable element that accepts a ref. */
  children: ReactElement<DOMAttributes<Element>, string>
}

/** Tooltip of a control with only an icon, on hover and keyboard focus. */
export function Tooltip({ text, keys, placement = 'bottom', off = false, children }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80} isDisabled={off}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className={styles.tooltip!} placement={placement} offset={6}>
        {text}
        {keys && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
