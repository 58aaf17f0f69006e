import { Link } from 'react-router-dom'
import { FeedIcon } from '../../ui/icons.tsx'
import { heads } from './articles/heads.ts'
import styles from './blog.module.css'
import { dayInWords } from './day.ts'

export function Component() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Logbook</h1>
        <p>Methods for people who work with underwater images. Figures are computed on the page and come with their tables.</p>
        <a className={styles.feed} href="/blog/feed.atom" type="application/atom+xml">
          <FeedIcon aria-hidden />
          Atom feed
        </a>
      </header>
      <ol className={styles.list}>
        {heads.map(({ slug, title, summary, date, tags }) => (
          <li key={slug}>
            <article>
              <p className={styles.facts}>
                <time dateTime={date}>{dayInWords(date)}</time>
                <span>{tags.join(', ')}</span>
              </p>
              <h2>
                <Link to={`/blog/${slug}`}>{title}</Link>
              </h2>
              <p className={styles.summary}>{summary}</p>
            </article>
          </li>
        ))}
      </ol>
    </div>
  )
}

export { loader } from './reading-face.ts'
