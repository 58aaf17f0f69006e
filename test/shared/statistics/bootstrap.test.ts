import t from 'tap'
import { bootstrapRatio } from '../../../shared/statistics/bootstrap.ts'
import { densityOf } from '../../../shared/statistics/density.ts'
import { isClose } from '../../support/close.ts'

const counts = [4, 0, 7, 2, 5, 1, 9, 3, 0, 6]
const areas = [2, 1.5, 2.5, 2, 2, 1, 3, 2, 1, 2]

t.test('the same seed gives the same interval, and another seed a different one', async t => {
  const first = bootstrapRatio(counts, areas, { seed: 'a' })
  t.same(bootstrapRatio(counts, areas, { seed: 'a' }), first)
  t.not(bootstrapRatio(counts, areas, { seed: 'b' })?.low, first?.low)
})

t.test('agrees with the standard error of the ratio', async t => {
  const found = bootstrapRatio(counts, Float64Array.from(areas), { seed: 'density', replicates: 4000 })
  const { density } = densityOf(counts.map((count, unit) => ({ count, areaSquareMeters: areas[unit] ?? null })))
  isClose(t, found?.ratio, 37 / 19, 1e-12)
  t.equal(density?.perSquareMeter, found?.ratio)
  const bootstrapped = found?.standardError ?? 0
  t.ok(Math.abs(bootstrapped / (density?.standardError ?? Number.NaN) - 1) < 0.15, `${bootstrapped} beside ${density?.standardError}`)
  t.ok(found && found.low < found.ratio && found.ratio < found.high)
})

t.test('identical units give an interval of zero width', async t => {
  t.same(bootstrapRatio([2, 2, 2], [1, 1, 1], { seed: '' }), { ratio: 2, standardError: 0, low: 2, high: 2 })
})

t.test('invalid input gives no interval', async t => {
  t.equal(bootstrapRatio([], [], { seed: '' }), null)
  t.equal(bootstrapRatio([1], [1], { seed: '' }), null)
  t.equal(bootstrapRatio([0, 0], [0, 0], { seed: '' }), null)
  t.ok(bootstrapRatio([1, 0], [1, 0], { seed: '' }), 'draws without any effort are repeated')
  t.throws(() => bootstrapRatio([1, 2], [1], { seed: '' }), RangeError)
  t.throws(() => bootstrapRatio([1, 2], [1, -1], { seed: '' }), RangeError)
  t.throws(() => bootstrapRatio([1, Number.NaN], [1, 1], { seed: '' }), RangeError)
  t.throws(() => bootstrapRatio([1, 2], [1, 1], { seed: '', replicates: 1 }), RangeError)
})
