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
