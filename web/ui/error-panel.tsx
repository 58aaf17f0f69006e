import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { RetryIcon, WarningIcon } from './icons.tsx'
import styles from './states.module.css'
import * as texts from './texts.ts'

interface ErrorPanelProps {
  /** Title that states the failure: "The projects could not be loaded". */
  title: string
  /** Reason; the message of the server where it sent one. */
  detail?: ReactNode
  /** Note about unaffected data: "Your input is still here". */
  safe?: string
  onRetry?: () => void
  retrying?: boolean
  /** Id by which the request can be found in the server's log. */
  reference?: string | null
  actions?: ReactNode
}

/** Panel about a failure: the failed action, unaffected data and the next step. */
export function ErrorPanel({ title, detail, safe, onRetry, retrying, reference, actions }: ErrorPanelProps) {
  return (
    <div className={styles.panel} role="alert">
      <WarningIcon aria-hidden />
      <p className={styles.panelTitle}>{title}</p>
      <div className={styles.panelBody}>
        {detail && <p>{detail}</p>}
        {safe && <p>{safe}</p>}
        {(onRetry || actions) && (
          <div className={styles.actions}>
            {onRetry && (
              <Button size="small" icon={<RetryIcon aria-hidden />} busy={retrying} onClick={onRetry}>
                {texts.retry}
              </Button>
            )}
            {actions}
          </div>
        )}
        {reference && (
          <p className={styles.reference}>
            {texts.reference} <code>{reference}</code> <CopyButton text={reference} label={texts.copyReference} />
          </p>
        )}
      </div>
    </div>
  )
}
