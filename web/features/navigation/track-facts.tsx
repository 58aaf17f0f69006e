import type { Track } from '../../../shared/contracts/navigation.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Facts } from '../../ui/section.tsx'
import styles from './navigation.module.css'
import { spanOf } from './span.ts'
import { formatWords, sourceWords } from './words.ts'

/** How a file was read: its columns, and every kind of row that was left. */
export function TrackFacts({ track }: { track: Track }) {
  const { report, format } = track
  if (!report) return null
  const read = report.columns.filter(({ meaning }) => meaning !== 'ignored')
  const ignored = report.columns.filter(({ meaning }) => meaning === 'ignored')
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          { name: 'Time, UTC', value: spanOf(track) },
          { name: 'Fixes', value: formatNumber(track.fixCount) },
          { name: 'Positions by', value: [sourceWords[track.source], track.platform].filter(Boolean).join(', ') },
          { name: 'File', value: [track.fileName, format && formatWords[format]].filter(Boolean).join(', ') }
        ]}
      />
      {report.notes.map(note => (
        <Note key={note}>{note}.</Note>
      ))}
      {report.left.length > 0 && (
        <details className={styles.names}>
          <summary>
            {formatCount(
              report.left.reduce((sum, { count }) => sum + count, 0),
              'line'
            )}{' '}
            with something left out
          </summary>
          <ul className={styles.left}>
            {report.left.map(({ reason, count, lines }) => (
              <li key={reason}>
                {formatCount(count, 'line')}: {reason}{' '}
                <span className={styles.quiet}>
                  ({lines.slice(0, 5).join(', ')}
                  {count > 5 ? ', …' : ''})
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details className={styles.names}>
        <summary>Columns that were read</summary>
        <ul className={styles.left}>
          {read.map(({ name, meaning }) => (
            <li key={name}>
              <code>{name}</code> {meaning}
            </li>
          ))}
          {ignored.length > 0 && <li className={styles.quiet}>Not read: {ignored.map(({ name }) => name).join(', ')}</li>}
        </ul>
      </details>
    </div>
  )
}
