import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import styles from './popup.module.css'

interface AnchoredPanelProps {
  /** Accessible name of the panel. */
  label: string
  /** CSS class of the panel. */
  className?: string | undefined
  /** Element beside which the panel opens, and to which the focus returns. */
  target: RefObject<Element | null>
  placement: PopoverProps['placement']
  /** Maximum height, in CSS pixels. */
  maxHeight?: number | undefined
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** A small panel beside a button. Esc or a click outside closes it. */
export function AnchoredPanel({ label, className, target, placement, maxHeight, isOpen, onClose, children }: AnchoredPanelProps) {
  return (
    <Popover
      className={classNames(styles.popup, className)}
      triggerRef={target}
      placement={placement}
      offset={6}
      maxHeight={maxHeight}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Dialog className={styles.panel!} aria-label={label}>
        {children}
      </Dialog>
    </Popover>
  )
}
