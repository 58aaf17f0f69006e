import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { annotatePath, projectPath } from '../../../shared/addresses.ts'
import type { BulkChange } from '../../../shared/contracts/review.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { type Filter, parseFilter } from '../../../shared/filters.ts'
import { FilterBar } from '../../annotation/filter/filter-bar.tsx'
import { SavedFilters } from '../../annotation/filter/saved-filters.tsx'
import { labelBook } from '../../annotation/label-book.ts'
import { annotators } from '../../annotation/queries.ts'
import { RelabelDialog } from '../../annotation/relabel-dialog.tsx'
import { reviewedWords } from '../../annotation/words.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { indexCards } from '../../ui/card-index.ts'
import { shortcutsOf } from '../../ui/command.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { MoreIcon } from '../../ui/icons.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Note } from '../../ui/note.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { showToast } from '../../ui/toast.tsx'
import { ActionBar } from './action-bar.tsx'
import { BehindNote } from './behind-note.tsx'
import { type ReviewActions, reviewCommands } from './commands.ts'
import { type GridHandle, PatchGrid } from './patch-grid.tsx'
import { annotationCount, annotationPages, makePatches, type PatchCard, type ReviewSort, renewRenamed } from './queries.ts'
import styles from './review.module.css'
import { useSelection } from './selection.ts'
import { GridSkeleton, NothingFound, NothingYet } from './states.tsx'
import { useBulkEdits } from './use-bulk-edits.ts'
import { sorts, useReviewAddress } from './use-review-address.ts'

const CommentDialog = lazy(() => import('./comment-dialog.tsx').then(module => ({ default: module.CommentDialog })))
const PastEdits = lazy(() => import('./past-edits.tsx').then(module => ({ default: module.PastEdits })))
const UndoEarlier = lazy(() => import('./past-edits.tsx').then(module => ({ default: module.UndoEarlier })))

export interface ReviewProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
  /** Adds a label to the catalog. @returns its id */
  onCreateLabel: (name: string) => Promise<string>
}

/** Rows that are laid out below what is loaded, while it is not known how many there are. */
const placesAhead = 48
const recentLabels = 8

