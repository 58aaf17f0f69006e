import * as texts from './public/texts.ts'
import styles from './skip-link.module.css'

/** First stop of the Tab key. The link skips the header and the sidebar, and leads to the screen with the id `content`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      {texts.skip}
    </a>
  )
}
