import { breathe } from '../../../lib/breathe.ts'
import { aphiaIdOf, nameKey } from '../names.ts'
import { type LabelRow, type LabelState, stateOf } from '../rows.ts'

/** Label in an import plan: an existing label of the catalog, or one that the import adds. */
export interface PlannedLabel {
  id: string
  parentId: string | null
  name: string
  taxonRank: string | null
  aphiaId: number | null
  /** Whether the label is an open-nomenclature name or a morphospecies, and so not the taxon itself. */
  isOpen: boolean
  /** Row of an existing label; null for a label that the import adds. */
  before: LabelRow | null
  /** State after the import; null for an unchanged label. */
  after: LabelState | null
}

export function stateNow({ after, before, name }: PlannedLabel): LabelState {
  if (after) return after
  if (before) return stateOf(before)
  throw new Error(`“${name}” is neither in the catalog nor added to it`)
}

/** Builds the index of a catalog. Other requests can run between its rows. */
export async function catalogIndex(rows: readonly LabelRow[]): Promise<CatalogIndex> {
  const index = new CatalogIndex()
  for (const row of rows) {
    index.enter(row)
    await breathe()
  }
  return index
}

/** In-memory index of a catalog that includes the planned changes of an import. */
export class CatalogIndex {
  readonly #byId = new Map<string, PlannedLabel>()
  readonly #byPlace = new Map<string, PlannedLabel>()
  readonly #byName = new Map<string, PlannedLabel[]>()
  /** Existing labels by name. Labels added by the import are excluded, because a list may add thousands of labels of one taxon. */
  readonly #knownByName = new Map<string, PlannedLabel[]>()
  readonly #byAphiaId = new Map<number, PlannedLabel[]>()

  /** Adds an existing label. */
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

  /** Returns the labels anywhere in the catalog whose label name or scientific name matches. */
  named(name: string): readonly PlannedLabel[] {
    return this.#byName.get(nameKey(name)) ?? []
  }

  /** Returns the existing labels with a name, excluding labels added by the import. */
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

  /** Changes a label. Its previous parent and name stay reserved, so that labels cannot collide, regardless of the order of writing. */
  change(label: PlannedLabel, state: LabelState): void {
    label.after = state
    label.parentId = state.parentId
    label.name = state.name
    this.#byPlace.set(placeKey(state.parentId, state.name), label)
  }

  /** Whether a label is `above` itself or one of its descendants. */
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
