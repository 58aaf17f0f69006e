import type { Edit } from './edits.ts'

/** One thing that a person did, however many annotations it touched. */
export interface Step {
  /** In words: "Draw box", "Relabel 12". */
  name: string
  /** Where it was done: undo goes back there. */
  mediaId: string
  edits: Edit[]
  /** What takes it back, in the order in which it must be done. */
  inverse: Edit[]
}

/** Oldest first; there is no limit. */
export interface UndoStack {
  done: readonly Step[]
  undone: readonly Step[]
}

export const nothingDone: UndoStack = { done: [], undone: [] }

export const withStep = ({ done }: UndoStack, step: Step): UndoStack => ({ done: [...done, step], undone: [] })

/** The step to take back next, and the stack after that; null when there is none. */
export function lastDone({ done, undone }: UndoStack): { step: Step; rest: UndoStack } | null {
  const step = done.at(-1)
  return step ? { step, rest: { done: done.slice(0, -1), undone: [...undone, step] } } : null
}

/** The step to do again next, and the stack after that. */
export function lastUndone({ done, undone }: UndoStack): { step: Step; rest: UndoStack } | null {
  const step = undone.at(-1)
  return step ? { step, rest: { done: [...done, step], undone: undone.slice(0, -1) } } : null
}