/** Annotations of a project as patches side by side, to find and put right what does not belong. */
export function Review({ projectId, labels, mayEdit, onCreateLabel }: ReviewProps) {
  const navigate = useNavigate()
  const { view, filter, problem, setFilter, setSort } = useReviewAddress()
  const book = useMemo(() => labelBook(labels), [labels])
  const isFarAhead = useRef(false)
  const query = useInfiniteQuery(annotationPages(projectId, view, () => isFarAhead.current))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const counted = useQuery(annotationCount(projectId, view.filter))
  const people = useQuery(annotators(projectId))
  const cards = useMemo(() => indexCards(query.data?.pages ?? []), [query.data])
  const selection = useSelection()
  const edits = useBulkEdits(projectId, book)
  const grid = useRef<GridHandle>(null)
  const [recent, setRecent] = useState<readonly string[]>([])
  const [asks, setAsks] = useState<'label' | 'comment' | 'past' | null>(null)
  /** What is asked about before it is done to everything that the filter means. */
  const [wanted, setWanted] = useState<BulkChange | null>(null)

  const total = counted.data === undefined || counted.isPlaceholderData ? null : counted.data
  const count = hasNextPage ? Math.max(cards.length + placesAhead, total ?? 0) : cards.length

  const readOn = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const firstInView = useRef(0)
  const onRange = useCallback(
    (first: number, end: number) => {
      firstInView.current = first
      isFarAhead.current = first > cards.length
      if (end + 100 > cards.length) readOn()
    },
    [cards.length, readOn]
  )
  // a page may be empty before the last one: the server stops looking after some 10,000
  useEffect(() => {
    if (query.data && cards.length === 0) readOn()
  }, [query.data, cards.length, readOn])

  const client = useQueryClient()
  useEffect(() => void renewRenamed(client, projectId, book), [client, projectId, book])

  const { clear } = selection
  useEffect(() => clear(), [view, clear])

  const open = useCallback(
    (index: number) => {
      const card = cards.at(index)
      if (!card) return
      void navigate(annotatePath(projectId, { mediaId: card.mediaId, annotationId: card.id, filter: view.filter }))
    },
    [cards, navigate, projectId, view.filter]
  )

  /** What is selected, else the patch that has the focus. */
  function chosen(): PatchCard[] {
    if (selection.ids.size === 0) return [cards.at(grid.current?.active() ?? 0)].flatMap(card => card ?? [])
    const found: PatchCard[] = []
    for (let index = 0; index < cards.length; index++) {
      const card = cards.at(index)
      if (card && selection.ids.has(card.id)) found.push(card)
    }
    return found
  }

  function change(what: BulkChange) {
    if (cards.length === 0) return
    if (selection.isAll) return setWanted(what)
    const some = chosen().filter(({ removed }) => !removed)
    if (some.length === 0) return
    edits.change({ cards: some, isQuiet: selection.ids.size === 0 }, what)
    if (selection.ids.size === 0) grid.current?.move(1)
    else selection.clear()
  }

  function name(labelId: string) {
    setAsks(null)
    setRecent(before => [labelId, ...before.filter(id => id !== labelId)].slice(0, recentLabels))
    change({ labelId })
  }

  const actions: ReviewActions = {
    move: by => grid.current?.move(by),
    toggle: () => {
      const card = cards.at(grid.current?.active() ?? 0)
      if (card) selection.toggle(card.id)
    },
    selectLoaded: () => selection.add(cards.between(0, cards.length - 1)),
    clear: selection.clear,
    relabel: () => {
      if (cards.length > 0) setAsks('label')
    },
    labelAtKey: digit => {
      const label = book.atKey(digit)
      if (label) name(label.id)
      else showToast({ title: `No label is under key ${digit}. Give one this key in the Species Catalog.` })
    },
    review: reviewState => change({ reviewState }),
    comment: () => {
      if (cards.length > 0) setAsks('comment')
    },
    remove: () => change({ removed: true }),
    undo: edits.undo
  }
  const act = useRef(actions)
  act.current = actions
  const selectedCount = selection.isAll ? (total ?? cards.length) : selection.ids.size
  const hasSelection = selectedCount > 0
  const single = selection.ids.size === 1 && !selection.isAll ? (cards.at(placeOf(cards, selection.ids)) ?? null) : null
  useShortcuts(useMemo(() => shortcutsOf('Review', reviewCommands, () => act.current, { mayEdit, hasSelection }), [mayEdit, hasSelection]))

  const isFirstUse = cards.length === 0 && !hasNextPage && filter.length === 0 && !problem

  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>
          Review
          <span className={styles.count} aria-live="polite">
            {total === null ? '' : formatCount(total, 'annotation')}
          </span>
        </h1>
        <Link to={projectPath(projectId, 'annotate')}>Annotate</Link>
      </header>
      {!isFirstUse && (
        <div className={styles.bar}>
          <FilterBar filter={filter} book={book} people={people.data ?? []} onFilter={setFilter} />
          <div className={styles.barEnd}>
            <BareSelect
              label="Order"
              className={styles.sort}
              options={sorts}
              value={view.sort}
              onChange={event => setSort(event.target.value as ReviewSort)}
            />
            <SavedFilters projectId={projectId} current={view.filter} mayEdit={mayEdit} onChoose={text => setFilter(readable(text))} />
            {mayEdit && (
              <MenuButton
                label="More"
                iconOnly
                size="small"
                items={[
                  {
                    id: 'past',
                    label: 'Changes of many',
                    description: 'Of the last 30 days, to take them back',
                    onAction: () => setAsks('past')
                  },
                  {
                    id: 'patches',
                    label: 'Make all patches ahead',
                    description: 'So that they appear at once, also for others',
                    onAction: () =>
                      void makePatches(projectId).then(
                        () => showToast({ title: 'The patches are being made' }),
                        error => showToast({ tone: 'danger', title: sentenceOf(error, 'They are not being made.') })
                      )
                  }
                ]}
              >
                <MoreIcon aria-hidden />
              </MenuButton>
            )}
          </div>
          {isFetchingNextPage && firstInView.current > cards.length && (
            <ProgressBar
              label="Reading on"
              share={total ? cards.length / total : undefined}
              value={total ? `${formatNumber(cards.length)} of ${formatNumber(total)}` : `${formatNumber(cards.length)} so far`}
            />
          )}
          {edits.behind && <BehindNote projectId={projectId} {...edits.behind} onEnd={edits.settled} />}
        </div>
      )}
      {problem && <Note>The filter of this address is not applied. {problem}.</Note>}
      {query.isPending ? (
        <GridSkeleton label="Loading annotations" />
      ) : query.data === undefined ? (
        <ErrorPanel
          title="The annotations could not be loaded"
          detail={sentenceOf(query.error, 'The server did not answer.')}
          safe="They are safe on the server."
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : cards.length === 0 && hasNextPage && !isFetchNextPageError ? (
        <GridSkeleton label="Looking through the annotations" />
      ) : isFirstUse ? (
        <NothingYet projectId={projectId} />
      ) : cards.length === 0 && !hasNextPage ? (
        <NothingFound onClear={() => setFilter([])} />
      ) : (
        <PatchGrid ref={grid} cards={cards} count={count} book={book} selection={selection} onRange={onRange} onOpen={open} />
      )}
      {isFetchNextPageError && (
        <ErrorPanel
          title="The next annotations could not be loaded"
          detail={sentenceOf(query.error, 'The server did not answer.')}
          onRetry={() => void fetchNextPage()}
        />
      )}
      {hasSelection && (
        <ActionBar
          count={selectedCount}
          all={selection.isAll ? null : total}
          mayEdit={mayEdit}
          reviewed={single && reviewedWords(single)}
          actions={actions}
          onOpen={single && (() => open(placeOf(cards, selection.ids)))}
          onSelectAll={selection.selectAll}
        />
      )}
      {asks === 'label' && (
        <RelabelDialog
          count={selection.isAll ? (total ?? 0) : chosen().length}
          book={book}
          recent={recent}
          onChoose={name}
          onCreate={mayEdit ? text => void onCreateLabel(text).then(name, told) : null}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === 'comment' && (
        <Suspense fallback={null}>
          <CommentDialog
            projectId={projectId}
            count={selection.isAll ? (total ?? 0) : chosen().length}
            onComment={comment => {
              setAsks(null)
              change({ comment })
            }}
            onClose={() => setAsks(null)}
          />
        </Suspense>
      )}
      <Suspense>
        {asks === 'past' && <PastEdits projectId={projectId} book={book} onUndo={edits.undoOne} onClose={() => setAsks(null)} />}
        {edits.earlier && (
          <UndoEarlier
            edit={edits.earlier}
            book={book}
            onConfirm={() => edits.undoOne(edits.earlier?.id ?? '')}
            onClose={edits.leaveEarlier}
          />
        )}
      </Suspense>
      {wanted && (
        <ConfirmDialog
          title={`Change all ${formatNumber(total ?? 0, 0)}?`}
          confirm="Change all"
          isOpen
          onConfirm={() => {
            edits.change({ filter: view.filter, count: total ?? 0 }, wanted)
            selection.clear()
          }}
          onClose={() => setWanted(null)}
        >
          <p>
            It is about everything that the filter means, also what is not on the screen. It can be undone for 30 days: see “Changes of
            many” in the menu.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

const told = (error: unknown) => showToast({ tone: 'danger', title: sentenceOf(error, 'The label was not added.') })

/** A filter that was saved by a newer server may be one that is not known here. */
function readable(text: string): Filter {
  try {
    return parseFilter(text)
  } catch {
    return []
  }
}

function placeOf(cards: { length: number; at: (index: number) => PatchCard | undefined }, ids: ReadonlySet<string>): number {
  for (let index = 0; index < cards.length; index++) if (ids.has(cards.at(index)?.id ?? '')) return index
  return 0
}
