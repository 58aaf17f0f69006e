import { aphiaIdOf } from '../names.ts'
import type { CatalogIndex, PlannedLabel } from './catalog-index.ts'
import type { GivenLabel } from './given.ts'

/**
 * Treatment of a row whose name exists elsewhere in the catalog. `ask` leaves the decision to a person, `add` adds a new label, and `use`
 * takes the existing one.
 */
export type Namesakes = 'ask' | 'add' | 'use'

/** Match of a row: a label and how it was recognised, none, or the reason for a person's decision. */
export type Match = Recognised | { known: null } | { ambiguous: string; candidates: PlannedLabel[] }

export interface Recognised {
  known: PlannedLabel
  by: 'id' | 'aphiaId' | 'place' | 'name' | 'decision'
}

export interface Seeker {
  label: GivenLabel
  /** Parent of the row in the catalog; undefined when the parent is not in the catalog yet. */
  parentId: string | null | undefined
  namesakes: Namesakes
  /** Whether another row of the list already matches this label. */
  isTaken(label: PlannedLabel): boolean
}

/**
 * Finds the label of a row by its id, its WoRMS identifier, or its name under the same parent. A label elsewhere matches by name only with
 * `use`.
 */
export function findMatch(catalog: CatalogIndex, { label, parentId, namesakes, isTaken }: Seeker): Match {
  const { state } = label
  const own = label.key === null ? undefined : catalog.get(label.key)
  if (own?.before) return { known: own, by: 'id' }

  const aphiaId = aphiaIdOf(state.scientificNameID ?? null)
  const isOpen = Boolean(state.identificationQualifier ?? state.morphospecies)
  if (aphiaId !== null && !isOpen) {
    const [taxon, ...others] = catalog.withAphiaId(aphiaId).filter(each => !each.isOpen)
    if (taxon && others.length > 0)
      return { ambiguous: `${others.length + 1} labels of the catalog have its WoRMS identifier`, candidates: [taxon, ...others] }
    if (taxon) return { known: taxon, by: 'aphiaId' }
  }

  const differs = (each: PlannedLabel) => aphiaId !== null && each.aphiaId !== null && each.aphiaId !== aphiaId
  const inPlace = parentId === undefined ? undefined : catalog.at(parentId, state.name)
  if (inPlace && differs(inPlace))
    return { ambiguous: `the label “${inPlace.name}” under the same parent has another WoRMS identifier`, candidates: [inPlace] }
  if (inPlace) return { known: inPlace, by: 'place' }

  if (namesakes === 'add') return { known: null }
  const elsewhere = new Set([...catalog.knownNamed(state.name), ...catalog.knownNamed(state.scientificName ?? state.name)])
  const candidates = [...elsewhere].filter(each => !isTaken(each) && !differs(each) && each.isOpen === isOpen)
  const [namesake, ...others] = candidates
  if (!namesake) return { known: null }
  if (others.length > 0) return { ambiguous: `the catalog has this name in ${others.length + 1} other places`, candidates }
  if (namesakes === 'use') return { known: namesake, by: 'name' }
  const above = namesake.parentId === null ? undefined : catalog.get(namesake.parentId)
  return { ambiguous: `the catalog has “${namesake.name}” already, ${above ? `under “${above.name}”` : 'at the top'}`, candidates }
}
