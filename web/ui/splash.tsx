import { Mark } from './logo.tsx'
import styles from './splash.module.css'
import * as texts from './texts.ts'

/** Splash screen until the session is known. It is empty at first, and then shows a faint logo. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label={texts.loading}>
      <Mark sizePx={44} />
    </div>
  )
}
