import styles from './results.module.css'
import { texts } from './texts.tsx'
import { Warnings } from './warnings.tsx'

/** State of a view whose filter matches no examined image and no observation. */
export const NothingMatches = ({ warnings = [] }: { warnings?: readonly string[] }) => (
  <div className={styles.view}>
    <Warnings warnings={warnings} />
    <p>{texts.filterBar.nothing}</p>
  </div>
)
