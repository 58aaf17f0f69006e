import { accuracyOf, bestOf } from './evaluate.ts'
import { fitLda } from './lda.ts'
import { linearLogits } from './linear.ts'
import { type Matrix, rowsOf } from './matrix.ts'
import { fitScaler, standardised } from './standardise.ts'

const folds = 3

/**
 * Computes the accuracy of a discriminant analysis in 3-fold cross-validation over groups.
 * @param groups group of each row. Rows of a group are never split
 * @returns share of all rows that was predicted correctly; null with fewer than three groups
 */
export function accuracyByFold(matrix: Matrix, labels: Int32Array, classes: number, groups: ArrayLike<number>): number | null {
  const rows = Array.from(labels.keys())
  const foldOf = new Map([...new Set(Array.from(groups))].map((group, index) => [group, index % folds]))
  if (foldOf.size < folds) return null
  const predicted = new Int32Array(labels.length)
  for (let fold = 0; fold < folds; fold++) {
    const isLeft = (row: number) => foldOf.get(groups[row] ?? 0) === fold
    const [kept, left] = [rows.filter(row => !isLeft(row)), rows.filter(isLeft)]
    const scaler = fitScaler(rowsOf(matrix, kept))
    const take = (some: readonly number[]) => standardised(scaler, rowsOf(matrix, some))
    const { model } = fitLda(
      take(kept),
      Int32Array.from(kept, row => labels[row] ?? 0),
      classes,
      { hasLimit: false }
    )
    const found = bestOf(linearLogits(model, take(left)), classes).predicted
    for (const [index, row] of left.entries()) predicted[row] = found[index] ?? 0
  }
  return accuracyOf({ labels, predicted })
}
