import t from 'tap'
import { cohensKappa, kappaOfCategories } from '../../../../shared/statistics/agreement/cohens-kappa.ts'
import { confusionOf, type NamePair } from '../../../../shared/statistics/agreement/confusion.ts'
import { isClose } from '../../../support/close.ts'

function confusionOfMatrix(matrix: readonly (readonly number[])[]) {
  return confusionOf(
    matrix.flatMap((row, reference) =>
      row.map((count, predicted): NamePair => ({ reference: `${reference}`, predicted: `${predicted}`, count }))
    )
  )
}

const reference = [
  [20, 5, 0],
  [3, 15, 2],
  [1, 1, 13]
]

t.test('gives the reference vector', async t => {
  const kappa = cohensKappa(confusionOfMatrix(reference))
  isClose(t, kappa?.observedAgreement, 0.8)
  isClose(t, kappa?.chanceAgreement, 0.345833)
  isClose(t, kappa?.kappa, 0.694268)
  isClose(t, kappa?.standardError, 0.079555745)
  isClose(t, kappa?.low, 0.694268 - 1.959964 * 0.079555745)
  isClose(t, kappa?.high, 0.694268 + 1.959964 * 0.079555745)
})

/** Data of Hout et al. 1987 from the R package vcd, whose standard error is 0.0686. */
t.test('gives the published kappa and standard error of 91 couples', async t => {
  const couples = [
    [7, 7, 2, 3],
    [2, 8, 3, 7],
    [1, 5, 4, 9],
    [2, 8, 9, 14]
  ]
  const kappa = cohensKappa(confusionOfMatrix(couples))
  isClose(t, kappa?.kappa, 0.1293, 5e-5)
  isClose(t, kappa?.standardError, 0.0686, 5e-5)
})

t.test('does not depend on the reference', async t => {
  const [one, other] = [cohensKappa(confusionOfMatrix(reference)), cohensKappa(confusionOfMatrix(transposed(reference)))]
  isClose(t, one?.kappa, other?.kappa ?? Number.NaN, 1e-12)
  isClose(t, one?.standardError, other?.standardError ?? Number.NaN, 1e-12)
})

t.test('agreement is 1 for identical annotators, below 0 for opposed ones, and 0 by chance', async t => {
  t.match(
    cohensKappa(
      confusionOfMatrix([
        [7, 0, 0],
        [0, 2, 0],
        [0, 0, 5]
      ])
    ),
    { kappa: 1, observedAgreement: 1, standardError: 0, low: 1, high: 1 }
  )
  t.match(
    cohensKappa(
      confusionOfMatrix([
        [0, 5],
        [5, 0]
      ])
    ),
    { kappa: -1, low: -1 }
  )
  isClose(
    t,
    cohensKappa(
      confusionOfMatrix([
        [6, 4],
        [12, 8]
      ])
    )?.kappa,
    0,
    1e-12
  )
})

t.test('has no value without items, or with a single name', async t => {
  t.equal(cohensKappa(confusionOf([])), null)
  t.equal(cohensKappa(confusionOf([{ reference: 'cod', predicted: 'cod', count: 9 }])), null)
  t.match(cohensKappa(confusionOf([{ reference: 'cod', predicted: 'hake', count: 9 }])), { kappa: 0 })
})

t.test('each name against all others', async t => {
  const kappas = kappaOfCategories(confusionOfMatrix(reference))
  // first name: [[20, 5], [4, 31]]
  const chance = (25 * 24 + 35 * 36) / 3600
  isClose(t, kappas.get('0')?.kappa, (51 / 60 - chance) / (1 - chance), 1e-12)
  t.equal(kappas.size, 3)
  const two = confusionOfMatrix([
    [8, 2],
    [3, 7]
  ])
  isClose(t, kappaOfCategories(two).get('1')?.kappa, cohensKappa(two)?.kappa ?? Number.NaN, 1e-12)
  t.same(kappaOfCategories(confusionOf([{ reference: 'cod', predicted: 'cod' }])), new Map([['cod', null]]))
  t.same([...kappaOfCategories(confusionOf([{ reference: 'cod', predicted: null }])).keys()], ['cod'])
})

function transposed(matrix: readonly (readonly number[])[]): number[][] {
  return matrix.map((_, column) => matrix.map(row => row[column] ?? 0))
}
