import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { Decision, DecisionDraft, RecordState, ScrapedRecord } from '../../../shared/contracts/outside-records.ts'
import { type FlagName, flagNames } from '../../../shared/outside/flags.ts'
import { isRefused, sentenceOf } from '../../api/api-error.ts'
import { Chip } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useCommands } from '../../ui/command.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useNewestParams } from '../../ui/use-newest-params.ts'
import { inboxCommands } from './inbox-commands.ts'
import styles from './outside.module.css'
import { decideRecords, type InboxFilter, jobWith, recordsOf, refreshOutside, undoDecision } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { RecordRow } from './record-row.tsx'
import { texts } from './texts.ts'

const { inbox: words } = texts
type Verb = Decision['decision']

/** Returns the filter in the URL. By default, editors get waiting records. Viewers get accepted records, unless the state is `any`. */
const filterOf = (params: URLSearchParams, mayEdit: boolean): InboxFilter => {
  const [state, change, flags, q, job, run] = ['state', 'change', 'flags', 'q', 'job', 'run'].map(name => params.get(name) ?? '')
  return {
    ...(state !== 'any' && { state: (mayEdit ? state || 'waiting' : 'accepted') as RecordState }),
    ...(run && { run }),
    ...(change && { change: change as NonNullable<InboxFilter['change']> }),
    ...(flags && { flags }),
    ...(q && { q }),
    ...(job && { scraperJobId: job })
  }
}

interface InboxProps {
  projectId: string
  mayEdit: boolean
}

