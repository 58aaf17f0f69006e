/** A mark of an individual that several people may have marked. */
export interface IndividualMark {
  id: string
  labelId: string | null
  /** Confirmed in review. */
  isConfirmed: boolean
}

/**
 * How an individual got its name: `settled` in review, `agreed` by all who named it, `majority` of more than half of them, or `shared`: the
 * lowest taxon that all names have in common, null where they have none. Only the last is not settled.
 */
export type NamedBy = 'settled' | 'agreed' | 'majority' | 'shared'

export interface Consensus {
  /** The mark that stands for the individual. */
  id: string
  labelId: string | null
  by: NamedBy
}

/**
 * The name and the mark that several marks of one individual count as. Names of confirmed marks alone decide where there are some; a mark
 * without a name decides nothing.
 * @param marks at least one
 * @param parentOf the label above a label
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

/** A name that lies above all others is shared by all. */
function lowestShared(names: readonly string[], parentOf: (labelId: string) => string | null): string | null {
  const [first = '', ...others] = names
  const lines = others.map(name => new Set(lineOf(name, parentOf)))
  return lineOf(first, parentOf).find(id => lines.every(line => line.has(id))) ?? null
}

/** A label and those above it, upwards. */
function lineOf(labelId: string, parentOf: (labelId: string) => string | null): string[] {
  const line: string[] = []
  for (let id: string | null = labelId; id !== null; id = parentOf(id)) line.push(id)
  return line
}
