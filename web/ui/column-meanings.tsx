import styles from './column-meanings.module.css'

interface ColumnMeaningsProps {
  /** Columns of a table file in their order, each with its meaning as the server reports it. */
  columns: readonly { name: string; meaning: string }[]
  /** Text for each meaning. A meaning without a text is shown unchanged. */
  words: Readonly<Record<string, string>>
  label?: string
}

/** List of the columns of a table file, each with its meaning. Columns with the meaning `ignored` are subdued. */
export function ColumnMeanings({ columns, words, label }: ColumnMeaningsProps) {
  return (
    <ul className={styles.columns} aria-label={label}>
      {columns.map(({ name, meaning }, place) => (
        <li key={place} data-ignored={meaning === 'ignored' || undefined}>
          <code>{name}</code>
          <span aria-hidden>→</span>
          <span>{words[meaning] ?? meaning}</span>
        </li>
      ))}
    </ul>
  )
}
