import type { UndoSteps } from '../../../sync/undo-steps.ts'
import { suggestionNoun } from './noun.ts'

interface Walked {
  undo(): Promise<string | null>
  redo(): Promise<string | null>
}

/**
 * Combines undo and redo of annotations and suggestions, which share one list of steps.
 * Steps run one after another, because the next step may belong to the other document.
 * @returns functions that resolve to the id of the step's image, or to null if there is no step
 */
export function undoBoth(steps: Pick<UndoSteps<unknown>, 'lastDone' | 'lastUndone'>, annotations: Walked, suggestions: Walked): Walked {
  let turn: Promise<unknown> = Promise.resolve()
  const next = (walk: () => Promise<string | null>): Promise<string | null> => {
    const mine = turn.then(walk)
    turn = mine.catch(() => null)
    return mine
  }
  const of = (kind: string | undefined) => (kind === suggestionNoun.kind ? suggestions : annotations)
  return {
    undo: () => next(() => of(steps.lastDone?.kind).undo()),
    redo: () => next(() => of(steps.lastUndone?.kind).redo())
  }
}
