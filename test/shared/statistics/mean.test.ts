import t from 'tap'
import { meanOf } from '../../../shared/statistics/mean.ts'
import { quantile } from '../../../shared/statistics/quantile.ts'
import { isClose } from '../../support/close.ts'

t.test('mean, deviation and error in one pass, far from zero too', async t => {
  const values = [2, 4, 4, 4, 5, 5, 7, 9]
  const mean = meanOf(values)
  t.match(mean, { n: 8, mean: 5 })
  isClose(t, mean?.standardDeviation, Math.sqrt(32 / 7), 1e-12)
  isClose(t, mean?.standardError, Math.sqrt(32 / 7 / 8), 1e-12)
  isClose(t, meanOf(values.map(value => value + 1e9))?.standardDeviation, Math.sqrt(32 / 7), 1e-6)
})

t.test('few values', async t => {
  t.equal(meanOf([]), null)
  t.same(meanOf([3]), { n: 1, mean: 3, standardDeviation: null, standardError: null })
  t.match(meanOf([3, 3]), { standardDeviation: 0, standardError: 0 })
  t.throws(() => meanOf([1, Number.NaN]), RangeError)
})

t.test('quantiles lie between neighbours', async t => {
  t.equal(quantile([1, 2, 3, 4], 0), 1)
  t.equal(quantile([1, 2, 3, 4], 0.25), 1.75)
  t.equal(quantile([1, 2, 3, 4], 0.5), 2.5)
  t.equal(quantile([1, 2, 3, 4], 1), 4)
  t.equal(quantile([7], 0.975), 7)
})
