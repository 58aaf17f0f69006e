import { breathe } from '../../../lib/breathe.ts'
import { aphiaIdOf, nameKey } from '../names.ts'
import { type LabelRow, type LabelState, stateOf } from '../rows.ts'

/** A label of a plan: one of the catalog, or one that the import adds. */
export interface PlannedLabel {
  id: string
  parentId: string | null
  name: string
  taxonRank: string | null
  aphiaId: number | null
  /** Whether it is an open name or a morphospecies, and so not the taxon itself. */
  isOpen: boolean
  /** Null for one that the import adds. */
  before: LabelRow | null
  /** Null for one that stays as it is. */
  after: LabelState | null
}

export function stateNow({ after, before, name }: PlannedLabel): LabelState {
  if (after) return after
  if (before) return stateOf(before)
  throw new Error(`“${name}” is neither in the catalog nor added to it`)
}

/** Builds the index in turns with other requests. */
export async function catalogIndex(rows: readonly LabelRow[]): Promise<CatalogIndex> {
  const index = new CatalogIndex()
  for (const row of rows) {
    index.enter(row)
    await breathe()
  }
  return index
}

/** A catalog in memory, with the changes of an import. */
export class CatalogIndex {
  readonly #byId = new Map<string, PlannedLabel>()
  readonly #byPlace = new Map<string, PlannedLabel>()
  readonly #byName = new Map<string, PlannedLabel[]>()
  /** Only what the catalog has: a list may add thousands of labels of one taxon. */
  readonly #knownByName = new Map<string, PlannedLabel[]>()
  readonly #byAphiaId = new Map<number, PlannedLabel[]>()

  /** Takes in a label that the catalog has. */
  enter(row: LabelRow): void {
    const label = {
      id: row.id,
      parentId: row.parent_id,
      name: row.name,
      taxonRank: row.taxon_rank,
      aphiaId: aphiaIdOf(row.scientific_name_id),
      isOpen: row.identification_qualifier !== null || row.morphospecies !== null,
      before: row,
      after: null
    }
    this.#enter(label, row.scientific_name)
  }

  get(labelId: string): PlannedLabel | undefined {
    return this.#byId.get(labelId)
  }

  at(parentId: string | null, name: string): PlannedLabel | undefined {
    return this.#byPlace.get(placeKey(parentId, name))
  }

  /** Wherever they are, by the label's or by the taxon's name. */
  named(name: string): readonly PlannedLabel[] {
    return this.#byName.get(nameKey(name)) ?? []
  }

  /** The same without those that the import adds. */
  knownNamed(name: string): readonly PlannedLabel[] {
    return this.#knownByName.get(nameKey(name)) ?? []
  }

  withAphiaId(aphiaId: number): readonly PlannedLabel[] {
    return this.#byAphiaId.get(aphiaId) ?? []
  }

  add(id: string, state: LabelState): PlannedLabel {
    const label = {
      id,
      parentId: state.parentId,
      name: state.name,
      taxonRank: state.taxonRank,
      aphiaId: aphiaIdOf(state.scientificNameID),
      isOpen: state.identificationQualifier !== null || state.morphospecies !== null,
      before: null,
      after: state
    }
    this.#enter(label, state.scientificName)
    return label
  }

  /** The place that a label leaves stays taken, so that no order of writing makes two labels meet in one. */
  change(label: PlannedLabel, state: LabelState): void {
    label.after = state
    label.parentId = state.parentId
    label.name = state.name
    this.#byPlace.set(placeKey(state.parentId, state.name), label)
  }

  /** Whether a label is, or lies under, another one. */
  isWithin(labelId: string | null, above: PlannedLabel): boolean {
    let at = labelId === null ? undefined : this.#byId.get(labelId)
    while (at) {
      if (at === above) return true
      at = at.parentId === null ? undefined : this.#byId.get(at.parentId)
    }
    return false
  }

  #enter(label: PlannedLabel, scientificName: string | null): void {
    this.#byId.set(label.id, label)
    this.#byPlace.set(placeKey(label.parentId, label.name), label)
    for (const name of new Set([label.name, scientificName ?? label.name].map(nameKey))) {
      append(this.#byName, name, label)
      if (label.before) append(this.#knownByName, name, label)
    }
    if (label.aphiaId !== null) append(this.#byAphiaId, label.aphiaId, label)
  }
}

const placeKey = (parentId: string | null, name: string) => `${parentId ?? ''}\n${nameKey(name)}`

function append<K>(map: Map<K, PlannedLabel[]>, key: K, label: PlannedLabel): void {
  const there = map.get(key)
  if (there) there.push(label)
  else map.set(key, [label])
}
