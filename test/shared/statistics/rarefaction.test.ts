import t from 'tap'
import { absenceProbability, curveSizes } from '../../../shared/statistics/interpolation.ts'
import { rarefactionCurve, rarefy } from '../../../shared/statistics/rarefaction.ts'
import { isClose } from '../../support/close.ts'

const reference = [10, 6, 3, 1, 1, 1, 2]
const million = [500_000, 300_000, 150_000, 40_000, 9000, 900, 90, 9, 1]

t.test('gives the expectations of the reference vector', async t => {
  isClose(t, rarefy(reference, 5), 3.277997)
  isClose(t, rarefy(reference, 10), 4.717626)
  isClose(t, rarefy(reference, 20), 6.476285)
})

t.test('with every individual it is the richness, with one it is 1, with none 0', async t => {
  for (const counts of [reference, [7], [1, 1, 1], million]) {
    const total = counts.reduce((sum, count) => sum + count, 0)
    isClose(t, rarefy(counts, total), counts.length, 1e-12)
    isClose(t, rarefy(counts, 1), 1, 1e-9)
    t.equal(rarefy(counts, 0), 0)
  }
})

t.test('is precise enough for a million individuals', async t => {
  isClose(t, rarefy(million, 100), 4.67430483389114, 1e-7)
  isClose(t, rarefy(million, 1000), 5.689737816954238, 1e-7)
  isClose(t, rarefy(million, 100_000), 7.712504917233592, 1e-7)
  isClose(t, rarefy(million, 900_000), 8.899999999000324, 1e-7)
  const curve = rarefactionCurve(million)
  t.equal(curve.length, 100)
  t.ok(curve.every(({ expected }, index) => expected >= (curve[index - 1]?.expected ?? 0) && expected <= million.length))
})

t.test('the standard deviation equals an independent calculation', async t => {
  const curve = rarefactionCurve(reference, [5, 10, 20, 24])
  const wanted = [1.068768469, 1.27681436, 1.526032675, 1.633556943]
  for (const [index, point] of curve.entries()) isClose(t, point.standardDeviation, wanted[index] ?? Number.NaN)
})

t.test('the curve rises, and bends down', async t => {
  const curve = rarefactionCurve(reference)
  t.same(
    curve.map(({ size }) => size),
    Array.from({ length: 24 }, (_, index) => index + 1)
  )
  const steps = curve.slice(1).map(({ expected }, index) => expected - (curve[index]?.expected ?? 0))
  t.ok(steps.every((step, index) => step > 0 && (index === 0 || step <= (steps[index - 1] ?? 0) + 1e-12)))
})

t.test('both formulas for the absence of a taxon agree', async t => {
  for (const [total, held, drawn] of [
    [1000, 64, 70],
    [1000, 65, 70],
    [1000, 66, 70]
  ] as const) {
    let product = 1
    for (let at = 0; at < held; at++) product *= (total - drawn - at) / (total - at)
    isClose(t, absenceProbability(total, held, drawn), product, 1e-12)
    t.equal(absenceProbability(total, held, drawn), absenceProbability(total, drawn, held))
  }
  t.equal(absenceProbability(10, 6, 5), 0)
  t.equal(absenceProbability(10, 0, 5), 1)
})

t.test('an empty sample has no curve, and no more can be drawn than exists', async t => {
  t.equal(rarefy([], 0), null)
  t.equal(rarefy([0], 1), null)
  t.same(rarefactionCurve([]), [])
  t.throws(() => rarefy(reference, 25), { name: 'RangeError', message: '25 cannot be drawn from 24 individuals' })
  t.throws(() => rarefy(reference, 2.5), RangeError)
  t.throws(() => rarefactionCurve(reference, [30]), RangeError)
  t.throws(() => rarefactionCurve([1.5]), RangeError)
})

t.test('sizes range from one to all, each once', async t => {
  t.same(curveSizes(0), [])
  t.same(curveSizes(3), [1, 2, 3])
  const sizes = curveSizes(1_000_000, 50)
  t.equal(sizes.length, 50)
  t.equal(sizes[0], 1)
  t.equal(sizes.at(-1), 1_000_000)
  t.equal(new Set(curveSizes(101)).size, 100)
})
