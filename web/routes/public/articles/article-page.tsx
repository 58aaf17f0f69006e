import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dayInWords } from '../day.ts'
import { Prose, Words } from '../prose/prose.tsx'
import { readingMinutes } from '../prose/words.ts'
import type { Article } from './article.ts'
import styles from './article-page.module.css'
import { heads } from './heads.ts'

export type ArticlePageProps = { slug: string; article: Article; figures: Readonly<Record<string, () => ReactNode>> }

/** Article with its head, its notes and links to other articles. */
export function ArticlePage({ slug, article, figures }: ArticlePageProps) {
  const place = heads.findIndex(head => head.slug === slug)
  const head = heads[place]
  const newer = heads[place - 1]
  const older = heads[place + 1]
  if (!head) return null
  return (
    <div className={styles.page}>
      <article>
        <header className={styles.head}>
          <p className={styles.facts}>
            <Link to="/blog">Logbook</Link>
            <time dateTime={head.date}>{dayInWords(head.date)}</time>
            <span>{readingMinutes(article.blocks)} minutes</span>
            <span>{head.tags.join(', ')}</span>
          </p>
          <h1>{head.title}</h1>
          <p className={styles.lede}>{head.summary}</p>
        </header>
        <Prose blocks={article.blocks} notes={article.notes} figures={figures} />
        <section className={styles.notes} aria-labelledby="notes">
          <h2 id="notes">Notes and references</h2>
          <ol>
            {article.notes.map(({ key, text }, index) => (
              <li key={key} id={`note-${key}`}>
                <Words text={text} />
                {'\u00a0'}
                <a href={`#ref-${key}`} aria-label={`Back to the text at note ${index + 1}`}>
                  ↩
                </a>
              </li>
            ))}
          </ol>
        </section>
      </article>
      <nav className={styles.neighbours} aria-label="Other articles">
        {older && (
          <Link to={`/blog/${older.slug}`} rel="prev">
            <small>Previous</small>
            <span>{older.title}</span>
          </Link>
        )}
        {newer && (
          <Link to={`/blog/${newer.slug}`} rel="next" className={styles.next}>
            <small>Next</small>
            <span>{newer.title}</span>
          </Link>
        )}
      </nav>
    </div>
  )
}
