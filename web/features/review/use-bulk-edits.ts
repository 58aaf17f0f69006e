import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BulkChange, BulkEdit, PastBulkEdit } from '../../../shared/contracts/review.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { renewLists, reviewKeys, undoBulk } from '../../annotation/review-lists.ts'
import { doneWords } from '../../annotation/words.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { changedToast, settledToast, undoneToast } from './bulk-toasts.ts'
import { changeCards, editInBulk, newestOwnBulkEdit, type PatchCard } from './queries.ts'
import { isNeverUndone, shownChanges } from './shown-changes.ts'
import { texts } from './texts.ts'
import { undoToasts } from './undo-toasts.ts'

/** Change that can be undone, with its description and the shown cards in their previous state. */
interface Done {
  bulkId: string
  words: string
  before: readonly PatchCard[]
}

/** Target of a change. `isQuiet` suppresses the toast for single visible changes, which follow each other quickly. */
type Wanted = { cards: readonly PatchCard[]; isQuiet: boolean } | { filter: string; count: number }

export interface BulkEdits {
  /** Change that a job is carrying out, shown until the job has ended. */
  behind: { bulkId: string; words: string } | null
  /**
   * Changes individual annotations, whose cards update immediately, or all annotations that match a filter. A toast reports a failure.
   * @param onUnchanged called when nothing changed
   */
  change: (what: Wanted, change: BulkChange, onUnchanged?: () => void) => void
  /** Undoes the newest change made on this screen. If there is none, requests confirmation to undo the `earlier` one. */
  undo: () => void
  /** The person's newest change from before this screen was opened, while its undo awaits confirmation. */
  earlier: PastBulkEdit | null
  leaveEarlier: () => void
  /** Undoes any change. The promise resolves even after a failure, which a toast reports. */
  undoOne: (bulkId: string) => Promise<void>
  /** Called when the job has ended. */
  settled: (bulk: BulkEdit) => void
}

/** Returns functions that edit annotations in bulk and undo these edits in reverse order. */
// Long: steps that share local state.
export function useBulkEdits(projectId: string, labelIndex: LabelIndex): BulkEdits {
  const client = useQueryClient()
  const [behind, setBehind] = useState<BulkEdits['behind']>(null)
  const [earlier, setEarlier] = useState<PastBulkEdit | null>(null)
  const done = useRef<Done[]>([])
  const [toasts] = useState(() => undoToasts(showToast))
  const [{ fail, withoutFailed }] = useState(shownChanges)
  const last = useRef(Promise.resolve())
  /** Newest known revisions of annotations changed on this screen, by id. */
  const revisions = useRef(new Map<string, number>())

  /** Runs calls one after another, in the order of the key presses. Each call builds on the revisions returned by the previous one. */
  const run = (work: () => Promise<void>): Promise<void> => {
    last.current = last.current.then(work)
    return last.current
  }

  const learn = (bulk: BulkEdit) => {
    for (const { id, revision } of bulk.changed) revisions.current.set(id, revision)
  }

  const put = (cards: readonly PatchCard[]) => {
    const byId = new Map(cards.map(card => [card.id, withoutFailed(card)]))
    changeCards(client, projectId, card => byId.get(card.id) ?? card)
  }

  function report(bulk: BulkEdit, { words, bulkId }: Done) {
    if (bulk.job) setBehind({ bulkId: bulk.id, words })
    else
      toasts.show(
        bulkId,
        changedToast(bulk, words, () => void undoOne(bulkId))
      )
  }

  /** @param shown cards of the target as they are shown until the answer */
  async function change(what: Wanted, change: BulkChange, shown: readonly PatchCard[], onUnchanged?: () => void): Promise<void> {
    const before = 'cards' in what ? what.cards : []
    const target =
      'cards' in what
        ? { annotations: before.map(({ id, revision }) => ({ id, revision: Math.max(revision, revisions.current.get(id) ?? 0) })) }
        : { filter: what.filter }
    try {
      const bulk = await editInBulk(projectId, target, change)
      learn(bulk)
      const count = bulk.job ? ('cards' in what ? before.length : what.count) : bulk.changedCount
      const entry = { bulkId: bulk.id, words: doneWords(count, change, labelIndex), before }
      if (count > 0) done.current.push(entry)
      else onUnchanged?.()
      if (!bulk.job && ('filter' in what || bulk.skippedCount > 0)) await renewLists(client, projectId)
      else void client.invalidateQueries({ queryKey: reviewKeys.counts(projectId) })
      if (!('isQuiet' in what && what.isQuiet && bulk.skippedCount === 0)) report(bulk, entry)
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, texts.edits.nothingChanged) })
      onUnchanged?.()
      fail(before, shown)
      changeCards(client, projectId, withoutFailed)
      await renewLists(client, projectId).catch(() => {}) // the list itself reports a failure to load
    }
  }

  async function takeBack(entry: Done): Promise<void> {
    try {
      const bulk = await undoBulk(projectId, entry.bulkId)
      done.current = done.current.filter(other => other !== entry)
      toasts.close(entry.bulkId) // the button of the toast would undo a second time
      if (bulk.job) return setBehind({ bulkId: bulk.id, words: texts.edits.undone })
      learn(bulk)
      if (entry.before.length === 0 || bulk.keptCount > 0) await renewLists(client, projectId)
      else put(entry.before)
      void client.invalidateQueries({ queryKey: reviewKeys.counts(projectId) })
      showToast(undoneToast(bulk))
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, texts.edits.notUndone) })
      if (!isNeverUndone(error)) return
      done.current = done.current.filter(other => other !== entry) // the next undo concerns the change before it
      toasts.close(entry.bulkId)
      await renewLists(client, projectId).catch(() => {})
    }
  }

  const undoOne = (bulkId: string) =>
    run(() => takeBack(done.current.find(one => one.bulkId === bulkId) ?? { bulkId, words: '', before: [] }))

  async function findEarlier(): Promise<void> {
    try {
      const found = await newestOwnBulkEdit(projectId)
      if (found) setEarlier(found)
      else showToast({ title: texts.edits.nothingToUndo })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, texts.edits.earlierNotLoaded) })
    }
  }

  return {
    behind,
    earlier,
    leaveEarlier: () => setEarlier(null),
    undoOne,
    change(what, wanted, onUnchanged) {
      const shown = 'cards' in what ? what.cards.map(card => changedCard(card, wanted)) : []
      if (shown.length > 0) put(shown)
      void run(() => change(what, wanted, shown, onUnchanged))
    },
    undo: () =>
      void run(() => {
        const newest = done.current.at(-1)
        return newest ? takeBack(newest) : findEarlier()
      }),
    settled(bulk) {
      setBehind(null)
      void renewLists(client, projectId)
      toasts.show(
        bulk.id,
        settledToast(bulk, () => void undoOne(bulk.id))
      )
    }
  }
}

/** Applies a change to a card by the server's rules. A new label resets the review state unless the change sets it. */
function changedCard(card: PatchCard, { labelId = card.labelId, reviewState, removed }: BulkChange): PatchCard {
  const state = reviewState ?? (labelId === card.labelId ? card.reviewState : 'proposed')
  const isReviewed = reviewState !== undefined && (state !== card.reviewState || labelId !== card.labelId)
  const review = state === 'proposed' ? { reviewedBy: null, reviewedAt: null } : isReviewed ? reviewedNow() : {}
  return { ...card, labelId, reviewState: state, ...review, removed: removed ?? card.removed }
}

const reviewedNow = () => ({ reviewedBy: 'you', reviewedAt: new Date().toISOString() })
