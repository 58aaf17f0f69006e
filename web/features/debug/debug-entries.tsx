import type { DebugEntry } from '../../api/debug-log.ts'
import styles from './debug-entries.module.css'

/** Entries of the local log with what belongs to each. */
export function DebugEntries({ entries }: { entries: readonly DebugEntry[] }) {
  return (
    <ol className={styles.list} aria-label="Log entries">
      {entries.map((entry, index) => (
        // entries have no id; two of one moment differ by their place from the end, which stays when new ones come on top
        <li key={`${entry.timestamp} ${entries.length - index}`} className={styles.entry}>
          <time className={styles.time} dateTime={entry.timestamp}>
            {entry.timestamp.replace('T', ' ')}
          </time>
          <span className={`${styles.level} ${styles[entry.level] ?? ''}`}>{entry.level}</span>
          <span className={styles.message}>{entry.message}</span>
          {entry.data !== undefined && (
            <details className={styles.data}>
              <summary>Data</summary>
              <pre>{JSON.stringify(entry.data, null, 2)}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
