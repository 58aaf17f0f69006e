/** Natural logarithms of the factorials up to 170!, the largest factorial that fits into a double. */
const table = new Float64Array(171)
for (let n = 1, factorial = 1; n <= 170; n++) {
  factorial *= n
  table[n] = Math.log(factorial)
}

/**
 * Natural logarithm of n!, ln Γ(n + 1), for a whole n of 0 or more; relative error below 1e-14. Beyond 170 by Stirling's series, n ln n − n +
 * ln(2πn)/2 + 1/(12n) − 1/(360n³).
 * @throws RangeError when n is not a whole number of 0 or more
 */
export function logFactorial(n: number): number {
  if (!(Number.isSafeInteger(n) && n >= 0)) throw new RangeError(`${n} has no factorial`)
  return table[n] ?? n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)
}

/** Natural logarithm of the binomial coefficient C(n, k); −Infinity for k > n, where no choice is possible. */
export function logChoose(n: number, k: number): number {
  return k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}
