import { lazy, Suspense, useTransition } from 'react'
import { Link, useParams } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { AiRun, RunDetails, SuggestionState } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { BareSelect } from '../../../ui/select.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { usePhone } from '../../../ui/use-phone.ts'
import styles from '../ai.module.css'
import { texts as bulkWords } from '../bulk/texts.ts'
import { texts } from '../texts.ts'
import { binsOf, countFrom, Threshold } from '../threshold.tsx'
import type { useDecisions } from '../use-decisions.ts'

const AcceptanceList = lazy(() => import('../bulk/acceptance-list.tsx'))

const { suggestions: words } = texts

export const shownStates = ['waiting', 'unsure', 'accepted', 'relabelled', 'rejected', 'gone'] as const satisfies SuggestionState[]

/** Order of the suggestions. In `mixed` batches, 3 of 30 are drawn at random; in `sample` batches, 15 of 30. */
export type ReviewOrder = 'surest' | 'leastSure' | 'mixed' | 'sample'

interface ReviewSideProps {
  runId: string
  runs: readonly AiRun[]
  details: RunDetails | undefined
  labelIndex: LabelIndex
  mayEdit: boolean
  state: SuggestionState
  order: ReviewOrder
  labelId: string | null
  percent: number
  decisions: ReturnType<typeof useDecisions>
  /** Sets a filter in the URL. */
  onSet(name: string, value: string): void
  onPercent(percent: number): void
  /** Opens the dialog for bulk acceptance. */
  onBulk(): void
}

/** Side column with the filters of the suggestions: run, state, order, threshold and label. */
// Long: one column, from top to bottom.
export function ReviewSide(props: ReviewSideProps) {
  const { projectId = '' } = useParams()
  const { runId, runs, details, labelIndex, mayEdit, state, order, labelId, percent, decisions, onSet, onPercent, onBulk } = props
  const isPhone = usePhone()
  const more = (
    <>
      {details && state === 'waiting' && (
        <>
          {(details.histogram.length > 0 || percent > 0) && (
            <>
              <Threshold bins={binsOf(details, labelId)} percent={percent} onChange={onPercent} />
              {mayEdit && percent > 0 && (
                <Button wide disabled={countFrom(binsOf(details, labelId), percent) === 0} onClick={onBulk}>
                  {bulkWords.open}
                </Button>
              )}
              <LabelList
                run={details}
                labelIndex={labelIndex}
                chosen={labelId}
                percent={percent}
                onChoose={id => onSet('label', id ?? '')}
              />
            </>
          )}
          {details.unmapped.map(({ labelId: id, name, count }) => (
            <p key={id} className={styles.quiet}>
              {words.unmapped(name, count)}{' '}
              {details.uploadedModelId && (
                <Link to={projectPath(projectId, `ai/models/uploaded/${details.uploadedModelId}`)}>{words.map}</Link>
              )}
            </p>
          ))}
          {(order === 'mixed' || order === 'sample') && <p className={styles.quiet}>{bulkWords.mixedAbout}</p>}
          {details.unlikeCount > 0 && <p className={styles.quiet}>{words.unlike(details.unlikeCount)}</p>}
        </>
      )}
      <Suspense>
        <AcceptanceList runId={runId} mayEdit={mayEdit} />
      </Suspense>
    </>
  )
  return (
    <aside className={styles.side} aria-label={words.byLabel}>
      <BareSelect
        label={words.run}
        value={runId}
        onChange={event => onSet('run', event.target.value)}
        options={runs.map(({ id, number, waitingCount }) => ({ value: id, label: words.runOption(number, waitingCount) }))}
      />
      <div className={styles.pair}>
        <BareSelect
          label={words.show}
          value={state}
          onChange={event => onSet('state', event.target.value)}
          options={shownStates.map(value => ({ value, label: texts.shown[value] }))}
        />
        <BareSelect
          label={words.order}
          value={order}
          onChange={event => onSet('order', event.target.value)}
          options={[
            { value: 'surest', label: words.surest },
            { value: 'leastSure', label: words.leastSure },
            ...(mayEdit && state === 'waiting'
              ? [
                  { value: 'mixed', label: bulkWords.mixed },
                  { value: 'sample', label: bulkWords.sample }
                ]
              : [])
          ]}
        />
      </div>
      {mayEdit && details?.lastDecision && <UndoLast last={details.lastDecision} decisions={decisions} />}
      {isPhone ? (
        <details className={styles.more}>
          <summary>{words.thresholdAndLabels}</summary>
          <div className={styles.moreBody}>{more}</div>
        </details>
      ) : (
        more
      )}
    </aside>
  )
}

interface UndoLastProps {
  last: NonNullable<RunDetails['lastDecision']>
  decisions: ReturnType<typeof useDecisions>
}

/** Button that undoes the run's last decision. It also works after a reload. */
function UndoLast({ last, decisions }: UndoLastProps) {
  const [isPending, startUndo] = useTransition()
  return (
    <Button variant="quiet" wide busy={isPending} onClick={() => startUndo(() => decisions.undo(last.id))}>
      {words.undoLast(last)}
    </Button>
  )
}

interface LabelListProps {
  run: RunDetails
  labelIndex: LabelIndex
  chosen: string | null
  percent: number
  onChoose(labelId: string | null): void
}

/** Suggested labels with their counts at or above the threshold. */
function LabelList({ run, labelIndex, chosen, percent, onChoose }: LabelListProps) {
  const counts = run.histogram
    .map(({ labelId, bins }) => ({ labelId, count: countFrom(bins, percent) }))
    .sort((one, other) => other.count - one.count)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className={styles.labels} aria-label={words.byLabel}>
      <li>
        <button type="button" className={styles.label} aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          <span>{words.allLabels}</span>
          <span className={styles.count}>{formatNumber(total, 0)}</span>
        </button>
      </li>
      {counts.map(({ labelId, count }) => {
        const label = labelIndex.get(labelId)
        return (
          <li key={labelId}>
            <button type="button" className={styles.label} aria-pressed={chosen === labelId} onClick={() => onChoose(labelId)}>
              <span className={styles.labelName}>
                <Swatch label={label} /> {label ? <TaxonName label={label} /> : '–'}
              </span>
              <span className={styles.count}>{formatNumber(count, 0)}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
