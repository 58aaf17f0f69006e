import { type Confusion, cellOf } from './confusion.ts'

/** 0–1 each; null where it would be 0/0. */
export interface Scores {
  /** TP/(TP + FP): of what was given this name, the share that has it. */
  precision: number | null
  /** TP/(TP + FN): of what has this name, the share that was given it. */
  recall: number | null
  /** 2PR/(P + R) = 2TP/(2TP + FP + FN). */
  f1: number | null
}

export interface ClassScores {
  classes: Map<string, Scores & { truePositives: number; falsePositives: number; falseNegatives: number }>
  /** Mean over the classes that have a value. */
  macro: Scores
  /** From the sums over the classes. */
  micro: Scores
}

/**
 * Precision, recall and F1 of each class against the reference (rows). The background is not a class: an item the prediction overlooked is
 * a false negative of its class, one it made up a false positive.
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
