import { requireCount } from '../tally.ts'

/** Label that was given. Null is the background: one annotator marked an individual, and the other did not. */
export type Category = string | null

export interface NamePair {
  reference: Category
  predicted: Category
  /** Number of items with this pair of labels; 1 when absent. */
  count?: number
}

/** Confusion matrix. Rows are the reference and columns the prediction (or the first and the second annotator). Only cells above 0 are stored. */
export interface Confusion {
  /** Categories of the reference and of the prediction, in the order of their first pair. */
  categories: Category[]
  cells: Map<Category, Map<Category, number>>
  rowTotals: Map<Category, number>
  columnTotals: Map<Category, number>
  total: number
}

/**
 * Builds a confusion matrix from pairs of labels, in one pass. A pair with a `count` stands for that many items. Without pairs, the matrix is empty.
 * @throws RangeError when a count is not a whole number of 0 or more, or a pair is background on both sides
 */
export function confusionOf(pairs: Iterable<NamePair>): Confusion {
  const confusion: Confusion = { categories: [], cells: new Map(), rowTotals: new Map(), columnTotals: new Map(), total: 0 }
  const { cells, rowTotals, columnTotals } = confusion
  const categories = new Set<Category>()
  for (const { reference, predicted, count = 1 } of pairs) {
    requireCount(count)
    if (reference === null && predicted === null) throw new RangeError('A pair needs a label on at least one side')
    if (count === 0) continue
    categories.add(reference).add(predicted)
    const row = cells.get(reference) ?? new Map<Category, number>()
    cells.set(reference, row)
    row.set(predicted, (row.get(predicted) ?? 0) + count)
    rowTotals.set(reference, (rowTotals.get(reference) ?? 0) + count)
    columnTotals.set(predicted, (columnTotals.get(predicted) ?? 0) + count)
    confusion.total += count
  }
  confusion.categories = [...categories]
  return confusion
}

/** Number of items with this pair of labels. */
export function cellOf({ cells }: Confusion, reference: Category, predicted: Category): number {
  return cells.get(reference)?.get(predicted) ?? 0
}

/** Confusion matrix of the pairs that both annotators labelled. It measures agreement on labels alone, without overlooked individuals. */
export function withoutBackground(confusion: Confusion): Confusion {
  return confusionOf(pairsOf(confusion).filter(({ reference, predicted }) => reference !== null && predicted !== null))
}

/**
 * Confusion matrix of the same items under other labels, such as their families, for agreement at a rank. `to` returns null for a label
 * without a taxon at that rank. Pairs with such a label are left out. The background stays unchanged.
 */
export function confusionAt(confusion: Confusion, to: (category: string) => string | null): Confusion {
  const pairs: NamePair[] = []
  for (const { reference, predicted, count } of pairsOf(confusion)) {
    const above = { reference: reference === null ? null : to(reference), predicted: predicted === null ? null : to(predicted), count }
    if ((reference === null) === (above.reference === null) && (predicted === null) === (above.predicted === null)) pairs.push(above)
  }
  return confusionOf(pairs)
}

function pairsOf({ cells }: Confusion): Required<NamePair>[] {
  return Array.from(cells, ([reference, row]) => Array.from(row, ([predicted, count]) => ({ reference, predicted, count }))).flat()
}
