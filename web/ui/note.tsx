import type { ReactNode } from 'react'
import { InfoIcon } from './icons.tsx'
import styles from './states.module.css'

/** Side matter on buff: a hint, a limit, something good to know. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <InfoIcon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
