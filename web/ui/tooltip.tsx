import { type DOMAttributes, type ReactElement, useRef, useState } from 'react'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, type TooltipProps as AriaTooltipProps, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './popup.module.css'
import { tipHost } from './tip-host.ts'

export interface TooltipProps {
  text: string
  keys?: string
  placement?: AriaTooltipProps['placement']
  /** Disables the tooltip, for example where the text is already visible. */
  off?: boolean
  /** One focusable element that accepts a ref. */
  children: ReactElement<DOMAttributes<Element>, string>
}

/** Tooltip of an icon-only control, on hover and keyboard focus. */
export function Tooltip({ text, keys, placement = 'bottom', off = false, children }: TooltipProps) {
  const control = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <TooltipTrigger delay={400} closeDelay={80} isDisabled={off} onOpenChange={setOpen}>
      <Focusable ref={control}>{children}</Focusable>
      <AriaTooltip
        className={styles.tooltip!}
        placement={placement}
        offset={6}
        UNSTABLE_portalContainer={isOpen ? tipHost(control.current) : undefined}
      >
        {text}
        {keys && <kbd>{keys}</kbd>}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
