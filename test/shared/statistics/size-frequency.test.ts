import t from 'tap'
import { chooseBinWidth, sizeFrequency } from '../../../shared/statistics/size-frequency.ts'

t.test('a size on a limit belongs to the class above, despite floating point', async t => {
  const { count, classes } = sizeFrequency([0.3, 0.31, 0.59, 0.6, 0.7], 0.1)
  t.equal(count, 5)
  t.same(classes, [
    { from: 0.3, to: 0.4, count: 2 },
    { from: 0.4, to: 0.5, count: 0 },
    { from: 0.5, to: 0.6, count: 1 },
    { from: 0.6, to: 0.7, count: 1 },
    { from: 0.7, to: 0.8, count: 1 }
  ])
})

t.test('every size is counted once, between the limits of its class', async t => {
  const sizes = Array.from({ length: 5000 }, (_, index) => ((index * 7919) % 10_007) / 100)
  const { classes } = sizeFrequency(sizes, 2.5)
  t.equal(
    classes.reduce((sum, { count }) => sum + count, 0),
    5000
  )
  for (const { from, to, count } of classes) t.equal(sizes.filter(size => size >= from && size < to).length, count)
})

t.test('a frequency of no sizes, and of one', async t => {
  t.same(sizeFrequency([], 5), { binWidth: 5, count: 0, classes: [] })
  t.same(sizeFrequency([0], 5).classes, [{ from: 0, to: 5, count: 1 }])
})

t.test('invalid sizes, and too many classes, are refused', async t => {
  for (const size of [-1, Number.NaN, Infinity]) t.throws(() => sizeFrequency([size], 1), RangeError)
  for (const width of [0, -1, Number.NaN]) t.throws(() => sizeFrequency([1], width), RangeError)
  t.throws(() => sizeFrequency([0, 1e6], 0.001), /too narrow/)
})

t.test('a width is chosen by Freedman and Diaconis, and rounded to 1, 2 or 5', async t => {
  // 0 to 999: IQR 499.5, 2 · 499.5 / ∛1000 = 99.9
  t.equal(chooseBinWidth(Array.from({ length: 1000 }, (_, index) => index)), 100)
  t.equal(chooseBinWidth(Array.from({ length: 1000 }, (_, index) => index / 1000)), 0.1)
  // 2 · 4.5 / ∛10 = 4.18
  t.equal(chooseBinWidth(Float64Array.from([10, 1, 2, 3, 4, 5, 6, 7, 8, 9])), 5)
  // half of them equal: Sturges, 8 / (1 + log₂ 8) = 2
  t.equal(chooseBinWidth([1, 1, 1, 1, 1, 1, 1, 9]), 2)
  t.equal(chooseBinWidth([]), null)
  t.equal(chooseBinWidth([4, 4, 4]), null)
  t.throws(() => chooseBinWidth([1, Number.NaN]), RangeError)
})

t.test('one giant does not produce too many classes', async t => {
  const sizes = [...Array.from({ length: 1000 }, (_, index) => index / 1000), 1e6]
  t.ok(sizeFrequency(sizes, chooseBinWidth(sizes) ?? 0).classes.length <= 1500)
})
