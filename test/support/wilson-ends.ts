/** Ends of the interval of shares p for which k of n lie within z standard errors, by bisection. Source: Wilson 1927. */
export function wilsonEnds(k: number, n: number): [number, number] {
  const distance = (p: number) => (k / n - p) ** 2 - (1.959963984540054 ** 2 * p * (1 - p)) / n
  const root = (inside: number, outside: number) => {
    for (let step = 0; step < 100; step++) {
      const middle = (inside + outside) / 2
      if (distance(middle) > 0) outside = middle
      else inside = middle
    }
    return inside
  }
  return [root(k / n, 0), root(k / n, 1)]
}
