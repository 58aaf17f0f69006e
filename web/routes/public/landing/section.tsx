import type { ReactNode } from 'react'
import styles from './section.module.css'

export type SectionProps = { id: string; title: string; lede?: ReactNode; children: ReactNode }

/** Section of the landing page: a serif heading, a sentence, and the content. */
export function Section({ id, title, lede, children }: SectionProps) {
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        {lede && <p>{lede}</p>}
      </header>
      {children}
    </section>
  )
}
