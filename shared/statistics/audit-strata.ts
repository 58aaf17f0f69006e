/** Counts of the predicted points of some images, for the weights of their blind labels. */
export interface AuditStrata {
  /** Number of predicted points, by cell. */
  predicted: Map<number, number>
  /** Number of points of each acceptance with an ended audit: in total, with a blind label (pairs), and by cell. */
  acceptances: Map<string, { points: number; pairs: number; cells: Map<number, number> }>
}

export interface AuditWeights {
  /** Weight of a pair, by acceptance. Acceptances without a pair are missing. */
  pair: ReadonlyMap<string, number>
  /** Returns the weight of a held-out point in the error of the points that no audit corrects, 0–1. */
  held(cell: number): number
}

export const emptyStrata = (): AuditStrata => ({ predicted: new Map(), acceptances: new Map() })

const bands = 20

/** Returns the cell of a point: its most probable class and the probability of that class in twentieths. */
export function cellOf(probabilities: ArrayLike<number>): number {
  let top = 0
  for (let place = 1; place < probabilities.length; place++) if ((probabilities[place] ?? 0) > (probabilities[top] ?? 0)) top = place
  return top * bands + Math.min(bands - 1, Math.floor((probabilities[top] ?? 0) * bands))
}

/** Counts one predicted point. @param acceptance its acceptance, if that has an ended audit */
export function addPredicted(strata: AuditStrata, cell: number, acceptance: { id: string; isPair: boolean } | null): void {
  strata.predicted.set(cell, (strata.predicted.get(cell) ?? 0) + 1)
  if (!acceptance) return
  const known = strata.acceptances.get(acceptance.id) ?? { points: 0, pairs: 0, cells: new Map<number, number>() }
  strata.acceptances.set(acceptance.id, known)
  known.points++
  if (acceptance.isPair) known.pairs++
  known.cells.set(cell, (known.cells.get(cell) ?? 0) + 1)
}

/**
 * Computes weights for the two errors of a model. Blind labels yield the error on accepted points. Held-out points yield the error on the other
 * predicted points.
 *
 * - The sample of an audit is a simple random sample of its acceptance, not stratified by label. Acceptances have different sampling rates. A pair
 *   of acceptance h therefore has the weight N_h / n_h, the acceptance's points divided by its pairs. The weighted mean of 1[y = c] − P(c) is the
 *   stratified estimator Σ N_h · mean_h / Σ N_h. An acceptance without a pair has no error of its own, so its points count like the others.
 * - Held-out points stand for all predicted points. People accept the most certain points, and models err more on the rest. A held-out point
 *   therefore has as its weight the share of its cell's predicted points that no audit corrects. Without the weight, the error of the rest would
 *   be too small. A cell without predicted points has the share of all cells.
 */
export function auditWeights({ predicted, acceptances }: AuditStrata): AuditWeights {
  const audited = [...acceptances].filter(([, { pairs }]) => pairs > 0)
  const accepted = new Map<number, number>()
  for (const [, { cells }] of audited) for (const [cell, points] of cells) accepted.set(cell, (accepted.get(cell) ?? 0) + points)
  const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((total, count) => total + count, 0)
  const all = sum(predicted)
  const others = all === 0 ? 1 : 1 - sum(accepted) / all
  return {
    pair: new Map(audited.map(([id, { points, pairs }]) => [id, points / pairs])),
    held: cell => {
      const points = predicted.get(cell)
      return points === undefined ? others : 1 - (accepted.get(cell) ?? 0) / points
    }
  }
}
