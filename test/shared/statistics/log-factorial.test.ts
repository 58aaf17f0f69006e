import t from 'tap'
import { logChoose, logFactorial } from '../../../shared/statistics/log-factorial.ts'
import { isClose } from '../../support/close.ts'

t.test('is the sum of the logarithms, on both sides of the change of method', async t => {
  let sum = 0
  for (let n = 1; n <= 2000; n++) {
    sum += Math.log(n)
    if (n < 5 || (n > 165 && n < 175) || n === 2000) isClose(t, logFactorial(n), sum, 1e-11 * sum + 1e-12)
  }
  t.equal(logFactorial(0), 0)
})

t.test('is ln Γ at a million', async t => {
  // 1000000! = 8.2639316883… × 10^5565708
  isClose(t, logFactorial(1_000_000), Math.log(8.26393168833124) + 5_565_708 * Math.LN10, 1e-7)
})

t.test('counts combinations', async t => {
  isClose(t, Math.exp(logChoose(49, 6)), 13_983_816, 1e-4)
  t.equal(logChoose(5, 6), -Infinity)
  t.equal(logChoose(5, 5), 0)
  t.throws(() => logFactorial(-1), RangeError)
  t.throws(() => logFactorial(2.5), RangeError)
})
