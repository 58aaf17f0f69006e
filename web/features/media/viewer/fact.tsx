import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import styles from './details.module.css'
import { texts } from './facts-texts.ts'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  name: string
  /** Value of the fact. An empty string, null, undefined or false is shown as unknown. */
  children: ReactNode
  /** Source of the value. */
  remark?: string
  /** Button that changes the source. */
  action?: ReactNode
  copy?: string
  /** True to put the name above a value that needs the whole width. */
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
