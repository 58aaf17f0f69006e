import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { breathe } from '../../../lib/breathe.ts'
import { newId } from '../../../lib/ids.ts'
import { nameKey } from '../names.ts'
import { bareState, type LabelRow, type LabelState } from '../rows.ts'
import { catalogIndex, type PlannedLabel, stateNow } from './catalog-index.ts'
import type { Decision } from './decisions.ts'
import type { GivenLabel } from './given.ts'
import { type HigherTaxa, knownHigherTaxa } from './higher-taxa.ts'
import { findMatch, type Match, type Namesakes, type Recognised } from './match.ts'
import { differences, mergedState } from './merged-state.ts'
import { orderRows, type PlacedRow } from './order.ts'
import { Outcomes, refused, type Taken } from './outcomes.ts'

export interface PlanOptions {
  /** Label under which the list is imported; null for the root of the catalog. */
  under: string | null
  namesakes: Namesakes
  /** Decisions of the user, by row. */
  decisions?: ReadonlyMap<number, Decision>
  /** Whether existing labels are moved to their position in the list. */
  moves: boolean
}

export interface ImportPlan {
  /** New labels, parents before children. */
  added: { id: string; state: LabelState }[]
  changed: { before: LabelRow; state: LabelState }[]
  /** Outcomes by row. Unchanged rows are only counted. */
  outcomes: RowOutcome[]
  unchangedCount: number
}

/**
 * Plans the import of a list into a catalog: labels to add, labels to change, and the outcome of each row. The plan is made in memory, and other
 * requests can run between the rows.
 */