/** Inbox of records from other services, with the open record beside the list. Filter and open record are kept in the URL. */
// Long: one screen, in page order.
export function Inbox({ projectId, mayEdit }: InboxProps) {
  const [params, write] = useNewestParams()
  const filter = filterOf(params, mayEdit)
  const records = useInfiniteQuery(recordsOf(projectId, filter))
  const list = useMemo(() => records.data?.pages.flatMap(({ items }) => items) ?? [], [records.data])
  const total = records.data?.pages[0]?.total ?? 0
  const openId = params.get('record') || null
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** Number of times the filters were cleared. It is the key of the filter fields, which are remounted each time. */
  const [clearings, setClearings] = useState(0)
  const { decide, undoLast, isPending } = useDecisions(ids => setChosen(new Set(ids)))

  const set = (name: string, value: string) => {
    if (name !== 'record') setChosen(new Set()) // a selection belongs to the list that it was made in
    write(
      next => {
        if (value) next.set(name, value)
        else next.delete(name)
        if (name !== 'record') next.delete('record')
      },
      { flushSync: true } // the next key acts on the record that this one opens
    )
  }

  function clearFilters() {
    setChosen(new Set())
    setClearings(clearings + 1)
    write(
      next => {
        for (const name of [...next.keys()]) next.delete(name)
      },
      { replace: false } // Back returns to the filters
    )
  }

  const toggle = (id: string) =>
    setChosen(before => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })

  const idsByKey = () => (chosen.size > 0 ? [...chosen] : openId ? [openId] : [])

  /** Decides on records: by default the selected ones, or else the open one. If the open record is among them, opens the next remaining one. */
  function judge(decision: Verb, given = idsByKey()) {
    const waiting = new Set(decision === 'wait' ? list.flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])) : [])
    const ids = given.filter(id => !waiting.has(id))
    if (ids.length === 0) return
    const place = list.findIndex(({ id }) => id === openId)
    const isLeft = ({ id, state }: ScrapedRecord) => !ids.includes(id) && (filter.state === undefined || state === filter.state)
    const next = list.slice(place + 1).find(isLeft) ?? list.slice(0, Math.max(0, place)).findLast(isLeft)
    decide({ ids, decision })
    setChosen(new Set())
    if (openId && ids.includes(openId)) set('record', next?.id ?? '')
  }

  function move(by: number) {
    const place = list.findIndex(({ id }) => id === openId)
    const next = list[Math.min(list.length - 1, Math.max(0, place < 0 ? 0 : place + by))]
    if (next) set('record', next.id)
  }

  const actions = { move, judge, toggleOpen: () => openId && toggle(openId), undo: undoLast }
  useCommands(words.keys, inboxCommands, actions, { mayEdit, hasSelection: openId !== null })
  const isFiltered = ['change', 'flags', 'q', 'job', 'run'].some(name => params.has(name)) || params.has('state')

  return (
    <Page title={words.title} description={words.description}>
      <Filters key={clearings} params={params} mayEdit={mayEdit} onSet={set} onClear={clearFilters} />
      <Loaded query={records} failed={words.failed} skeleton={<SkeletonRows rows={12} height="1.75rem" label={words.loading} />}>
        {() =>
          list.length === 0 ? (
            <Nothing projectId={projectId} mayEdit={mayEdit} isFiltered={isFiltered} onClear={clearFilters} />
          ) : (
            <div className={styles.inbox} data-open={openId ? true : undefined}>
              <div className={styles.list}>
                <Bar
                  {...{ total, isPending, mayEdit }}
                  isStale={records.isPlaceholderData}
                  state={filter.state ?? null}
                  chosen={chosen.size}
                  onJudge={decision => judge(decision)}
                  onAll={decision => decide({ filter: { projectId, ...filter }, expected: total, decision })}
                  onClear={() => setChosen(new Set())}
                />
                <ul className={styles.rows} aria-label={words.list}>
                  {list.map(record => (
                    <RecordRow
                      key={record.id}
                      record={record}
                      showsState={record.state !== filter.state}
                      isOpen={record.id === openId}
                      isChosen={chosen.has(record.id)}
                      onOpen={() => set('record', record.id)}
                      onToggle={mayEdit ? () => toggle(record.id) : null}
                    />
                  ))}
                </ul>
                {records.hasNextPage && (
                  <Button className={styles.more} busy={records.isFetchingNextPage} onClick={() => void records.fetchNextPage()}>
                    {words.more}
                  </Button>
                )}
              </div>
              <RecordPanel
                recordId={openId}
                mayEdit={mayEdit}
                busy={isPending}
                onJudge={decision => openId && judge(decision, [openId])}
                onClose={() => set('record', '')}
              />
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

const exceptions = ({ leftOut, keptCount = 0 }: Decision) =>
  [leftOut > 0 && words.leftOut(leftOut), keptCount > 0 && words.kept(keptCount)].filter(Boolean).join(' ')

/**
 * Sends decisions one after another. Each can be undone from its toast, and the last one also with a key.
 * @param choose called with the records of a failed decision on two or more records, to select them again
 */
function useDecisions(choose: (ids: readonly string[]) => void) {
  const client = useQueryClient()
  const last = useRef<{ id: string; closeToast: () => void } | null>(null)
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const { mutateAsync, isPending } = useMutation({
    ...decideRecords(),
    onSuccess: decision => {
      const closeToast = showToast({
        tone: 'ok',
        title: words.decided(decision),
        ...(exceptions(decision) && { description: exceptions(decision) }),
        ...(decision.count > 0 && { action: { label: words.undo, onAction: () => void undo(decision.id) } })
      })
      last.current = { id: decision.id, closeToast }
    },
    onError: (error, draft) => {
      if ('ids' in draft && draft.ids.length > 1) choose(draft.ids)
      showToast({ tone: 'danger', title: words.notDecided, description: sentenceOf(error, texts.refused) })
    }
  })
  function forget(id: string) {
    if (last.current?.id !== id) return
    last.current.closeToast() // the button of the toast would undo a second time
    last.current = null
  }
  async function undo(id: string) {
    try {
      const { keptCount = 0 } = await undoDecision(id)
      forget(id)
      showToast({ tone: 'ok', title: words.undone, ...(keptCount > 0 && { description: words.kept(keptCount) }) })
    } catch (error) {
      if (isRefused(error)) forget(id)
      showToast({ tone: 'danger', title: words.notUndone, description: sentenceOf(error, texts.refused) })
    }
    await refreshOutside(client)
  }
  function decide(draft: DecisionDraft): void {
    sent.current = Promise.allSettled([sent.current, mutateAsync(draft)])
  }
  /** Undoes the last decision, once the server has received all decisions of this page. */
  async function undoLast() {
    await sent.current
    if (last.current !== null) await undo(last.current.id)
  }
  return { isPending, decide, undoLast: () => void undoLast() }
}

interface FiltersProps {
  params: URLSearchParams
  mayEdit: boolean
  onSet: (name: string, value: string) => void
  onClear: () => void
}

function Filters({ params, mayEdit, onSet, onClear }: FiltersProps) {
  const jobId = params.get('job')
  const job = useQuery({ ...jobWith(jobId ?? ''), enabled: jobId !== null })
  const options = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
  const select = (name: string, label: string, all: { value: string; label: string }[]) => (
    <BareSelect label={label} value={params.get(name) ?? ''} onChange={event => onSet(name, event.target.value)} options={all} />
  )
  const { waiting, ...others } = texts.recordStates
  return (
    <search className={styles.filters}>
      <SearchField
        label={words.search}
        defaultValue={params.get('q') ?? ''}
        onChange={event => onSet('q', event.target.value.trim())}
        maxLength={200}
      />
      {mayEdit &&
        select('state', words.state, [{ value: '', label: waiting }, ...options(others), { value: 'any', label: words.anyState }])}
      {select('change', words.change, [{ value: '', label: words.anyChange }, ...options(words.changes)])}
      {select('flags', words.flag, [
        { value: '', label: words.anyFlag },
        ...flagNames.map((name: FlagName) => ({ value: name, label: texts.flags[name] }))
      ])}
      {jobId && (
        <Chip removeLabel={words.clear} onRemove={onClear}>
          {job.data?.name ?? jobId}
        </Chip>
      )}
    </search>
  )
}

interface BarProps {
  total: number
  /** State by which the list is filtered; null for any. */
  state: RecordState | null
  chosen: number
  mayEdit: boolean
  isPending: boolean
  /** Whether the list is still that of the previous filter. */
  isStale: boolean
  onJudge: (decision: Verb) => void
  onAll: (decision: Verb) => void
  onClear: () => void
}

function Bar({ total, state, chosen, mayEdit, isPending, isStale, onJudge, onAll, onClear }: BarProps) {
  return (
    <div className={styles.bar}>
      <p role="status">{chosen > 0 ? words.selected(chosen) : words.count(total)}</p>
      {mayEdit && (
        <div className={styles.barActions}>
          {chosen > 0 ? (
            <>
              <Button size="small" variant="quiet" onClick={onClear}>
                {words.clearSelection}
              </Button>
              {state !== 'waiting' && (
                <Button size="small" busy={isPending} onClick={() => onJudge('wait')}>
                  {words.wait}
                </Button>
              )}
              <Button size="small" busy={isPending} onClick={() => onJudge('reject')}>
                {words.reject}
              </Button>
              <Button size="small" variant="primary" busy={isPending} onClick={() => onJudge('accept')}>
                {words.accept}
              </Button>
            </>
          ) : (
            state === 'waiting' && (
              <>
                <Button size="small" busy={isPending} disabled={isStale} onClick={() => onAll('reject')}>
                  {words.rejectAll(total)}
                </Button>
                <Button size="small" busy={isPending} disabled={isStale} onClick={() => onAll('accept')}>
                  {words.all(total)}
                </Button>
              </>
            )
          )}
        </div>
      )}
    </div>
  )
}

function Nothing({
  projectId,
  mayEdit,
  isFiltered,
  onClear
}: {
  projectId: string
  mayEdit: boolean
  isFiltered: boolean
  onClear: () => void
}) {
  return (
    <EmptyState
      title={isFiltered ? words.noMatch : mayEdit ? words.nothing : words.noneAccepted}
      actions={
        isFiltered ? (
          <Button onClick={onClear}>{words.clear}</Button>
        ) : (
          <LinkButton to={projectPath(projectId, 'map/outside')}>{words.toJobs}</LinkButton>
        )
      }
    >
      {!isFiltered && <p>{mayEdit ? words.nothingAbout : words.noneAcceptedAbout}</p>}
    </EmptyState>
  )
}
