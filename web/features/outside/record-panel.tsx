import { useQuery } from '@tanstack/react-query'
import type { Decision, RecordDetail } from '../../../shared/contracts/outside-records.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatPosition } from '../../ui/format.ts'
import { BackIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import { Comparison } from './comparison.tsx'
import styles from './outside.module.css'
import { recordWith } from './queries.ts'
import { RecordName } from './record-name.tsx'
import { texts } from './texts.ts'
import { depthsOf } from './words.ts'

const { record: words } = texts

interface RecordPanelProps {
  recordId: string | null
  mayEdit: boolean
  busy: boolean
  onJudge: (decision: Decision['decision']) => void
  onClose: () => void
}

/** Panel of the open record with its facts, flags, licence, fields and changes. */
export function RecordPanel({ recordId, mayEdit, busy, onJudge, onClose }: RecordPanelProps) {
  const record = useQuery({ ...recordWith(recordId ?? ''), enabled: recordId !== null })
  return (
    <aside className={styles.panel} aria-label={texts.inbox.title}>
      <Button className={styles.backToList} size="small" icon={<BackIcon aria-hidden />} onClick={onClose}>
        {words.back}
      </Button>
      {recordId === null ? (
        <p className={styles.panelNone}>{words.none}</p>
      ) : (
        <Loaded query={record} failed={words.failed} skeleton={<SkeletonRows rows={8} label={words.loading} />}>
          {found => <OpenRecord record={found} mayEdit={mayEdit} busy={busy} onJudge={onJudge} />}
        </Loaded>
      )}
    </aside>
  )
}

/** Whether an occurrence was accepted with other values than it has now. */
const hasChangedSince = ({ dataType, state, decidedAt, versions }: RecordDetail) =>
  dataType === 'occurrence' && state === 'accepted' && versions.some(({ number, at }) => number > 1 && at > (decidedAt ?? at))

type OpenRecordProps = Pick<RecordPanelProps, 'mayEdit' | 'busy' | 'onJudge'> & { record: RecordDetail }

function OpenRecord({ record, mayEdit, busy, onJudge }: OpenRecordProps) {
  return (
    <>
      <h2 className={styles.panelTitle}>
        <RecordName title={record.title} />
      </h2>
      {mayEdit && (
        <div className={styles.barActions}>
          {record.state !== 'accepted' && (
            <Button size="small" variant="primary" busy={busy} onClick={() => onJudge('accept')}>
              {texts.inbox.accept}
            </Button>
          )}
          {record.state !== 'rejected' && (
            <Button size="small" busy={busy} onClick={() => onJudge('reject')}>
              {texts.inbox.reject}
            </Button>
          )}
          {record.state === 'waiting' ? (
            <Button size="small" busy={busy} onClick={() => onJudge('ignore')}>
              {texts.inbox.ignore}
            </Button>
          ) : (
            <Button size="small" busy={busy} onClick={() => onJudge('wait')}>
              {texts.inbox.wait}
            </Button>
          )}
        </div>
      )}
      {hasChangedSince(record) && (
        <Note>
          <p>{words.changedSince}</p>
        </Note>
      )}
      <RecordFacts record={record} />
      {record.match?.recordId && <Comparison record={record} matchId={record.match.recordId} />}
      <Changes record={record} />
      <details className={styles.details}>
        <summary>{words.fields}</summary>
        <dl className={styles.facts}>
          {Object.entries(record.fields).map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
      {!record.generalised && (
        <details className={styles.details}>
          <summary>{words.raw}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={styles.raw} tabIndex={0}>
            {JSON.stringify(record.raw, null, 1)}
          </pre>
        </details>
      )}
    </>
  )
}

// Long: the facts of one record in panel order.
function RecordFacts({ record }: { record: RecordDetail }) {
  const { dataset, flags, sourceFlags, notJudged, match } = record
  const facts = [
    {
      name: texts.inbox.state,
      value: (
        <>
          {words.judged(texts.recordStates[record.state], record.decidedBy)}
          {record.decidedAt && (
            <>
              {' '}
              <Timestamp time={record.decidedAt} alone />
            </>
          )}
          {record.reason && <span className={styles.about}>{record.reason}</span>}
        </>
      )
    },
    { name: words.date, value: record.eventDate ?? words.notStated },
    { name: words.position, value: <Position record={record} /> },
    { name: words.depth, value: depthsOf(record) ?? words.notStated },
    { name: words.flags, value: <FlagList names={flags.map(flag => texts.flags[flag])} /> },
    { name: words.sourceFlags, value: <FlagList names={sourceFlags} /> },
    ...(match ? [{ name: words.match, value: `${texts.matches[match.kind]} (${match.score.toFixed(2)})` }] : []),
    { name: words.dataset, value: dataset?.title ?? words.notStated },
    { name: words.licence, value: dataset?.licence ?? dataset?.rights ?? words.unknownLicence },
    ...(dataset?.citation ? [{ name: words.citation, value: dataset.citation }] : []),
    ...(record.generalised ? [] : [{ name: words.identity, value: <code>{record.identity}</code> }])
  ]
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ name, value }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notJudged.length > 0 && <p className={styles.quiet}>{words.notJudged(notJudged.map(flag => texts.flags[flag]).join(', '))}</p>}
    </>
  )
}

function Position({ record: { decimalLatitude, decimalLongitude, generalised } }: { record: RecordDetail }) {
  if (decimalLatitude === null || decimalLongitude === null) return generalised?.informationWithheld ?? words.notStated
  return (
    <>
      {formatPosition(decimalLatitude, decimalLongitude, generalised ? 2 : 5)}
      {generalised?.dataGeneralizations && <span className={styles.about}>{generalised.dataGeneralizations}</span>}
    </>
  )
}

function FlagList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return words.noFlags
  return (
    <span className={styles.barActions}>
      {names.map(name => (
        <Badge key={name}>{name}</Badge>
      ))}
    </span>
  )
}

function Changes({ record: { versions } }: { record: RecordDetail }) {
  const changed = versions.filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return null
  return (
    <section aria-label={words.history}>
      <h3>{words.history}</h3>
      {changed.map(({ number, at, changes }) => (
        <div key={number}>
          <p className={styles.quiet}>
            {words.version(number)} · <Timestamp time={at} alone />
          </p>
          <dl className={styles.facts}>
            {changes.map(({ field, before, after }) => (
              <div key={field} style={{ display: 'contents' }}>
                <dt>{field}</dt>
                <dd>
                  <del>{before ?? words.notStated}</del> → <ins>{after ?? words.notStated}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}