// Long: one plan, which all rows of the list share.
export async function planImport(rows: readonly LabelRow[], list: readonly GivenLabel[], options: PlanOptions): Promise<ImportPlan> {
  const catalog = await catalogIndex(rows)
  const ordered = await orderRows(list, {
    hasId: id => catalog.get(id) !== undefined,
    named: name => catalog.named(name).map(({ id }) => id)
  })
  const added: PlannedLabel[] = []
  const changed = new Set<PlannedLabel>()
  const outcomes = new Outcomes(catalog, ordered.unusable)
  /** Labels of the imported rows. */
  const labelOf = new Map<GivenLabel, PlannedLabel>()
  const rowOf = new Map<PlannedLabel, GivenLabel>()

  for (const place of ordered.rows) {
    outcomes.add(place.label, takeRow(place))
    await breathe()
  }
  for (const { label, accepted } of ordered.synonyms) {
    outcomes.add(label, takeSynonym(label, accepted))
    await breathe()
  }
  return {
    added: added.map(label => ({ id: label.id, state: stateNow(label) })),
    changed: [...changed].flatMap(label => (label.before ? [{ before: label.before, state: stateNow(label) }] : [])),
    outcomes: outcomes.sorted(),
    unchangedCount: outcomes.unchangedCount
  }

  function takeRow({ label, base, between, isPlaced }: PlacedRow): Taken {
    let above = options.under
    if (base !== 'top') {
      const parent = 'row' in base ? labelOf.get(base.row) : catalog.get(base.labelId)
      if (!parent) return refused(`its ancestor in row ${'row' in base ? base.row.row : ''} was not imported`)
      above = parent.id
    }
    const known = knownHigherTaxa(catalog, above, between)
    const place = known.missing.length === 0 ? known.deepest : undefined
    const decision = options.decisions?.get(label.row)
    if (decision?.as === 'left') return { outcome: 'ambiguous', parentId: known.deepest, message: 'left out by decision' }
    const match = decision
      ? decided(decision)
      : findMatch(catalog, { label, parentId: place, namesakes: options.namesakes, isTaken: each => rowOf.has(each) })
    if (!match) return refused('the chosen label is not in the catalog')
    if ('ambiguous' in match)
      return { outcome: 'ambiguous', parentId: known.deepest, message: match.ambiguous, candidates: match.candidates.slice(0, 20) }
    if (!match.known) {
      const twin = decision && place !== undefined && catalog.at(place, label.state.name)
      if (twin) return refused(`the label “${twin.name}” already exists`, place)
      const parentId = addHigherTaxa(label, known)
      settle(label, add({ ...bareState(label.state.name), ...label.state, parentId }))
      return { outcome: 'new', parentId }
    }
    const earlier = rowOf.get(match.known)
    if (earlier) return repeat(label, match.known, earlier)
    const moves = options.moves && isPlaced && (match.by === 'id' || match.by === 'aphiaId')
    return change(label, match.known, { ...namedAs(label, match), ...(moves && { parentId: addHigherTaxa(label, known) }) })
  }

  /** Returns the match that the user decided on; undefined when the chosen label is not in the catalog. */
  function decided(decision: Exclude<Decision, { as: 'left' }>): Match | undefined {
    if (decision.as === 'new') return { known: null }
    const known = catalog.get(decision.labelId)
    return known?.before ? { known, by: 'decision' } : undefined
  }

  /** Adds the missing higher taxa of a row. @returns id of the lowest taxon */
  function addHigherTaxa(label: GivenLabel, { deepest, missing }: HigherTaxa): string | null {
    let parentId = deepest
    for (const { name, rank } of missing) {
      const taxon = add({ ...bareState(name), scientificName: name, taxonRank: rank, parentId })
      outcomes.add(
        { ...label, state: { name, scientificName: name, taxonRank: rank } },
        { outcome: 'new', parentId, message: `from the column ${rank} of row ${label.row}` }
      )
      parentId = taxon.id
    }
    return parentId
  }

  function add(state: LabelState): PlannedLabel {
    const label = catalog.add(newId(), state)
    added.push(label)
    return label
  }

  function settle(label: GivenLabel, planned: PlannedLabel): void {
    labelOf.set(label, planned)
    rowOf.set(planned, label)
  }

  function repeat(label: GivenLabel, known: PlannedLabel, earlier: GivenLabel): Taken {
    labelOf.set(label, known)
    return label.key === null
      ? 'unchanged'
      : refused(`is the same label as row ${earlier.row}; the labels below it are placed below that row`)
  }

  function change(label: GivenLabel, known: PlannedLabel, given: Partial<LabelState>): Taken {
    const before = stateNow(known)
    const state = mergedState(before, given)
    const { parentId } = state
    if (parentId !== known.parentId && catalog.isWithin(parentId, known)) return refused('cannot move below one of its own descendants')
    const inPlace = catalog.at(parentId, state.name)
    if (inPlace && inPlace !== known) return refused(`the label “${inPlace.name}” already exists`, parentId)
    settle(label, known)
    const changes = differences(before, state)
    if (changes.length > 0) write(known, state)
    if (!known.before) return { outcome: 'new', parentId }
    return changes.length > 0 ? { outcome: 'changed', parentId, message: `changes ${changes.join(', ')}` } : 'unchanged'
  }

  function write(label: PlannedLabel, state: LabelState): void {
    catalog.change(label, state)
    if (label.before) changed.add(label)
  }

  function takeSynonym(label: GivenLabel, accepted: GivenLabel): Taken {
    const target = labelOf.get(accepted)
    if (!target) return refused(`row ${accepted.row}, its accepted name, was not imported`)
    const before = stateNow(target)
    const state = mergedState(before, { synonyms: [otherName(label.state)] })
    if (differences(before, state).length === 0) return 'unchanged'
    write(target, state)
    return { outcome: 'changed', parentId: target.parentId, message: `becomes a synonym of “${target.name}”` }
  }
}

/** Returns the name of a synonym: its label name if that extends the scientific name, else the scientific name. */
function otherName({ name, scientificName = null }: GivenLabel['state']): string {
  return scientificName === null || name.startsWith(`${scientificName} `) ? name : scientificName
}

/**
 * Returns the state of a row with the label name to use. A name that the team gave to a taxon is kept. A label named after its taxon takes its
 * name from the list.
 */
function namedAs({ state }: GivenLabel, { known, by }: Recognised): Partial<LabelState> {
  const before = stateNow(known)
  const follows = by === 'aphiaId' && before.scientificName !== null && nameKey(before.name) === nameKey(before.scientificName)
  return by === 'id' || follows ? state : { ...state, name: before.name }
}
