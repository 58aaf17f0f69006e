import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import styles from './details.module.css'
import { texts } from './texts.ts'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  name: string
  /** Value of the fact. An empty string, null, undefined or false is shown as “not known”. */
  children: ReactNode
  /** Note about the source of the value. */
  remark?: string
  /** Button below the note, such as one that changes the camera clock. */
  action?: ReactNode
  copy?: string
  /** Whether the name is above the value, so that the value has the full width. */
  stacked?: boolean
}

export function Fact({ name, children, remark, action, copy, stacked }: FactProps) {
  const known = children !== null && children !== undefined && children !== false && children !== ''
  return (
    <div className={styles.fact} data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>
        {known ? children : <span className={styles.unknown}>{texts.unknown}</span>}
        {copy && <CopyButton text={copy} label={texts.copy(name)} />}
        {remark && <p className={styles.remark}>{remark}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </dd>
    </div>
  )
}
