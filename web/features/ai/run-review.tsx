import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { annotatePath, projectPath } from '../../../shared/addresses.ts'
import type { AiRun, RunDetails, SuggestionDecisionDraft, SuggestionQuery, SuggestionState } from '../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { RelabelDialog } from '../../annotation/relabel-dialog.tsx'
import { Swatch } from '../../annotation/swatch.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { indexCards } from '../../ui/card-index.ts'
import { useCommands } from '../../ui/command.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import styles from './ai.module.css'
import { DecisionBar } from './decision-bar.tsx'
import { modelWith, runWith, suggestionsOf } from './queries.ts'
import { type SuggestionActions, suggestionCommands } from './suggestion-commands.ts'
import { type GridHandle, SuggestionGrid } from './suggestion-grid.tsx'
import { texts } from './texts.ts'
import { binsOf, countFrom, Threshold } from './threshold.tsx'
import { useDecisions } from './use-decisions.ts'
import { reportWords } from './words.ts'

const { suggestions: words } = texts
const shownStates = ['waiting', 'unsure', 'accepted', 'relabelled', 'rejected', 'gone'] as const satisfies SuggestionState[]
const recentLabels = 8

interface RunReviewProps {
  projectId: string
  runId: string
  runs: readonly AiRun[]
  labelIndex: LabelIndex
  mayEdit: boolean
}

