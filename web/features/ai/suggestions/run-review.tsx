import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { annotatePath, projectPath } from '../../../../shared/addresses.ts'
import type {
  AiRun,
  RunDetails,
  Suggestion,
  SuggestionDecisionDraft,
  SuggestionQuery,
  SuggestionState
} from '../../../../shared/contracts/ai.ts'
import { driftShare } from '../../../../shared/limits.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { RelabelDialog } from '../../../annotation/relabel/relabel-dialog.tsx'
import type { GridHandle } from '../../../annotation/use-crop-grid.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { indexCards } from '../../../ui/card-index.ts'
import { useCommands } from '../../../ui/command.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/section.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useNewestParams } from '../../../ui/use-newest-params.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from '../ai.module.css'
import { mixedBatches } from '../bulk/bulk-queries.ts'
import { modelWith, runWith, suggestionsOf } from '../queries.ts'
import { texts } from '../texts.ts'
import { useChosen } from '../use-chosen.ts'
import { useDecisions } from '../use-decisions.ts'
import { reportWords } from '../words.ts'
import { alternativeChoice } from './alternative-choice.ts'
import { DecisionBar } from './decision-bar.tsx'
import { type ReviewOrder, ReviewSide, shownStates } from './review-side.tsx'
import { type SuggestionActions, suggestionCommands } from './suggestion-commands.ts'
import { SuggestionGrid } from './suggestion-grid.tsx'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.tsx'))
const FailedImages = lazy(() => import('../failed-images.tsx'))

const { suggestions: words } = texts
const recentLabels = 8
const orders = ['surest', 'leastSure', 'mixed', 'sample'] as const satisfies ReviewOrder[]

interface RunReviewProps {
  projectId: string
  runId: string
  runs: readonly AiRun[]
  labelIndex: LabelIndex
  mayEdit: boolean
}

