import t from 'tap'
import { wilsonInterval } from '../../../shared/statistics/wilson.ts'
import { isClose } from '../../support/close.ts'

t.test('gives the intervals of the reference vectors', async t => {
  const vectors = [
    [12, 50, 0.142974, 0.374127],
    [0, 50, 0, 0.071348],
    [50, 50, 0.928652, 1],
    [3, 25, 0.041668, 0.299558]
  ] as const
  for (const [hits, n, low, high] of vectors) {
    const interval = wilsonInterval(hits, n)
    isClose(t, interval.low, low)
    isClose(t, interval.high, high)
  }
})

t.test('stays inside 0–1, around the share, and is symmetric', async t => {
  for (const n of [1, 2, 7, 50, 1000, 1_000_000])
    for (const hits of new Set([0, 1, Math.floor(n / 3), n - 1, n])) {
      const { low, high } = wilsonInterval(hits, n)
      t.ok(low >= 0 && low <= hits / n && hits / n <= high && high <= 1, `${hits} of ${n}`)
      isClose(t, 1 - wilsonInterval(n - hits, n).high, low, 1e-12)
    }
  t.equal(wilsonInterval(0, 7).low, 0)
  t.equal(wilsonInterval(7, 7).high, 1)
})

t.test('refuses values that are not shares', async t => {
  t.throws(() => wilsonInterval(0, 0), { name: 'RangeError', message: '0 of 0 is not a share' })
  t.throws(() => wilsonInterval(6, 5), RangeError)
  t.throws(() => wilsonInterval(-1, 5), RangeError)
  t.throws(() => wilsonInterval(Number.NaN, 5), RangeError)
})
