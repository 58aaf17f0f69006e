import styles from './results.module.css'
import { texts } from './texts.tsx'

/** Short explanations of terms in the results, collapsed at first. Column heads show them in tooltips. */
export function Terms() {
  return (
    <details className={styles.terms}>
      <summary>{texts.terms.title}</summary>
      <dl>
        {Object.values(texts.terms.list).map(({ term, meaning }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
