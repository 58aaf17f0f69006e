import type { ReactNode } from 'react'
import { InfoIcon } from './icons.tsx'
import styles from './states.module.css'

/** Side note on a buff background, for a hint, a limitation or background information. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <InfoIcon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
