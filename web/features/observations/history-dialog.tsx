import { useQuery } from '@tanstack/react-query'
import type { Observation, ObservationVersion } from '../../../shared/contracts/observations.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import styles from './observations.module.css'
import { historyOf } from './queries.ts'
import { texts } from './texts.ts'

const { history: words } = texts

/** Dialog with the changes to an observation, newest first, and a link to its outside record. */
export default function HistoryDialog({ observation, onClose }: { observation: Observation; onClose: () => void }) {
  const history = useQuery(historyOf(observation))
  const { source } = observation
  return (
    <Dialog title={words.title(observation.name)} isOpen onClose={onClose} actions={<Button onClick={onClose}>{words.close}</Button>}>
      {source && (
        <p className={styles.quiet}>
          {[source.dataset?.title, source.dataset?.licence ?? source.dataset?.rights, source.dataset?.citation].filter(Boolean).join(' · ')}
          {source.url && (
            <>
              {' '}
              <a href={source.url} target="_blank" rel="noreferrer">
                {words.source}
              </a>
            </>
          )}
        </p>
      )}
      <Loaded query={history} failed={words.failed} skeleton={<SkeletonRows rows={3} label={words.loading} />}>
        {({ items }) => (
          <ol className={styles.past}>
            {items.map(version => (
              <li key={version.revision}>
                <Version version={version} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

function Version({ version: { kind, by, isFormerMember, at, changes } }: { version: ObservationVersion }) {
  return (
    <span>
      {words.kinds[kind]}
      <span className={styles.about}>
        {by ?? (isFormerMember ? words.former : kind === 'accepted' ? words.nobody : words.noName)} <Timestamp time={at} />
      </span>
      {changes.map(({ field, from, to }) => (
        <span key={field} className={styles.about}>
          {words.fields[field] ?? field}: {from !== null && <del>{from}</del>} {to === null ? words.empty : <ins>{to}</ins>}
        </span>
      ))}
    </span>
  )
}
