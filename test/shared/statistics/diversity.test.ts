import t from 'tap'
import { diversity } from '../../../shared/statistics/diversity.ts'
import { hillNumber } from '../../../shared/statistics/hill.ts'
import { tallyOf } from '../../../shared/statistics/tally.ts'
import { isClose } from '../../support/close.ts'

const reference = [10, 6, 3, 1, 1, 1, 2]

t.test('gives the indices of the reference vector', async t => {
  const indices = diversity(tallyOf(reference))
  t.match(indices, { individuals: 24, richness: 7 })
  isClose(t, indices.shannon, 1.575615)
  isClose(t, (indices.shannon ?? 0) / Math.LN2, 2.273132)
  isClose(t, indices.expShannon, 4.833712)
  isClose(t, indices.simpson, 0.736111)
  isClose(t, indices.inverseSimpson, 3.789474)
  isClose(t, indices.unbiasedSimpson, 0.768116)
  isClose(t, indices.pielou, 0.809706)
})

t.test('a sample without counts has no indices, rather than zeros', async t => {
  for (const nothing of [[], [0, 0]])
    t.same(diversity(tallyOf(nothing)), {
      individuals: 0,
      richness: 0,
      shannon: null,
      expShannon: null,
      simpson: null,
      inverseSimpson: null,
      unbiasedSimpson: null,
      pielou: null
    })
  t.equal(hillNumber([], 1), null)
})

t.test('one taxon has no diversity, and no evenness', async t => {
  t.same(diversity(tallyOf([1_000_003])), {
    individuals: 1_000_003,
    richness: 1,
    shannon: 0,
    expShannon: 1,
    simpson: 0,
    inverseSimpson: 1,
    unbiasedSimpson: 0,
    pielou: null
  })
  t.match(diversity(tallyOf([1])), { simpson: 0, unbiasedSimpson: null, pielou: null })
})

t.test('equally common taxa have the maximum diversity', async t => {
  const indices = diversity(tallyOf([25, 25, 25, 25]))
  isClose(t, indices.pielou, 1, 1e-12)
  isClose(t, indices.expShannon, 4, 1e-12)
  isClose(t, indices.inverseSimpson, 4, 1e-12)
})

t.test('the order of taxa, empty ones and the kind of list do not matter', async t => {
  const indices = diversity(tallyOf(reference))
  t.same(diversity(tallyOf(Uint32Array.from([0, ...reference, 0]))), indices)
  t.same(diversity(tallyOf(new Map(reference.map((count, index) => [`taxon ${index}`, count])).values())), indices)
  isClose(t, diversity(tallyOf(reference.toReversed())).shannon, indices.shannon ?? Number.NaN, 1e-12)
})

t.test('Hill numbers equal the known indices at integer orders, and decrease with the order', async t => {
  isClose(t, hillNumber(reference, 0), 7, 1e-12)
  isClose(t, hillNumber(reference, 1), 4.833712)
  isClose(t, hillNumber(reference, 2), 3.789474)
  isClose(t, hillNumber(reference, Infinity), 2.4, 1e-12)
  isClose(t, hillNumber(reference, 1 + 1e-6), 4.833712, 1e-4)
  const orders = [0, 0.5, 0.9, 1, 1.1, 2, 5, Infinity].map(order => hillNumber(reference, order) ?? Number.NaN)
  t.ok(orders.every((number, index) => index === 0 || number < (orders[index - 1] ?? 0)))
  t.throws(() => hillNumber(reference, -1), RangeError)
})

t.test('invalid counts of individuals are refused', async t => {
  for (const count of [0.5, -1, Number.NaN, Infinity]) {
    t.throws(() => tallyOf([3, count]), { name: 'RangeError', message: `${count} is not a count of individuals` })
    t.throws(() => hillNumber([3, count], 1), RangeError)
  }
})