/** Review screen for the suggestions of one run. Decisions are made by key, by button or in bulk. Filters are kept in the URL. */
// Long: one screen, from top to bottom.
export function RunReview({ projectId, runId, runs, labelIndex, mayEdit }: RunReviewProps) {
  const navigate = useNavigate()
  const [params, write] = useNewestParams()
  const details = useQuery(runWith(runId))
  const [percent, setPercent] = useState(0)
  const state = shownStates.find(each => each === params.get('state')) ?? 'waiting'
  const labelId = params.get('label')
  const order = orders.find(each => each === params.get('order')) ?? 'surest'
  const isMixed = mayEdit && state === 'waiting' && (order === 'mixed' || order === 'sample')
  const filter = filterOf({ state, order, labelId, percent })
  const least = useSettled(percent) / 100
  const listed = useInfiniteQuery({ ...suggestionsOf(runId, filter), enabled: !isMixed })
  const scope = { least, ...(labelId && { labelIds: [labelId] }) }
  const batches = useInfiniteQuery({ ...mixedBatches(runId, scope, order === 'sample' ? 15 : 3), enabled: isMixed })
  const pages = isMixed ? batches : listed
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const cards = useMemo(() => indexCards(pages.data?.pages ?? []), [pages.data])
  const chosen = useChosen()
  const [recent, setRecent] = useState<readonly string[]>([])
  const [isNaming, setIsNaming] = useState(false)
  const [isBulk, setIsBulk] = useState(false)
  const grid = useRef<GridHandle>(null)
  const decisions = useDecisions(runId, details.data?.lastDecision)

  const isBatchDone = isMixed && cards.length > 0 && !pages.data?.pages.some(({ items }) => items.some(card => card.state === 'waiting'))
  useNextBatch(isBatchDone && !decisions.isPending && !isFetchingNextPage, fetchNextPage, grid)

  function set(name: string, value: string) {
    chosen.clear()
    write(next => {
      if (value) next.set(name, value)
      else next.delete(name)
      if (name === 'run') for (const other of ['label', 'state']) next.delete(other)
    })
  }

  /** Returns the selected crops, or the focused one if none is selected. Leaves out those that the decision does not concern. */
  function open(isConcerned = isOpen): Suggestion[] {
    const some = chosen.ids.size > 0 ? Array.from(chosen.ids, cards.indexOf) : [grid.current?.active() ?? 0]
    return some.flatMap(index => cards.at(index) ?? []).filter(isConcerned)
  }

  function judge(draft: (suggestionIds: string[]) => SuggestionDecisionDraft, isConcerned = isOpen) {
    const some = open(isConcerned).map(({ id }) => id)
    if (some.length > 0) decisions.decide(draft(some.slice(0, 500)))
    if (chosen.ids.size === 0) grid.current?.move(1)
    else chosen.clear()
  }

  function show(index: number) {
    const card = cards.at(index)
    if (card) void navigate(annotatePath(projectId, { mediaId: card.mediaId, annotationId: card.annotationId }))
  }

  const actions: SuggestionActions = {
    move: by => grid.current?.move(by),
    accept: () => judge(suggestionIds => ({ decision: 'accept', suggestionIds })),
    reject: () => judge(suggestionIds => ({ decision: 'reject', suggestionIds })),
    setAside: () => judge(suggestionIds => ({ decision: 'unsure', suggestionIds })),
    putBack: () => judge(suggestionIds => ({ decision: 'wait', suggestionIds }), isPutBack),
    relabel: () => {
      if (open().length > 0) setIsNaming(true)
    },
    alternative: number => {
      const choice = choiceOf(open(), number, labelIndex)
      if (choice) judge(suggestionIds => ({ ...choice, suggestionIds }))
    },
    clear: chosen.clear,
    undo: decisions.undoLast
  }
  useCommands(words.title, suggestionCommands, actions, { mayEdit, hasSelection: chosen.ids.size > 0 })

  return (
    <Page title={words.title} description={details.data && <Tested run={details.data} />}>
      {details.data && details.data.unlikeShare > driftShare && <Note>{words.drift(formatPercent(details.data.unlikeShare))}</Note>}
      {details.data && (
        <Suspense>
          <FailedImages run={details.data} mayEdit={mayEdit} />
        </Suspense>
      )}
      <div className={styles.review}>
        <ReviewSide
          {...{ runId, runs, labelIndex, mayEdit, state, order, labelId, percent, decisions }}
          details={details.data}
          onSet={set}
          onPercent={setPercent}
          onBulk={() => setIsBulk(true)}
        />
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
                  key={isMixed ? String(pages.data?.pageParams) : 'list'}
                  {...{ cards, labelIndex }}
                  selection={chosen}
                  isBlind={isMixed}
                  onEnd={() => {
                    if (!isMixed && hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
                  }}
                  onOpen={show}
                />
              )
            }
          </Loaded>
          {mayEdit && cards.length > 0 && (
            <DecisionBar count={chosen.ids.size} actions={actions} isDecided={state === 'rejected' || state === 'unsure'} />
          )}
        </div>
      </div>
      {isBulk && details.data && (
        <Suspense>
          <BulkDialog
            run={details.data}
            {...{ labelIndex, labelId, percent }}
            onCheck={() => {
              setIsBulk(false)
              set('order', 'sample')
            }}
            onClose={() => setIsBulk(false)}
          />
        </Suspense>
      )}
      {isNaming && (
        <RelabelDialog
          count={open().length}
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

interface ReviewFilter {
  state: SuggestionState
  order: ReviewOrder
  labelId: string | null
  percent: number
}

/** Returns the query parameters for the listed suggestions. The threshold applies only to waiting suggestions. */
function filterOf({ state, order, labelId, percent }: ReviewFilter): Pick<SuggestionQuery, 'state' | 'labelId' | 'least' | 'order'> {
  return {
    ...{ state, order: order === 'leastSure' ? order : 'surest' },
    ...(labelId && { labelId }),
    ...(percent > 0 && state === 'waiting' && { least: percent / 100 })
  }
}

const isOpen = ({ state }: Suggestion) => state === 'waiting' || state === 'unsure'
const isPutBack = ({ state }: Suggestion) => state === 'rejected' || state === 'unsure'

/** Fetches the next batch when all suggestions of the shown batch are decided, and focuses the grid. */
function useNextBatch(isDone: boolean, fetchNextPage: () => Promise<unknown>, grid: RefObject<GridHandle | null>) {
  useEffect(() => {
    if (isDone) void fetchNextPage().then(() => requestAnimationFrame(() => grid.current?.focus()))
  }, [isDone, fetchNextPage, grid])
}

/** Returns the decision for an alternative label. If there is no such alternative, a message gives the reason. */
function choiceOf(suggestions: readonly Suggestion[], number: number, labelIndex: LabelIndex) {
  if (suggestions.length === 0) return null
  const choice = alternativeChoice(suggestions, number, labelIndex)
  if (typeof choice !== 'string') return choice
  showToast({ title: words.noAlternative[choice](number, suggestions.length) })
  return null
}

/** Summary of the model's test, shown beside its suggestions. */
function Tested({ run }: { run: RunDetails }) {
  const { data: model } = useQuery({ ...modelWith(run.modelVersionId ?? ''), enabled: run.modelVersionId !== null })
  if (!model) return null
  if (!model.report) return <>{words.notTested}</>
  return (
    <>
      {words.tested(reportWords(model.report), model.report, model.unit)}
      {run.task === 'objects' && ` ${words.testedOnDrawn}`}
    </>
  )
}
