import t from 'tap'
import { wilsonInterval } from '../../../../web/charts/models/wilson.ts'

const rounded = ({ low, high }: { low: number; high: number }) => [Number(low.toFixed(6)), Number(high.toFixed(6))]

t.test('gives the intervals of the reference vectors', async t => {
  t.same(rounded(wilsonInterval(12, 50)), [0.142974, 0.374127])
  t.same(rounded(wilsonInterval(0, 50)), [0, 0.071348])
  t.same(rounded(wilsonInterval(50, 50)), [0.928652, 1])
  t.same(rounded(wilsonInterval(3, 25)), [0.041668, 0.299558])
})

t.test('narrows as checks are added', async t => {
  const width = (n: number) => wilsonInterval(0.9 * n, n).high - wilsonInterval(0.9 * n, n).low
  t.ok(width(50) > width(100) && width(100) > width(1000))
})

t.test('refuses what is not a share', async t => {
  t.throws(() => wilsonInterval(1, 0), RangeError)
  t.throws(() => wilsonInterval(6, 5), RangeError)
  t.throws(() => wilsonInterval(-1, 5), RangeError)
})
