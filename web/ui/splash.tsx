import { Mark } from './logo.tsx'
import styles from './splash.module.css'
import * as texts from './texts.ts'

/** Splash screen until the session is known: empty at first, then the faint logo. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label={texts.loading}>
      <Mark sizePx={44} />
    </div>
  )
}
