import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import styles from './details.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  name: string
  /** Empty, null or false: not known. */
  children: ReactNode
  /** How it came about. */
  remark?: string
  /** Changes how it came about. */
  action?: ReactNode
  copy?: string
  /** The name above the value, which needs the whole width. */
  stacked?: boolean
}

export function Fact({ name, children, remark, action, copy, stacked }: FactProps) {
  const known = children !== null && children !== undefined && children !== false && children !== ''
  return (
    <div className={styles.fact} data-stacked={stacked || undefined}>
      <dt>{name}</dt>
      <dd>
        {known ? children : <span className={styles.unknown}>not known</span>}
        {copy && <CopyButton text={copy} label={`Copy ${name}`} />}
        {remark && <p className={styles.remark}>{remark}</p>}
        {action && <div className={styles.action}>{action}</div>}
      </dd>
    </div>
  )
}
