import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { BulkChange } from '../../../shared/contracts/review.ts'
import type { GridHandle } from '../../annotation/use-crop-grid.ts'
import type { CardIndex } from '../../ui/card-index.ts'
import { showToast } from '../../ui/toast.tsx'
import { newestCards, type PatchCard } from './queries.ts'
import { loadedOf, type Selection } from './selection.ts'
import { texts } from './texts.ts'
import type { BulkEdits } from './use-bulk-edits.ts'

/** Annotations that a change concerns: all that match a filter, or crops. `isQuiet` marks the focused crop, used if none is selected. */
type Target = { filter: string; count: number } | { cards: readonly PatchCard[]; isQuiet: boolean }

interface ChangesOptions {
  projectId: string
  filter: string
  cards: CardIndex<PatchCard>
  /** Number of annotations that match the filter; null while it is unknown. */
  total: number | null
  selection: Selection
  edits: BulkEdits
  grid: RefObject<GridHandle | null>
  /** Whether a dialog acts on the selection. */
  isInUse: boolean
}

const recentLabels = 8

/** Returns functions that change the chosen crops, with the change that awaits confirmation and the comment that is not sent yet. */
// Long: steps that share the choice of crops.
export function useChanges({ projectId, filter, cards, total, selection, edits, grid, isInUse }: ChangesOptions) {
  const client = useQueryClient()
  const [recent, setRecent] = useState<readonly string[]>([])
  /** Change that awaits confirmation because it affects all annotations that match the filter. */
  const [wanted, setWanted] = useState<{ what: BulkChange; filter: string; count: number } | null>(null)
  const [comment, setComment] = useState('')

  /** Returns the selected crops that are loaded, or the focused one if none is selected. */
  function chosen(): PatchCard[] {
    if (selection.ids.size === 0) return [cards.at(grid.current?.active() ?? 0)].flatMap(card => card ?? [])
    return loadedOf(cards, selection.ids).found
  }

  /** Reports selected crops that are no longer loaded, because the list was loaded again from its first page. @returns whether there are any */
  function lacksSome(): boolean {
    const missing = selection.isAll ? 0 : loadedOf(cards, selection.ids).missing
    if (missing > 0) showToast({ title: texts.actions.notLoaded(missing) })
    return missing > 0
  }

  function takeTarget(): Target | null {
    if (cards.length === 0) return null
    if (selection.isAll) return { filter, count: total ?? 0 }
    return lacksSome() ? null : { cards: chosen(), isQuiet: selection.ids.size === 0 }
  }

  function send(target: Target, what: BulkChange) {
    const { comment: sent } = what
    if (sent === undefined) return edits.change(target, what)
    setComment('')
    edits.change(target, what, () => setComment(typed => typed || sent))
  }

  /** Sends a change, or requests its confirmation. @returns whether it was sent */
  function apply(target: Target, what: BulkChange): boolean {
    if ('filter' in target) {
      setWanted({ what, ...target })
      return false
    }
    const some = target.cards.filter(({ removed }) => !removed)
    if (some.length > 0) send({ ...target, cards: some }, what)
    return some.length > 0
  }

  function change(what: BulkChange) {
    const target = takeTarget()
    if (!target || !apply(target, what)) return
    if (selection.ids.size === 0) grid.current?.move(1)
    else selection.clear()
  }

  const remember = (labelId: string) => setRecent(before => [labelId, ...before.filter(id => id !== labelId)].slice(0, recentLabels))

  function nameLater(target: Target, taken: ReadonlySet<string>, labelId: string) {
    const newest = 'cards' in target ? { ...target, cards: newestCards(client, projectId, target.cards) } : target
    if (!apply(newest, { labelId }) || isInUse) return
    if ('cards' in target && target.isQuiet) moveOnFrom(target.cards[0])
    else if (selection.ids === taken && !selection.isAll) selection.clear()
  }

  /** Moves the focus to the next crop, if this one still has it. */
  function moveOnFrom(card: PatchCard | undefined) {
    const isInGrid = document.activeElement?.closest('[role="grid"]') != null
    if (isInGrid && cards.at(grid.current?.active() ?? 0)?.id === card?.id) grid.current?.move(1)
  }

  const latest = useRef(nameLater)
  useEffect(() => {
    latest.current = nameLater
  })

  return {
    ...{ change, chosen, comment, lacksSome, recent, setComment, wanted },
    name(labelId: string) {
      remember(labelId)
      change({ labelId })
    },
    /** Takes the chosen crops, and returns a function that gives them a label, whichever crops are chosen then. */
    toName(): (labelId: string) => void {
      const [target, taken] = [takeTarget(), selection.ids]
      return labelId => {
        remember(labelId)
        if (target) latest.current(target, taken, labelId)
      }
    },
    confirmWanted() {
      if (!wanted) return
      send({ filter: wanted.filter, count: wanted.count }, wanted.what)
      selection.clear()
    },
    leaveWanted: () => setWanted(null)
  }
}
