import { Mark } from './logo.tsx'
import styles from './splash.module.css'

/** While it is not known yet who is there: nothing at first, then the mark, quietly. */
export function Splash() {
  return (
    <div className={styles.splash} role="status" aria-label="Loading">
      <Mark sizePx={44} />
    </div>
  )
}
