import t from 'tap'
import { tickDigits, ticksUpTo } from '../../../web/charts/ticks.ts'

t.test('ticks are multiples of 1, 2 or 5 × 10^k, from 0 to at least the largest value', async t => {
  t.same(ticksUpTo(216), [0, 50, 100, 150, 200, 250])
  t.same(ticksUpTo(0.9), [0, 0.2, 0.4, 0.6, 0.8, 1])
  t.same(ticksUpTo(10), [0, 2, 4, 6, 8, 10])
  t.same(ticksUpTo(0.00007), [0, 0.00002, 0.00004, 0.00006, 0.00008])
  t.same(ticksUpTo(3, { whole: true }), [0, 1, 2, 3], 'no half individuals')
  t.same(ticksUpTo(0), [0, 1])
  t.same(ticksUpTo(Number.NaN), [0, 1])
  for (const most of [1, 7, 33, 1234, 0.31, 1e9]) t.ok((ticksUpTo(most).at(-1) ?? 0) >= most && ticksUpTo(most).length <= 8)
})

t.test('ticks have enough decimals to differ', async t => {
  t.equal(tickDigits([0, 50]), 0)
  t.equal(tickDigits([0, 0.2]), 1)
  t.equal(tickDigits([0, 0.005]), 3)
})
