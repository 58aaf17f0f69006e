import type { DebugEntry } from '../../api/debug-entry.ts'
import styles from './debug-entries.module.css'
import { texts } from './texts.ts'

/** List of debug log entries with their data. */
export function DebugEntries({ entries }: { entries: readonly DebugEntry[] }) {
  return (
    <ol className={styles.list} aria-label={texts.entries}>
      {entries.map((entry, index) => (
        // Entries have no id. The position from the end distinguishes entries with the same time, and new entries do not change it.
        <li key={`${entry.timestamp} ${entries.length - index}`} className={styles.entry}>
          <time className={styles.time} dateTime={entry.timestamp}>
            {entry.timestamp.replace('T', ' ')}
          </time>
          <span className={`${styles.level} ${styles[entry.level] ?? ''}`}>{entry.level}</span>
          <span className={styles.message}>{entry.message}</span>
          {entry.data !== undefined && (
            <details className={styles.data}>
              <summary>{texts.data}</summary>
              <pre>{JSON.stringify(entry.data, null, 2)}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}
