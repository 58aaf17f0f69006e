/**
 * Sums counts under broader names: labels under their families, growth forms under "hard coral". `to` returns the broader name. It returns
 * null for a name without one at that level (a phylum when rolling up to genera). Counts without a broader name are left out and summed in
 * `left`.
 */
export function rollUp(
  counts: ReadonlyMap<string, number>,
  to: (name: string) => string | null
): { counts: Map<string, number>; left: number } {
  const sums = new Map<string, number>()
  let left = 0
  for (const [name, count] of counts) {
    const above = to(name)
    if (above === null) left += count
    else sums.set(above, (sums.get(above) ?? 0) + count)
  }
  return { counts: sums, left }
}
