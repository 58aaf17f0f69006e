import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import { breathe } from '../../../lib/breathe.ts'
import { newId } from '../../../lib/ids.ts'
import { nameKey } from '../names.ts'
import { bareState, type LabelRow, type LabelState } from '../rows.ts'
import { catalogIndex, type PlannedLabel, stateNow } from './catalog-index.ts'
import type { Decision } from './decisions.ts'
import type { GivenLabel } from './given.ts'
import { findMatch, type Match, type Namesakes, type Recognised } from './match.ts'
import { differences, mergedState } from './merged-state.ts'
import { orderRows, type PlacedRow } from './order.ts'

export interface PlanOptions {
  /** Label that the top of the list goes under. */
  under: string | null
  namesakes: Namesakes
  /** What a person says of single rows. */
  decisions?: ReadonlyMap<number, Decision>
  /** Whether a label that the catalog has moves to where the list has it. */
  moves: boolean
}

export interface ImportPlan {
  /** Parents before children. */
  added: { id: string; state: LabelState }[]
  changed: { before: LabelRow; state: LabelState }[]
  /** By row; rows of which the catalog has all already are only counted. */
  outcomes: RowOutcome[]
  unchangedCount: number
}

/** Works a list into a catalog, in memory and in turns with others: what would be added and changed, and what became of every row. */
// Long: one plan, which all rows of the list share.
export async function planImport(rows: readonly LabelRow[], list: readonly GivenLabel[], options: PlanOptions): Promise<ImportPlan> {
  const catalog = await catalogIndex(rows)
  const ordered = await orderRows(list, {
    hasId: id => catalog.get(id) !== undefined,
    named: name => catalog.named(name).map(({ id }) => id)
  })
  const added: PlannedLabel[] = []
  const changed = new Set<PlannedLabel>()
  const outcomes: RowOutcome[] = ordered.unusable.map(({ name, ...row }) => ({
    ...row,
    outcome: 'refused',
    name: name ?? '',
    parentName: null
  }))
  /** Where rows ended up; one that was not taken is not here. */
  const labelOf = new Map<GivenLabel, PlannedLabel>()
  const rowOf = new Map<PlannedLabel, GivenLabel>()
  let unchangedCount = 0

  for (const place of ordered.rows) {
    tell(place.label, takeRow(place))
    await breathe()
  }
  for (const { label, accepted } of ordered.synonyms) {
    tell(label, takeSynonym(label, accepted))
    await breathe()
  }
  outcomes.sort((a, b) => a.row - b.row)
  return {
    added: added.map(label => ({ id: label.id, state: stateNow(label) })),
    changed: [...changed].flatMap(label => (label.before ? [{ before: label.before, state: stateNow(label) }] : [])),
    outcomes,
    unchangedCount
  }

  function tell({ row, state: { name, scientificName, taxonRank = null } }: Pick<GivenLabel, 'row' | 'state'>, taken: Taken): void {
    if (taken === 'unchanged') unchangedCount += 1
    else {
      const { outcome, parentId = null, message = null, candidates } = taken
      const parentName = parentId === null ? null : (catalog.get(parentId)?.name ?? null)
      outcomes.push({
        row,
        outcome,
        name,
        ...(scientificName && { taxon: { scientificName, taxonRank } }),
        parentName,
        column: null,
        message,
        ...(candidates && { candidates: candidates.map(toCandidate) })
      })
    }
  }

  function takeRow({ label, base, between, isPlaced }: PlacedRow): Taken {
    let above = options.under
    if (base !== 'top') {
      const parent = 'row' in base ? labelOf.get(base.row) : catalog.get(base.labelId)
      if (!parent) return refused(`row ${'row' in base ? base.row.row : ''}, above it, was not taken`)
      above = parent.id
    }
    const known = knownHigherTaxa(above, between)
    const place = known.missing.length === 0 ? known.deepest : undefined
    const decision = options.decisions?.get(label.row)
    if (decision?.as === 'left') return { outcome: 'ambiguous', parentId: known.deepest, message: 'left out, as was decided' }
    const match = decision
      ? decided(decision)
      : findMatch(catalog, { label, parentId: place, namesakes: options.namesakes, isTaken: each => rowOf.has(each) })
    if (!match) return refused('the label that was chosen for it is not in the catalog')
    if ('ambiguous' in match)
      return { outcome: 'ambiguous', parentId: known.deepest, message: match.ambiguous, candidates: match.candidates.slice(0, 20) }
    if (!match.known) {
      const twin = decision && place !== undefined && catalog.at(place, label.state.name)
      if (twin) return refused(`there is a label “${twin.name}” already`, place)
      const parentId = addHigherTaxa(label, known)
      settle(label, add({ ...bareState(label.state.name), ...label.state, parentId }))
      return { outcome: 'new', parentId }
    }
    const earlier = rowOf.get(match.known)
    if (earlier) return repeat(label, match.known, earlier)
    const moves = options.moves && isPlaced && (match.by === 'id' || match.by === 'aphiaId')
    return change(label, match.known, { ...namedAs(label, match), ...(moves && { parentId: addHigherTaxa(label, known) }) })
  }

  /** @returns undefined when the label is not there */
  function decided(decision: Exclude<Decision, { as: 'left' }>): Match | undefined {
    if (decision.as === 'new') return { known: null }
    const known = catalog.get(decision.labelId)
    return known?.before ? { known, by: 'decision' } : undefined
  }

  function toCandidate({ id, name, parentId }: PlannedLabel): NonNullable<RowOutcome['candidates']>[number] {
    return { id, name, parentName: (parentId === null ? undefined : catalog.get(parentId)?.name) ?? null }
  }

  /** How far down higher taxa are in the catalog; the rest is missing. */
  function knownHigherTaxa(above: string | null, taxa: GivenLabel['above']) {
    let deepest = above
    for (const [index, { name, rank }] of taxa.entries()) {
      const found = catalog.at(deepest, name) ?? only(catalog.named(name).filter(each => each.taxonRank === rank && !each.isOpen))
      if (!found) return { deepest, missing: taxa.slice(index) }
      deepest = found.id
    }
    return { deepest, missing: [] }
  }

  /** @returns the id of the lowest */
  function addHigherTaxa(label: GivenLabel, { deepest, missing }: ReturnType<typeof knownHigherTaxa>): string | null {
    let parentId = deepest
    for (const { name, rank } of missing) {
      const taxon = add({ ...bareState(name), scientificName: name, taxonRank: rank, parentId })
      tell(
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
    return label.key === null ? 'unchanged' : refused(`is the same label as row ${earlier.row}; what is under it goes there`)
  }

  function change(label: GivenLabel, known: PlannedLabel, given: Partial<LabelState>): Taken {
    const before = stateNow(known)
    const state = mergedState(before, given)
    const { parentId } = state
    if (parentId !== known.parentId && catalog.isWithin(parentId, known)) return refused('cannot go under a label that lies under it')
    const inPlace = catalog.at(parentId, state.name)
    if (inPlace && inPlace !== known) return refused(`there is a label “${inPlace.name}” already`, parentId)
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
    if (!target) return refused(`row ${accepted.row}, of which it is another name, was not taken`)
    const before = stateNow(target)
    const state = mergedState(before, { synonyms: [otherName(label.state)] })
    if (differences(before, state).length === 0) return 'unchanged'
    write(target, state)
    return { outcome: 'changed', parentId: target.parentId, message: `becomes a synonym of “${target.name}”` }
  }
}

/** What became of a row. */
type Taken =
  | 'unchanged'
  | { outcome: RowOutcome['outcome']; parentId?: string | null; message?: string; candidates?: readonly PlannedLabel[] }

const refused = (message: string, parentId: string | null = null): Taken => ({ outcome: 'refused', parentId, message })

/** A synonym's own words where it has more, or other ones, than a name. */
function otherName({ name, scientificName = null }: GivenLabel['state']): string {
  return scientificName === null || name.startsWith(`${scientificName} `) ? name : scientificName
}

const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

/** A team's own name for a taxon stays; a label that is called as its taxon is follows it. */
function namedAs({ state }: GivenLabel, { known, by }: Recognised): Partial<LabelState> {
  const before = stateNow(known)
  const follows = by === 'aphiaId' && before.scientificName !== null && nameKey(before.name) === nameKey(before.scientificName)
  return by === 'id' || follows ? state : { ...state, name: before.name }
}
