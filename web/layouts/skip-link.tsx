import * as texts from './public/texts.ts'
import styles from './skip-link.module.css'

/** First stop of the Tab key. It skips header and sidebar, and leads to the screen, which has the id `content`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      {texts.skip}
    </a>
  )
}
