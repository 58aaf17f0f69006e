/** Annotation of an individual that several people may have annotated. */
export interface IndividualMark {
  id: string
  labelId: string | null
  /** Whether review has confirmed the annotation. */
  isConfirmed: boolean
}

/**
 * Basis of an individual's label: `settled` in review, `agreed` by everyone who labelled it, or given by the `majority` of them. With
 * `shared`, the label is the lowest common ancestor of all labels, or null if there is none. Only `shared` counts as unresolved.
 */
export type NamedBy = 'settled' | 'agreed' | 'majority' | 'shared'

export interface Consensus {
  /** Id of the annotation that represents the individual. */
  id: string
  labelId: string | null
  by: NamedBy
}

/**
 * Consensus label of several annotations of one individual, and the annotation that represents the individual. If any confirmed annotation
 * has a label, only confirmed annotations are considered. Unlabelled annotations do not vote.
 * @param marks at least one
 * @param parentOf returns the parent of a label
 */
export function consensusOf(marks: readonly IndividualMark[], parentOf: (labelId: string) => string | null): Consensus {
  const confirmed = marks.filter(({ isConfirmed }) => isConfirmed)
  const voters = confirmed.some(({ labelId }) => labelId !== null) ? confirmed : marks
  const votes = voters.flatMap(({ labelId }) => labelId ?? [])
  const names = [...new Set(votes)]
  const { labelId, by } = nameOf(votes, names, parentOf)
  const standsFor = voters.filter(mark => mark.labelId === labelId)
  const [first] = (standsFor.length > 0 ? standsFor : voters).map(({ id }) => id).sort()
  return { id: first ?? '', labelId, by: voters === confirmed && by === 'agreed' ? 'settled' : by }
}

function nameOf(votes: readonly string[], names: readonly string[], parentOf: (labelId: string) => string | null): Omit<Consensus, 'id'> {
  if (names.length <= 1) return { labelId: names[0] ?? null, by: 'agreed' }
  const winner = names.find(name => 2 * votes.filter(vote => vote === name).length > votes.length)
  return winner === undefined ? { labelId: lowestShared(names, parentOf), by: 'shared' } : { labelId: winner, by: 'majority' }
}

/** Lowest common ancestor of labels, which may be one of the labels itself; null if there is none. */
function lowestShared(names: readonly string[], parentOf: (labelId: string) => string | null): string | null {
  const [first = '', ...others] = names
  const lines = others.map(name => new Set(lineOf(name, parentOf)))
  return lineOf(first, parentOf).find(id => lines.every(line => line.has(id))) ?? null
}

/** Ids of a label and its ancestors, from the label upwards. */
function lineOf(labelId: string, parentOf: (labelId: string) => string | null): string[] {
  const line: string[] = []
  for (let id: string | null = labelId; id !== null; id = parentOf(id)) line.push(id)
  return line
}
