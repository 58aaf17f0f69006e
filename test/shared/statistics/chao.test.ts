import t from 'tap'
import { chaoRichness } from '../../../shared/statistics/chao.ts'
import { sampleCoverage } from '../../../shared/statistics/coverage.ts'
import { tallyOf } from '../../../shared/statistics/tally.ts'
import { isClose } from '../../support/close.ts'

const reference = tallyOf([10, 6, 3, 1, 1, 1, 2])

t.test('gives the four forms of the reference vector, with intervals from an independent calculation', async t => {
  const forms = [
    [{}, 8.5, 2.598076, 7.149238, 22.076637],
    [{ drawn: 24 }, 8.4375, 2.501822, 7.142163, 21.535421],
    [{ form: 'classic' }, 11.5, 7.193747, 7.494902, 47.917167],
    [{ form: 'classic', drawn: 24 }, 11.3125, 6.907028, 7.473163, 46.304933]
  ] as const
  for (const [options, estimate, standardError, low, high] of forms) {
    const found = chaoRichness(reference, options)
    isClose(t, found?.estimate, estimate)
    isClose(t, found?.standardError, standardError)
    isClose(t, found?.low, low)
    isClose(t, found?.high, high)
  }
})

/** Published with scikit-bio as the output of EstimateS, which rounds to two decimals. */
t.test('agrees with EstimateS, even without singletons or doubletons', async t => {
  const vectors = [
    [[0, 1, 1, 4, 2, 5, 2, 4, 1, 2], 'biasCorrected', 9.75, 1.42, 9.07, 17.45],
    [[0, 1, 1, 4, 2, 5, 2, 4, 1, 2], 'classic', 10.5, 2.29, 9.17, 21.89],
    [[0, 2, 2, 4, 5], 'biasCorrected', 4, 0.39, 4, 4.95],
    [[0, 1, 1, 4, 5], 'biasCorrected', 5, 2.17, 4.08, 17.27],
    [[0, 1, 1, 4, 5], 'classic', 5, 2.17, 4.08, 17.27]
  ] as const
  for (const [counts, form, estimate, standardError, low, high] of vectors) {
    const found = chaoRichness(tallyOf(counts), { form })
    isClose(t, found?.estimate, estimate, 1e-12)
    isClose(t, found?.standardError, standardError, 0.006)
    isClose(t, found?.low, low, 0.006)
    isClose(t, found?.high, high, 0.006)
  }
})

t.test('never estimates fewer taxa than were seen, and the interval contains the estimate', async t => {
  for (const counts of [[1], [1, 1], [1, 1, 1, 1], [1, 2], [2], [1, 5, 9], [7, 7], [1, 1, 1, 2, 2]]) {
    const found = chaoRichness(tallyOf(counts))
    t.ok(found && found.estimate >= counts.length && found.low >= counts.length, `${counts}`)
    t.ok(found && found.low <= found.estimate && found.estimate <= found.high && found.high < Infinity, `${counts}`)
  }
})

t.test('an empty sample has no estimate', async t => {
  t.equal(chaoRichness(tallyOf([])), null)
  t.equal(sampleCoverage(tallyOf([])), null)
  t.throws(() => chaoRichness(reference, { drawn: 0 }), RangeError)
})

t.test('gives the sample coverage of the reference vector', async t => {
  isClose(t, sampleCoverage(reference)?.good, 0.875)
  isClose(t, sampleCoverage(reference)?.chaoJost, 0.878521)
})

t.test('edge cases of coverage', async t => {
  t.same(sampleCoverage(tallyOf([5, 3])), { good: 1, chaoJost: 1 })
  t.same(sampleCoverage(tallyOf([1])), { good: 0, chaoJost: null })
  const onlySingletons = sampleCoverage(tallyOf([1, 1, 1, 1]))
  t.equal(onlySingletons?.good, 0)
  isClose(t, onlySingletons?.chaoJost, 1 - (3 * 3) / (3 * 3 + 2), 1e-12)
})
