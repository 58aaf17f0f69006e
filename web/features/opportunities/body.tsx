import { MarkdownText } from '../../ui/markdown-text.ts'
import styles from './body.module.css'

/** Description of an opportunity, which is written in Markdown. */
export function Body({ text }: { text: string }) {
  return <MarkdownText className={styles.body} text={text} />
}
