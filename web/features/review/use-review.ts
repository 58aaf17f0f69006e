import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { annotatePath } from '../../../shared/addresses.ts'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../annotation/label-index.ts'
import { annotators } from '../../annotation/queries.ts'
import type { GridHandle } from '../../annotation/use-crop-grid.ts'
import { useNumberKeys } from '../../annotation/use-number-keys.ts'
import { indexCards } from '../../ui/card-index.ts'
import { useCommands } from '../../ui/command.ts'
import { showToast } from '../../ui/toast.tsx'
import { type ReviewActions, reviewCommands } from './commands.ts'
import { annotationCount, annotationPages, type PatchCard, renewRenamed } from './queries.ts'
import { useSelection } from './selection.ts'
import { texts } from './texts.ts'
import { useBulkEdits } from './use-bulk-edits.ts'
import { useChanges } from './use-changes.ts'
import { useOutlines } from './use-outlines.ts'
import { useReviewAddress } from './use-review-address.ts'

export interface ReviewProps {
  projectId: string
  labels: readonly OutlineLabel[]
  mayEdit: boolean
  /** Adds a label to the catalog. @returns its id */
  onCreateLabel: (name: string) => Promise<string>
}

export type ReviewState = ReturnType<typeof useReview>

/** Number of placeholder cells below the loaded ones while the total is unknown. */
const placesAhead = 48

/** Returns the state and the actions that the regions of Review share. */
// Long: state and actions that share it.
export function useReview({ projectId, labels, mayEdit }: Omit<ReviewProps, 'onCreateLabel'>) {
  const navigate = useNavigate()
  const address = useReviewAddress()
  const { view, filter, problem } = address
  const keys = useNumberKeys(projectId, labels)
  const labelIndex = useMemo(() => indexLabels(labels, keys), [labels, keys])
  const isFarAhead = useRef(false)
  const query = useInfiniteQuery(annotationPages(projectId, view, () => isFarAhead.current))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const counted = useQuery(annotationCount(projectId, view.filter))
  const people = useQuery(annotators(projectId))
  const cards = useMemo(() => indexCards(query.data?.pages ?? []), [query.data])
  const selection = useSelection()
  const edits = useBulkEdits(projectId, labelIndex)
  const grid = useRef<GridHandle>(null)
  const [hasOutlines, toggleOutlines] = useOutlines()
  const [dialog, setDialog] = useState<'label' | 'comment' | 'past' | null>(null)

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
  // A page can be empty without being the last, because the server stops searching after about 10,000 annotations.
  useEffect(() => {
    if (query.data && cards.length === 0) readOn()
  }, [query.data, cards.length, readOn])

  const client = useQueryClient()
  useEffect(() => void renewRenamed(client, projectId, labelIndex), [client, projectId, labelIndex])

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

  const changes = useChanges({ ...{ projectId, filter: view.filter, cards, total, selection, edits, grid }, isInUse: dialog !== null })
  const { change, lacksSome } = changes

  function name(labelId: string) {
    setDialog(null)
    changes.name(labelId)
  }

  const actions: ReviewActions = {
    move: by => grid.current?.move(by),
    selectLoaded: () => selection.add(cards.between(0, cards.length - 1)),
    clear: selection.clear,
    relabel: () => {
      if (cards.length > 0 && !lacksSome()) setDialog('label')
    },
    labelAtKey: digit => {
      const label = labelIndex.atKey(digit)
      if (label) name(label.id)
      else showToast({ title: texts.actions.noLabelAtKey(digit) })
    },
    review: reviewState => change({ reviewState }),
    comment: () => {
      if (cards.length > 0 && !lacksSome()) setDialog('comment')
    },
    remove: () => change({ removed: true }),
    undo: edits.undo,
    outlines: toggleOutlines
  }
  const selectedCount = selection.isAll ? (total ?? cards.length) : selection.ids.size
  const hasSelection = selectedCount > 0
  const single = selection.ids.size === 1 && !selection.isAll ? (cards.at(placeOf(cards, selection.ids)) ?? null) : null
  useCommands(texts.title, reviewCommands, actions, { mayEdit, hasSelection })

  return {
    ...{
      actions,
      address,
      dialog,
      labelIndex,
      cards,
      changes,
      count,
      edits,
      grid,
      hasOutlines,
      hasSelection,
      name,
      onRange,
      open,
      people,
      query
    },
    ...{ selectedCount, selection, setDialog, single, total },
    /** Whether the rows in view are still loading. */
    isReadingOn: isFetchingNextPage && firstInView.current > cards.length,
    /** Whether the project has no annotations yet. */
    isFirstUse: cards.length === 0 && !hasNextPage && filter.length === 0 && !problem
  }
}

/** Returns the index of the first loaded card with one of these ids, or 0 if none is loaded. */
export function placeOf(cards: { length: number; at: (index: number) => PatchCard | undefined }, ids: ReadonlySet<string>): number {
  for (let index = 0; index < cards.length; index++) if (ids.has(cards.at(index)?.id ?? '')) return index
  return 0
}
