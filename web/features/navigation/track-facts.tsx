import type { Track } from '../../../shared/contracts/navigation.ts'
import { formatNumber } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Facts } from '../../ui/section.tsx'
import styles from './navigation.module.css'
import { spanOf } from './span.ts'
import { texts } from './texts.tsx'
import { formatWords } from './words.ts'

const { trackFacts: words } = texts

/** Facts of a track, such as its file, the columns read and the lines left out. */
export function TrackFacts({ track }: { track: Track }) {
  const { report, format } = track
  if (!report) return null
  const read = report.columns.filter(({ meaning }) => meaning !== 'ignored')
  const ignored = report.columns.filter(({ meaning }) => meaning === 'ignored')
  return (
    <div className={styles.facts}>
      <Facts
        facts={[
          { name: words.time, value: spanOf(track) },
          { name: words.fixes, value: formatNumber(track.fixCount) },
          { name: words.source, value: [texts.sources[track.source], track.platform].filter(Boolean).join(', ') },
          { name: words.file, value: [track.fileName, format && formatWords[format]].filter(Boolean).join(', ') }
        ]}
      />
      {report.notes.map(note => (
        <Note key={note}>{note}.</Note>
      ))}
      {report.left.length > 0 && (
        <details className={styles.names}>
          <summary>{words.left(report.left.reduce((sum, { count }) => sum + count, 0))}</summary>
          <ul className={styles.left}>
            {report.left.map(({ reason, count, lines }) => (
              <li key={reason}>
                {words.reason(count, reason)}{' '}
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
        <summary>{words.columns}</summary>
        <ul className={styles.left}>
          {read.map(({ name, meaning }) => (
            <li key={name}>
              <code>{name}</code> {meaning}
            </li>
          ))}
          {ignored.length > 0 && <li className={styles.quiet}>{words.ignored(ignored.map(({ name }) => name))}</li>}
        </ul>
      </details>
    </div>
  )
}
