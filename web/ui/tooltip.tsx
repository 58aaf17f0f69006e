import type { DOMAttributes, ReactElement } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, type TooltipProps as AriaTooltipProps, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './popup.module.css'

export interface TooltipProps {
  text: string
  keys?: string
  placement?: AriaTooltipProps['placement']
  /** Leaves the tooltip out, e.g. where the words are seen anyway. */
  off?: boolean
  /** One element that can be focused and takes a ref. */
  children: ReactElement<DOMAttributes<Element>, string>
}

/** Words for a control that shows only a picture; they appear on hover and on keyboard focus. */
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
