import type { RowOutcome } from '../../../../shared/contracts/taxonomy-import.ts'
import type { CatalogIndex, PlannedLabel } from './catalog-index.ts'
import type { GivenLabel, UnusableRow } from './given.ts'

/** Outcome of a row; `unchanged` when the catalog already contains all facts of the row. */
export type Taken =
  | 'unchanged'
  | { outcome: RowOutcome['outcome']; parentId?: string | null; message?: string; candidates?: readonly PlannedLabel[] }

export const refused = (message: string, parentId: string | null = null): Taken => ({ outcome: 'refused', parentId, message })

/** Outcomes of an import by row. Unchanged rows are only counted. */
export class Outcomes {
  unchangedCount = 0
  readonly #catalog: CatalogIndex
  readonly #outcomes: RowOutcome[]

  constructor(catalog: CatalogIndex, unusable: readonly UnusableRow[]) {
    this.#catalog = catalog
    this.#outcomes = unusable.map(({ name, ...row }) => ({ ...row, outcome: 'refused', name: name ?? '', parentName: null }))
  }

  add({ row, state: { name, scientificName, taxonRank = null } }: Pick<GivenLabel, 'row' | 'state'>, taken: Taken): void {
    if (taken === 'unchanged') {
      this.unchangedCount += 1
      return
    }
    const { outcome, parentId = null, message = null, candidates } = taken
    this.#outcomes.push({
      row,
      outcome,
      name,
      ...(scientificName && { taxon: { scientificName, taxonRank } }),
      parentName: this.#nameOf(parentId),
      column: null,
      message,
      ...(candidates && {
        candidates: candidates.map(candidate => ({ id: candidate.id, name: candidate.name, parentName: this.#nameOf(candidate.parentId) }))
      })
    })
  }

  /** Returns the outcomes sorted by row. */
  sorted(): RowOutcome[] {
    return this.#outcomes.sort((a, b) => a.row - b.row)
  }

  #nameOf(labelId: string | null): string | null {
    return (labelId === null ? undefined : this.#catalog.get(labelId)?.name) ?? null
  }
}
