import { ApiError } from '../../api/api-error.ts'
import type { PatchCard } from './queries.ts'

export interface ShownChanges {
  /** Records that a change failed, with the cards before it and as they were shown since, in the same order. */
  fail: (before: readonly PatchCard[], shown: readonly PatchCard[]) => void
  /** Returns the state of a card before the failed changes that it shows. A card that was changed or loaded since stays as it is. */
  withoutFailed: (card: PatchCard) => PatchCard
}

/** Cards that show changes before the server has answered, by identity. Several changes of one card can fail in any order. */
export function shownChanges(): ShownChanges {
  const failed = new WeakMap<PatchCard, PatchCard>()
  return {
    fail(before, shown) {
      for (const [index, card] of shown.entries()) failed.set(card, before[index]!)
    },
    withoutFailed(card) {
      let state = card
      for (let before = failed.get(state); before; before = failed.get(state)) state = before
      return state
    }
  }
}

/** True when an edit can never be undone: it was undone elsewhere, or the server no longer has it. */
export const isNeverUndone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'BULK_EDIT_UNDONE' || error.code === 'NOT_FOUND')
