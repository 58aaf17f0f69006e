/** Largest weight of a class, so that a few labels do not outweigh all others. */
const largest = 10

/** Counts the rows of each class. */
export function classCounts(labels: Int32Array, classes: number): Float64Array {
  const counts = new Float64Array(classes)
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1
  return counts
}

/** Computes the weights that make all classes count alike: n / (C·n_c), at most 10. */
export function balancedWeights(labels: Int32Array, classes: number): Float64Array {
  return classCounts(labels, classes).map(count => Math.min(largest, labels.length / (classes * Math.max(1, count))))
}

/** Computes the share of each class. A class without rows counts as if it had one row. @param weights weight of each class; 1 by default */
export function classShares(counts: Float64Array, weights: Float64Array | null = null): Float64Array {
  const weighted = counts.map((count, place) => Math.max(1, count) * (weights?.[place] ?? 1))
  const total = weights ? weighted.reduce((sum, each) => sum + each, 0) : counts.reduce((sum, each) => sum + each, 0)
  return weighted.map(each => each / total)
}
