import type { UndoSteps } from '../../../sync/undo-steps.ts'
import { suggestionNoun } from './noun.ts'

interface Walked {
  undo(): Promise<string | null>
  redo(): Promise<string | null>
}

/**
 * Undo and redo over annotations and suggestions, which share their steps.
 * Steps run one after the other, because the next step may belong to the other document.
 * @returns functions that return the image of the step, null without one
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
