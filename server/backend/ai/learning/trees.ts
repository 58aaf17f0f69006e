import { type Matrix, rowOf } from './matrix.ts'

/** Extra-trees forest. A node with a negative feature is a leaf, whose `left` is the index of its class shares. */
export interface TreesModel {
  kind: 'trees'
  classes: number
  /** Root node of each tree. */
  roots: Int32Array
  features: Int16Array
  cuts: Float32Array
  left: Int32Array
  right: Int32Array
  /** Class shares of all leaves, concatenated. */
  shares: Float32Array
}

const trees = 100
const leastInLeaf = 2
const deepest = 30
const cutsPerFeature = 2

interface Growing {
  features: number[]
  cuts: number[]
  left: number[]
  right: number[]
  shares: number[]
}

/**
 * Fits extremely randomised trees (Geurts, Ernst & Wehenkel 2006), each on a bootstrap sample.
 * @param weights weight of each class in the samples; 1 by default
 */
// Long: the growth of one forest, whose steps share its arrays.
export function fitTrees(
  matrix: Matrix,
  labels: Int32Array,
  classes: number,
  random: () => number,
  weights: Float64Array | null = null
): TreesModel {
  const draw = weights ? weightedDraw(labels, weights, random) : () => Math.floor(random() * matrix.rows)
  const growing: Growing = { features: [], cuts: [], left: [], right: [], shares: [] }
  const roots: number[] = []
  const perSplit = Math.min(matrix.columns, Math.round(2 * Math.sqrt(matrix.columns)))
  for (let tree = 0; tree < trees; tree++) {
    const sample = Array.from({ length: matrix.rows }, draw)
    roots.push(grow(sample, 0))
  }
  return {
    kind: 'trees',
    classes,
    roots: Int32Array.from(roots),
    features: Int16Array.from(growing.features),
    cuts: Float32Array.from(growing.cuts),
    left: Int32Array.from(growing.left),
    right: Int32Array.from(growing.right),
    shares: Float32Array.from(growing.shares)
  }

  function grow(rows: number[], depth: number): number {
    const node = growing.features.length
    growing.features.push(-1)
    growing.cuts.push(0)
    growing.left.push(0)
    growing.right.push(0)
    const split = depth < deepest && rows.length >= 2 * leastInLeaf && !isPure(rows) ? bestSplit(rows) : null
    if (!split) {
      growing.left[node] = growing.shares.length / classes
      growing.shares.push(...countsOf(rows).map(count => count / rows.length))
      return node
    }
    growing.features[node] = split.feature
    growing.cuts[node] = split.cut
    const [below, above] = [
      rows.filter(row => featureOf(row, split.feature) < split.cut),
      rows.filter(row => featureOf(row, split.feature) >= split.cut)
    ]
    growing.left[node] = grow(below, depth + 1)
    growing.right[node] = grow(above, depth + 1)
    return node
  }

  function featureOf(row: number, feature: number): number {
    return matrix.values[row * matrix.columns + feature] ?? 0
  }

  function isPure(rows: readonly number[]): boolean {
    return rows.every(row => labels[row] === labels[rows[0] ?? 0])
  }

  function countsOf(rows: readonly number[]): number[] {
    const counts = new Array<number>(classes).fill(0)
    for (const row of rows) counts[labels[row] ?? 0] = (counts[labels[row] ?? 0] ?? 0) + 1
    return counts
  }

  /** Finds the split with the lowest Gini impurity among random thresholds of random features. */
  function bestSplit(rows: readonly number[]): { feature: number; cut: number } | null {
    const whole = countsOf(rows)
    let best: { feature: number; cut: number; impurity: number } | null = null
    for (let tried = 0; tried < perSplit; tried++) {
      const feature = Math.floor(random() * matrix.columns)
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const row of rows) {
        const value = featureOf(row, feature)
        least = Math.min(least, value)
        most = Math.max(most, value)
      }
      if (least === most) continue
      for (let place = 0; place < cutsPerFeature; place++) {
        const cut = Math.fround(least + random() * (most - least))
        const below = new Array<number>(classes).fill(0)
        let count = 0
        for (const row of rows) {
          if (featureOf(row, feature) >= cut) continue
          const label = labels[row] ?? 0
          below[label] = (below[label] ?? 0) + 1
          count++
        }
        if (count < leastInLeaf || rows.length - count < leastInLeaf) continue
        const impurity =
          giniOf(below, count) +
          giniOf(
            whole.map((all, index) => all - (below[index] ?? 0)),
            rows.length - count
          )
        if (!best || impurity < best.impurity) best = { feature, cut, impurity }
      }
    }
    return best
  }
}

/** Returns a function that draws a row in proportion to the weight of its class. */
function weightedDraw(labels: Int32Array, weights: Float64Array, random: () => number): () => number {
  const sums = new Float64Array(labels.length)
  let total = 0
  for (const [row, label] of labels.entries()) {
    total += weights[label] ?? 1
    sums[row] = total
  }
  return () => {
    const wanted = random() * total
    let [from, to] = [0, sums.length - 1]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((sums[middle] ?? 0) > wanted) to = middle
      else from = middle + 1
    }
    return from
  }
}

/** Computes the Gini impurity, weighted by the number of items. */
function giniOf(counts: readonly number[], total: number): number {
  let squares = 0
  for (const count of counts) squares += count * count
  return total - squares / total
}

/** Computes the logits ln(p + 0.002) for p, the leaf shares averaged over all trees, row-major. */
export function treeLogits({ classes, roots, features, cuts, left, right, shares }: TreesModel, matrix: Matrix): Float32Array {
  const logits = new Float32Array(matrix.rows * classes)
  for (let row = 0; row < matrix.rows; row++) {
    const x = rowOf(matrix, row)
    for (const root of roots) {
      let node = root
      for (let feature = features[node] ?? -1; feature >= 0; feature = features[node] ?? -1)
        node = ((x[feature] ?? 0) < (cuts[node] ?? 0) ? left[node] : right[node]) ?? 0
      const leaf = (left[node] ?? 0) * classes
      for (let place = 0; place < classes; place++)
        logits[row * classes + place] = (logits[row * classes + place] ?? 0) + (shares[leaf + place] ?? 0) / roots.length
    }
  }
  return logits.map(share => Math.log(share + 0.002))
}
