/** One action of a person, on any number of objects. */
export interface Step<Edit> {
  /** Noun of the edits. Steps stored before suggestions could be undone have none. */
  kind?: string
  /** Name of the action: "Draw box", "Relabel 12". */
  name: string
  /** Subject of the action. Undo returns to it. */
  subject: string
  edits: Edit[]
  /** Edits that undo the step, in the order in which they are applied. */
  inverse: Edit[]
  /** Ids of the sent operations: of `edits` while the step is done, of `inverse` while it is undone. Absent in steps stored by older versions. */
  ids?: string[]
}

/**
 * Returns a step without the edits that the server refused, in both directions. Undoing such an edit would overwrite the version that won. Returns
 * null if nothing is left, and the same step if none was refused.
 */
export function withoutRefused<Edit>(step: Step<Edit>, isUndone: boolean, refused: ReadonlySet<string>): Step<Edit> | null {
  const { ids = [] } = step
  const isKept = ids.map(id => !refused.has(id))
  if (isKept.every(Boolean)) return step
  if (!isKept.some(Boolean)) return null
  const sent = (_: Edit, place: number) => isKept[place]
  const opposite = (_: Edit, place: number) => isKept[ids.length - 1 - place]
  return {
    ...step,
    ids: ids.filter((_, place) => isKept[place]),
    edits: step.edits.filter(isUndone ? opposite : sent),
    inverse: step.inverse.filter(isUndone ? sent : opposite)
  }
}

export interface StoredStep {
  /** Noun and project. */
  document: string
  /** State of the step: 0 when done, 1 when undone. */
  undone: number
  /** Id that increases with each step. */
  id: string
  step: Step<unknown>
}
