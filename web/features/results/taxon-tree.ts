import type { ResultsOptions } from '../../../shared/contracts/results.ts'

export type OptionTaxon = ResultsOptions['taxa'][number]

export interface Branch {
  taxon: OptionTaxon
  /** Number of ancestors. */
  depth: number
  /** Number of individuals, including those of descendants. */
  individuals: number
}

/** Returns taxa in tree order. Parents come first, and siblings keep the given order. */
export function branchesOf(taxa: readonly OptionTaxon[], individualsOf: (id: string) => number = () => 0): Branch[] {
  const ids = new Set(taxa.map(({ id }) => id))
  const under = new Map<string | null, OptionTaxon[]>()
  for (const taxon of taxa) {
    const parentId = taxon.parentId !== null && ids.has(taxon.parentId) ? taxon.parentId : null
    const siblings = under.get(parentId)
    if (siblings) siblings.push(taxon)
    else under.set(parentId, [taxon])
  }
  const branches: Branch[] = []
  function walk(parentId: string | null, depth: number): number {
    let sum = 0
    for (const taxon of under.get(parentId) ?? []) {
      const branch = { taxon, depth, individuals: 0 }
      branches.push(branch)
      branch.individuals = individualsOf(taxon.id) + walk(taxon.id, depth + 1)
      sum += branch.individuals
    }
    return sum
  }
  walk(null, 0)
  return branches
}
