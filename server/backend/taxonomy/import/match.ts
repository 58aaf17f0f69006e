import { aphiaIdOf } from '../names.ts'
import type { CatalogIndex, PlannedLabel } from './catalog-index.ts'
import type { GivenLabel } from './given.ts'

/**
 * Treatment of a row whose name exists elsewhere in the catalog. `ask` leaves the decision to the user, `add` adds a new label, and `use` uses
 * the existing one.
 */
export type Namesakes = 'ask' | 'add' | 'use'

/** Match of a row: a label and how it was recognised, no label, or the reason why the user must decide. */
export type Match = Recognised | { known: null } | { ambiguous: string; candidates: PlannedLabel[] }

export interface Recognised {
  known: PlannedLabel
  by: 'id' | 'aphiaId' | 'place' | 'name' | 'decision'
}

export interface Seeker {
  label: GivenLabel
  /** Parent of the row in the catalog; null at the top. Undefined when the parent is not in the catalog yet. */
  parentId: string | null | undefined
  namesakes: Namesakes
  /** Whether another row of the list has already been matched to this label. */
  isTaken(label: PlannedLabel): boolean
}

/**
 * Finds the label of a row by its id, its WoRMS identifier, or its name under the same parent. With `use`, the name may also match elsewhere
 * in the catalog.
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
      return { ambiguous: `${others.length + 1} labels in the catalog have its WoRMS identifier`, candidates: [taxon, ...others] }
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
  return { ambiguous: `the catalog already has “${namesake.name}”, ${above ? `under “${above.name}”` : 'at the top'}`, candidates }
}
