import { breathe } from '../../../lib/breathe.ts'
import { nameKey } from '../names.ts'
import type { GivenLabel, UnusableRow } from './given.ts'

/** Parent of a row: another row, a label of the catalog, or the root of the list. */
export type Base = { row: GivenLabel } | { labelId: string } | 'top'

export interface PlacedRow {
  label: GivenLabel
  base: Base
  /** Higher taxa between the base and the row that have no row of their own, highest first. */
  between: GivenLabel['above']
  /** Whether the list specifies a parent or higher taxa for the row. */
  isPlaced: boolean
}

/** Lookup of the catalog labels that a list can refer to. */
export interface KnownLabels {
  hasId(labelId: string): boolean
  /** Returns the ids of the labels with a name. */
  named(name: string): string[]
}

export interface OrderedList {
  /** Rows with their parents, parents before children. */
  rows: PlacedRow[]
  /** Synonyms, each with the row of its accepted name. */
  synonyms: { label: GivenLabel; accepted: GivenLabel }[]
  unusable: UnusableRow[]
}

/** Finds the parent of every row, and sorts the rows so that parents come first. Rows in a cycle, and all rows below them, are unusable. */
// Long: one order, pass after pass.
export async function orderRows(list: readonly GivenLabel[], known: KnownLabels): Promise<OrderedList> {
  const unusable: UnusableRow[] = []
  const refuse = ({ row, state }: GivenLabel, message: string) => unusable.push({ row, name: state.name, column: null, message })
  const byKey = new Map<string, GivenLabel>()
  const byName = new Map<string, GivenLabel[]>()
  const unique: GivenLabel[] = []
  for (const label of list) {
    await breathe()
    const twin = label.key === null ? undefined : byKey.get(label.key)
    if (twin) {
      refuse(label, `has the identifier of row ${twin.row}`)
      continue
    }
    if (label.key !== null) byKey.set(label.key, label)
    for (const name of new Set([label.state.name, label.state.scientificName ?? label.state.name].map(nameKey))) {
      const namesakes = byName.get(name)
      if (namesakes) namesakes.push(label)
      else byName.set(name, [label])
    }
    unique.push(label)
  }

  const acceptedOf = (label: GivenLabel) => (label.acceptedKey === null ? undefined : byKey.get(label.acceptedKey))
  const synonyms: OrderedList['synonyms'] = []
  const placed = new Map<GivenLabel, PlacedRow>()
  for (const label of unique) {
    await breathe()
    const accepted = acceptedOf(label)
    if (accepted && acceptedOf(accepted)) refuse(label, `is a synonym of row ${accepted.row}, which is itself a synonym`)
    else if (accepted) synonyms.push({ label, accepted })
    else {
      const place = placeOf(label)
      if (typeof place === 'string') refuse(label, place)
      else placed.set(label, place)
    }
  }
  const { rows, left } = parentsFirst([...placed.values()])
  for (const { label, reason } of left) refuse(label, reason)
  return { rows, synonyms, unusable }

  /** Finds the position of a row in the tree. @returns an error message when the parent cannot be determined */
  function placeOf(label: GivenLabel): PlacedRow | string {
    const { parent } = label
    if (!parent) return { label, ...fromHigherTaxa(label), isPlaced: label.above.length > 0 }
    const base = parent.by === 'name' ? named(parent.value) : (keyed(parent.value) ?? (parent.by === 'either' ? named(parent.value) : null))
    if (typeof base === 'string') return base
    if (!base) return `its parent “${shorten(parent.value)}” is neither in the list nor in the catalog`
    return { label, base, between: [], isPlaced: true }
  }

  function keyed(key: string): Base | null {
    const row = byKey.get(key)
    if (row) return { row: acceptedOf(row) ?? row }
    return known.hasId(key) ? { labelId: key } : null
  }

  function named(name: string): Base | string | null {
    const [row, another] = byName.get(nameKey(name)) ?? []
    if (row && another) return `its parent “${shorten(name)}” is ambiguous: it may be row ${row.row} or row ${another.row}`
    if (row) return { row }
    const ids = known.named(name)
    if (ids.length > 1) return `its parent “${shorten(name)}” is ambiguous: ${ids.length} labels in the catalog have this name`
    return ids[0] === undefined ? null : { labelId: ids[0] }
  }

  /** Finds the position of a row from its higher taxa. `base` is the nearest higher taxon with a row, and `between` lists the taxa below it. */
  function fromHigherTaxa(label: GivenLabel): Pick<PlacedRow, 'base' | 'between'> {
    const { above } = label
    for (let at = above.length - 1; at >= 0; at--) {
      const taxon = above[at]
      const row = taxon && byName.get(nameKey(taxon.name))?.find(({ state }) => state.taxonRank === taxon.rank && !isOpen(state))
      if (row && row !== label) return { base: { row }, between: above.slice(at + 1) }
    }
    return { base: 'top', between: above }
  }
}

/** Whether a row has an open-nomenclature name. Members of a taxon cannot be placed under such a row. */
const isOpen = ({ identificationQualifier, morphospecies }: GivenLabel['state']) => Boolean(identificationQualifier ?? morphospecies)

function parentsFirst(all: PlacedRow[]): { rows: PlacedRow[]; left: { label: GivenLabel; reason: string }[] } {
  const under = new Map<GivenLabel, PlacedRow[]>()
  const rows: PlacedRow[] = []
  for (const place of all) {
    if (place.base === 'top' || 'labelId' in place.base) rows.push(place)
    else {
      const siblings = under.get(place.base.row)
      if (siblings) siblings.push(place)
      else under.set(place.base.row, [place])
    }
  }
  for (let at = 0; at < rows.length; at++) {
    const { label } = rows[at] as PlacedRow
    for (const child of under.get(label) ?? []) rows.push(child)
    under.delete(label)
  }
  const parentOf = new Map([...under].flatMap(([parent, children]) => children.map(({ label }) => [label, parent] as const)))
  const left = [...parentOf.keys()].map(label => ({ label, reason: reasonOf(label, parentOf) }))
  return { rows, left }
}

/** Maximum number of parents to follow. In a malicious list, all rows could form one cycle. */
const longestWay = 200

/** Explains why a row cannot be reached from the root. */
function reasonOf(label: GivenLabel, parentOf: Map<GivenLabel, GivenLabel>): string {
  const way = [label]
  const seen = new Set(way)
  for (;;) {
    const parent = parentOf.get(way.at(-1) as GivenLabel)
    if (!parent) return `its ancestor in row ${way.at(-1)?.row} was not imported`
    if (parent === label) {
      const ring = [...way, label].map(({ row }) => row)
      return ring.length === 2
        ? 'names itself as its parent'
        : `its parents form a cycle: rows ${(ring.length > 12 ? [...ring.slice(0, 10), '…', ...ring.slice(-1)] : ring).join(' → ')}`
    }
    if (seen.has(parent)) return `its ancestor in row ${parent.row} is part of a cycle`
    if (way.length === longestWay) return 'its parents form a cycle or lead to one'
    seen.add(parent)
    way.push(parent)
  }
}

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
