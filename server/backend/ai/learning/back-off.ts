/** Tree above the classes of a classifier. Its first nodes are the classes. */
export interface ClassTree {
  classes: number
  /** Parent of each node, as an index; −1 for a root. */
  parents: Int32Array
  /**
   * Probability below which the best class is replaced by a broader label that reaches this probability. The threshold exceeds 0.5,
   * so that all nodes that reach it are on one path.
   */
  threshold: number
}

export const backOffThreshold = 0.7

/**
 * Finds the deepest node whose classes together reach a probability. A node above all classes is left out, because it excludes no class.
 * @param probabilities one for each class
 * @returns null if the most probable class reaches the probability alone, or if no node reaches it
 */
export function backedOff(
  probabilities: ArrayLike<number>,
  { classes, parents, threshold }: ClassTree
): { place: number; p: number } | null {
  const sums = new Float64Array(parents.length)
  const below = new Int32Array(parents.length)
  for (let place = 0; place < classes; place++) {
    const p = probabilities[place] ?? 0
    if (p >= threshold) return null
    for (let node = place; node >= 0; node = parents[node] ?? -1) {
      sums[node] = (sums[node] ?? 0) + p
      below[node] = (below[node] ?? 0) + 1
    }
  }
  let best = -1
  let bestDepth = -1
  for (const [node, sum] of sums.entries()) {
    if (sum < threshold || below[node] === classes) continue
    const depth = depthOf(node, parents)
    if (depth > bestDepth) [best, bestDepth] = [node, depth]
  }
  return best < 0 ? null : { place: best, p: Math.min(1, sums[best] ?? 0) }
}

function depthOf(node: number, parents: Int32Array): number {
  let depth = 0
  for (let at = parents[node] ?? -1; at >= 0; at = parents[at] ?? -1) depth++
  return depth
}