/** Suggestions of one run, with threshold, labels, and decisions by key or in bulk. Filters are in the address. */
// Long: one screen, in the order of the page.
export function RunReview({ projectId, runId, runs, labelIndex, mayEdit }: RunReviewProps) {
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const details = useQuery(runWith(runId))
  const [percent, setPercent] = useState(0)
  const state = shownStates.find(each => each === params.get('state')) ?? 'waiting'
  const labelId = params.get('label')
  const order = params.get('order') === 'leastSure' ? 'leastSure' : 'surest'
  const filter: Pick<SuggestionQuery, 'state' | 'labelId' | 'least' | 'order'> = {
    ...{ state, order },
    ...(labelId && { labelId }),
    ...(percent > 0 && state === 'waiting' && { least: percent / 100 })
  }
  const pages = useInfiniteQuery(suggestionsOf(runId, filter))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const cards = useMemo(() => indexCards(pages.data?.pages ?? []), [pages.data])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [recent, setRecent] = useState<readonly string[]>([])
  const [isNaming, setIsNaming] = useState(false)
  const grid = useRef<GridHandle>(null)
  const decisions = useDecisions(runId)

  function set(name: string, value: string) {
    setChosen(new Set())
    setParams(
      before => {
        if (value) before.set(name, value)
        else before.delete(name)
        if (name === 'run') for (const other of ['label', 'state']) before.delete(other)
        return before
      },
      { replace: true, preventScrollReset: true }
    )
  }

  const selection = {
    ids: chosen,
    toggle: (id: string) =>
      setChosen(before => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    add: (ids: readonly string[]) => setChosen(before => new Set([...before, ...ids]))
  }

  /** The selection, or else the focused crop, of those that can still be decided. */
  function ids(): string[] {
    const some = chosen.size > 0 ? [...chosen] : [cards.at(grid.current?.active() ?? 0)?.id ?? '']
    return some.filter(id => {
      const card = cards.at(cards.indexOf(id))
      return card?.state === 'waiting' || card?.state === 'unsure'
    })
  }

  function judge(draft: (suggestionIds: string[]) => SuggestionDecisionDraft) {
    const some = ids()
    if (some.length > 0) decisions.decide(draft(some.slice(0, 500)))
    if (chosen.size === 0) grid.current?.move(1)
    else setChosen(new Set())
  }

  function open(index: number) {
    const card = cards.at(index)
    if (card) void navigate(annotatePath(projectId, { mediaId: card.mediaId, annotationId: card.annotationId }))
  }

  const actions: SuggestionActions = {
    move: by => grid.current?.move(by),
    accept: () => judge(suggestionIds => ({ decision: 'accept', suggestionIds })),
    reject: () => judge(suggestionIds => ({ decision: 'reject', suggestionIds })),
    setAside: () => judge(suggestionIds => ({ decision: 'unsure', suggestionIds })),
    relabel: () => {
      if (ids().length > 0) setIsNaming(true)
    },
    clear: () => setChosen(new Set()),
    undo: decisions.undoLast
  }
  useCommands(words.title, suggestionCommands, actions, { mayEdit, hasSelection: chosen.size > 0 })

  return (
    <Page title={words.title} description={details.data && <Tested run={details.data} />}>
      <div className={styles.review}>
        <aside className={styles.side} aria-label={words.byLabel}>
          <BareSelect
            label={words.run}
            value={runId}
            onChange={event => set('run', event.target.value)}
            options={runs.map(({ id, number, waitingCount }) => ({ value: id, label: words.runOption(number, waitingCount) }))}
          />
          <div className={styles.pair}>
            <BareSelect
              label={words.show}
              value={state}
              onChange={event => set('state', event.target.value)}
              options={shownStates.map(value => ({ value, label: texts.shown[value] }))}
            />
            <BareSelect
              label={words.order}
              value={order}
              onChange={event => set('order', event.target.value)}
              options={[
                { value: 'surest', label: words.surest },
                { value: 'leastSure', label: words.leastSure }
              ]}
            />
          </div>
          {details.data && state === 'waiting' && (
            <>
              <Threshold bins={binsOf(details.data, labelId)} percent={percent} onChange={setPercent} />
              {mayEdit && percent > 0 && <AcceptAll run={details.data} {...{ labelId, percent, decisions }} />}
              <LabelList
                run={details.data}
                labelIndex={labelIndex}
                chosen={labelId}
                percent={percent}
                onChoose={id => set('label', id ?? '')}
              />
              {details.data.unlikeCount > 0 && <p className={styles.quiet}>{words.unlike(details.data.unlikeCount)}</p>}
            </>
          )}
        </aside>
        <div className={styles.main}>
          <Loaded query={pages} failed={words.failed} skeleton={<SkeletonRows rows={6} height="8rem" label={words.loading} />}>
            {() =>
              cards.length === 0 ? (
                <EmptyState title={words.none} actions={<LinkButton to={projectPath(projectId, 'ai/runs')}>{words.toRuns}</LinkButton>}>
                  <p>{words.noneAbout}</p>
                </EmptyState>
              ) : (
                <SuggestionGrid
                  ref={grid}
                  {...{ cards, labelIndex, selection }}
                  onEnd={() => {
                    if (hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
                  }}
                  onOpen={open}
                />
              )
            }
          </Loaded>
          {mayEdit && cards.length > 0 && <DecisionBar count={chosen.size} actions={actions} />}
        </div>
      </div>
      {isNaming && (
        <RelabelDialog
          count={ids().length}
          labelIndex={labelIndex}
          recent={recent}
          onCreate={null}
          onClose={() => setIsNaming(false)}
          onChoose={id => {
            setIsNaming(false)
            setRecent(before => [id, ...before.filter(other => other !== id)].slice(0, recentLabels))
            judge(suggestionIds => ({ decision: 'relabel', suggestionIds, labelId: id }))
          }}
        />
      )}
    </Page>
  )
}

/** Sentence on the test of the model, beside everything that it suggests. */
function Tested({ run }: { run: RunDetails }) {
  const { data: model } = useQuery({ ...modelWith(run.modelVersionId ?? ''), enabled: run.modelVersionId !== null })
  if (!model) return null
  if (!model.report) return <>{words.notTested}</>
  return <>{words.tested(reportWords(model.report), model.report, model.unit)}</>
}

interface AcceptAllProps {
  run: RunDetails
  labelId: string | null
  percent: number
  decisions: ReturnType<typeof useDecisions>
}

function AcceptAll({ run, labelId, percent, decisions }: AcceptAllProps) {
  const count = countFrom(binsOf(run, labelId), percent)
  return (
    <Button
      wide
      busy={decisions.isPending}
      disabled={count === 0}
      onClick={() => decisions.decide({ decision: 'accept', least: percent / 100, expected: count, ...(labelId && { labelId }) })}
    >
      {words.acceptAll(count, percent)}
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

/** Labels of the suggestions with their counts from the threshold on. */
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
