import { useMemo } from 'react'
import { dayInWords } from '../day.ts'
import { Prose } from '../prose/prose.tsx'
import styles from './legal-page.module.css'
import type { LegalText } from './legal-text.ts'

/** Page for Terms or Privacy: text with table of contents, version and date. */
export function LegalPage({ text }: { text: LegalText }) {
  const headings = useMemo(() => text.blocks.filter(block => block.kind === 'heading'), [text])
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{text.title}</h1>
        <p className={styles.lede}>{text.lede}</p>
        <p className={styles.version}>
          Version {text.version}, <time dateTime={text.date}>{dayInWords(text.date)}</time>. {text.changes}
        </p>
      </header>
      <nav className={styles.contents} aria-label="Contents">
        <h2>Contents</h2>
        <ol>
          {headings.map(({ id, text: title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <Prose blocks={text.blocks} />
    </div>
  )
}
