import { type Confusion, cellOf } from './confusion.ts'

/** Scores of one class, 0–1 each; null where the value would be 0/0. */
export interface Scores {
  /** TP/(TP + FP): share of the items predicted as this class that belong to it. */
  precision: number | null
  /** TP/(TP + FN): share of the items of this class that were predicted as it. */
  recall: number | null
  /** F1: 2PR/(P + R) = 2TP/(2TP + FP + FN). */
  f1: number | null
}

export interface ClassScores {
  classes: Map<string, Scores & { truePositives: number; falsePositives: number; falseNegatives: number }>
  /** Mean over the classes with a value. */
  macro: Scores
  /** Scores from the sums over all classes. */
  micro: Scores
}

/**
 * Precision, recall and F1 of each class against the reference (rows). The background is not a class. An item that the prediction overlooked
 * is a false negative of its class. An item that only the prediction has is a false positive.
 */
export function classScores(confusion: Confusion): ClassScores {
  const { categories, rowTotals, columnTotals } = confusion
  const classes: ClassScores['classes'] = new Map()
  const sums = { truePositives: 0, falsePositives: 0, falseNegatives: 0 }
  for (const category of categories) {
    if (category === null) continue
    const truePositives = cellOf(confusion, category, category)
    const falsePositives = (columnTotals.get(category) ?? 0) - truePositives
    const falseNegatives = (rowTotals.get(category) ?? 0) - truePositives
    sums.truePositives += truePositives
    sums.falsePositives += falsePositives
    sums.falseNegatives += falseNegatives
    const counts = { truePositives, falsePositives, falseNegatives }
    classes.set(category, { ...counts, ...scoresOf(counts) })
  }
  const mean = (name: keyof Scores) => {
    const values = Array.from(classes.values(), scores => scores[name]).filter(value => value !== null)
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  }
  return { classes, macro: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') }, micro: scoresOf(sums) }
}

function scoresOf(counts: { truePositives: number; falsePositives: number; falseNegatives: number }): Scores {
  const { truePositives: hits, falsePositives, falseNegatives } = counts
  return {
    precision: share(hits, hits + falsePositives),
    recall: share(hits, hits + falseNegatives),
    f1: share(2 * hits, 2 * hits + falsePositives + falseNegatives)
  }
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)
