import type { ReactNode } from 'react'
import styles from './term.module.css'

interface TermProps {
  /** Explanation of the term. Without it, the text is shown unmarked. */
  tip: string | null | undefined
  children: ReactNode
}

/** Text whose explanation appears on hover and keyboard focus. */
export function Term({ tip, children }: TermProps) {
  if (!tip) return children
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation must be reachable by keyboard
    <span tabIndex={0} className={styles.term} data-tip={tip}>
      {children}
    </span>
  )
}
