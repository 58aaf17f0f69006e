import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { projectPath } from '../../../../shared/addresses.ts'
import type { Doubt, SuggestionState } from '../../../../shared/contracts/ai.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { RelabelDialog } from '../../../annotation/relabel/relabel-dialog.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { useCommands } from '../../../ui/command.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { BareSelect } from '../../../ui/select.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import styles from '../check.module.css'
import { doubtsOf, runWith } from '../queries.ts'
import { texts } from '../texts.ts'
import { useDecisions } from '../use-decisions.ts'
import { type CheckActions, checkCommands } from './check-commands.ts'
import { type DoubtDecision, DoubtRow } from './doubt-row.tsx'

const { check: words } = texts
const recentLabels = 8
const shownStates = ['waiting', 'unsure', 'rejected', 'accepted', 'relabelled'] as const satisfies SuggestionState[]

interface DoubtListProps {
  projectId: string
  runId: string
  labelIndex: LabelIndex
  mayEdit: boolean
}

/** List of the suspect labels of a check, with keyboard shortcuts for the decisions. */
// Long: one list, from top to bottom.
export function DoubtList({ projectId, runId, labelIndex, mayEdit }: DoubtListProps) {
  const [params, setParams] = useSearchParams()
  const state = shownStates.find(each => each === params.get('state')) ?? 'waiting'
  const details = useQuery(runWith(runId))
  const pages = useInfiniteQuery(doubtsOf(runId, state))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const items = useMemo(() => pages.data?.pages.flatMap(page => page.items) ?? [], [pages.data])
  const [active, setActive] = useState(0)
  const [naming, setNaming] = useState<Doubt | null>(null)
  const [recent, setRecent] = useState<readonly string[]>([])
  const list = useRef<HTMLDivElement>(null)
  const decisions = useDecisions(runId, details.data?.lastDecision)

  function moveTo(index: number) {
    if (index < 0 || index >= items.length) return
    setActive(index)
    const row = list.current?.children[index]
    if (row instanceof HTMLElement) row.focus()
    if (index + 10 > items.length && hasNextPage && !isFetchingNextPage) void fetchNextPage({ cancelRefetch: false })
  }

  function judge(decision: DoubtDecision, index = active) {
    const doubt = items[index]
    if (!doubt || !(decision === 'wait' ? isPutBack(doubt) : isOpen(doubt))) return
    decisions.decide({ decision, suggestionIds: [doubt.id] })
    moveTo(index + 1)
  }

  function relabel(index = active) {
    const doubt = items[index]
    if (doubt && isOpen(doubt)) setNaming(doubt)
  }

  const actions: CheckActions = {
    move: by => moveTo(active + by),
    keep: () => judge('reject'),
    change: () => judge('accept'),
    setAside: () => judge('unsure'),
    putBack: () => judge('wait'),
    relabel,
    undo: decisions.undoLast
  }
  useCommands(words.title, checkCommands, actions, { mayEdit, hasSelection: false })

  return (
    <div className={styles.check}>
      <div className={styles.filters}>
        <BareSelect
          label={texts.suggestions.show}
          value={state}
          onChange={event => {
            setActive(0)
            setParams({ ...(event.target.value !== 'waiting' && { state: event.target.value }) }, { replace: true })
          }}
          options={shownStates.map(value => ({ value, label: words.shown[value] }))}
        />
        {mayEdit && details.data?.lastDecision && (
          <Button variant="quiet" onClick={decisions.undoLast}>
            {words.undoLast}
          </Button>
        )}
      </div>
      <Loaded query={pages} failed={words.failed} skeleton={<SkeletonRows rows={5} height="9rem" label={words.loading} />}>
        {() =>
          items.length === 0 ? (
            <EmptyState
              title={state === 'waiting' ? words.nothingLeft : words.nothingHere}
              actions={<LinkButton to={projectPath(projectId, 'annotate/review')}>{words.toReview}</LinkButton>}
            >
              <p>{state === 'waiting' ? words.nothingLeftAbout : words.nothingHereAbout}</p>
            </EmptyState>
          ) : (
            <>
              <div ref={list} role="feed" aria-label={words.list} className={styles.list}>
                {items.map((doubt, index) => (
                  <DoubtRow
                    key={doubt.id}
                    {...{ projectId, doubt, index, labelIndex, mayEdit }}
                    count={hasNextPage ? -1 : items.length}
                    isActive={index === active}
                    onActive={() => setActive(index)}
                    onJudge={decision => judge(decision, index)}
                    onRelabel={() => relabel(index)}
                  />
                ))}
              </div>
              {hasNextPage && (
                <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage({ cancelRefetch: false })}>
                  {texts.suggestions.more}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      {naming && (
        <RelabelDialog
          count={1}
          labelIndex={labelIndex}
          recent={recent}
          onCreate={null}
          onClose={() => setNaming(null)}
          onChoose={labelId => {
            setNaming(null)
            setRecent(before => [labelId, ...before.filter(other => other !== labelId)].slice(0, recentLabels))
            decisions.decide(
              labelId === naming.labelId
                ? { decision: 'reject', suggestionIds: [naming.id] }
                : { decision: 'relabel', suggestionIds: [naming.id], labelId }
            )
            moveTo(items.findIndex(({ id }) => id === naming.id) + 1)
          }}
        />
      )}
    </div>
  )
}

const isOpen = ({ state }: Doubt): boolean => state === 'waiting' || state === 'unsure'
const isPutBack = ({ state }: Doubt): boolean => state === 'rejected' || state === 'unsure'
