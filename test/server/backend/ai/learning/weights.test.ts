import t from 'tap'
import { balancedWeights, classCounts, classShares } from '../../../../../server/backend/ai/learning/class-weights.ts'
import { predict } from '../../../../../server/backend/ai/learning/classifier.ts'
import { fitLda } from '../../../../../server/backend/ai/learning/lda.ts'
import { linearLogits, softmax } from '../../../../../server/backend/ai/learning/linear.ts'
import { fitLogistic } from '../../../../../server/backend/ai/learning/logistic.ts'
import { type Matrix, rowsOf } from '../../../../../server/backend/ai/learning/matrix.ts'
import { randomFrom } from '../../../../../server/backend/ai/learning/random.ts'
import { fitTrees } from '../../../../../server/backend/ai/learning/trees.ts'

const columns = 4
const labels = Int32Array.from({ length: 90 }, (_, row) => (row < 60 ? 0 : row < 80 ? 1 : 2))

function drawn(): Matrix {
  const random = randomFrom(5)
  const values = Float32Array.from({ length: labels.length * columns }, (_, at) => {
    const label = labels[Math.floor(at / columns)]!
    return 2 * random() - 1 + (at % columns === label ? 0.6 : 0)
  })
  return { values, rows: labels.length, columns }
}

t.test('balanced weights let all labels count alike, at most ten times', async t => {
  t.same(Array.from(balancedWeights(labels, 3)), [0.5, 1.5, 3])
  const rare = Int32Array.from({ length: 101 }, (_, row) => (row === 0 ? 1 : 0))
  t.same(Array.from(balancedWeights(rare, 2)), [101 / 200, 10])
  const counts = classCounts(labels, 3)
  t.same(
    Array.from(classShares(counts), share => share * 90),
    [60, 20, 10]
  )
  t.same(
    Array.from(classShares(counts, balancedWeights(labels, 3)), share => Number(share.toFixed(9))),
    [0.333333333, 0.333333333, 0.333333333]
  )
})

t.test('a weight of two is as if each row of the class were there twice', async t => {
  const matrix = drawn()
  const weights = Float64Array.of(1, 2, 2)
  const rows = Array.from(labels.keys()).flatMap(row => (labels[row] === 0 ? [row] : [row, row]))
  const twice = rowsOf(matrix, rows)
  const ofTwice = Int32Array.from(rows, row => labels[row]!)
  const one = fitLogistic(matrix, labels, 3, 1, { weights })
  const other = fitLogistic(twice, ofTwice, 3, labels.length / rows.length) // the penalty is per row
  const [p, q] = [one, other].map(model => softmax(linearLogits(model, matrix), 3)) as [Float32Array, Float32Array]
  t.ok(p.every((value, at) => Math.abs(value - q[at]!) < 5e-3))
  t.notOk(softmax(linearLogits(fitLogistic(matrix, labels, 3, 1), matrix), 3).every((value, at) => Math.abs(value - p[at]!) < 5e-3))

  const [plain, weighted] = [fitLda(matrix, labels, 3).model, fitLda(matrix, labels, 3, { weights }).model]
  t.same(weighted.weights, plain.weights, 'only the priors differ')
  const added = [60, 40, 20].map((count, place) => Math.log(count / 120) - Math.log([60, 20, 10][place]! / 90))
  for (const [place, bias] of weighted.biases.entries()) t.ok(Math.abs(bias - plain.biases[place]! - added[place]!) < 1e-5)
})

t.test('trees draw rows in proportion to their weights', async t => {
  const flat = { values: new Float32Array(labels.length * columns), rows: labels.length, columns }
  const { shares } = fitTrees(flat, labels, 3, randomFrom(3), balancedWeights(labels, 3))
  for (const place of [0, 1, 2]) {
    const of = Array.from(shares).filter((_, at) => at % 3 === place)
    const mean = of.reduce((sum, value) => sum + value, 0) / of.length
    t.ok(Math.abs(mean - 1 / 3) < 0.03, `${mean}`)
  }
})

t.test('another mix of labels changes the probabilities by the ratio of the shares', async t => {
  const matrix = drawn()
  const { model, distances } = fitLda(matrix, labels, 3)
  const scaler = { means: new Float32Array(columns), deviations: new Float32Array(columns).fill(1) }
  const classifier = { method: 'lda' as const, classes: 3, scaler, members: [{ model, temperature: 1 }], distances }
  const ratios = [0.2 / (60 / 90), 0.3 / (20 / 90), 0.5 / (10 / 90)]
  const before = predict(classifier, matrix)
  const after = predict(classifier, matrix, { shift: Float64Array.from(ratios, Math.log) })
  for (const [row, { best }] of before.entries()) {
    const sum = best.reduce((total, { place, p }) => total + p * ratios[place]!, 0)
    for (const { place, p } of best) {
      const now = after[row]!.best.find(each => each.place === place)!.p
      t.ok(Math.abs(now - (p * ratios[place]!) / sum) < 1e-5)
    }
  }
})
