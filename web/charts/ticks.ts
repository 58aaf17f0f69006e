/**
 * Round values for an axis that starts at 0: multiples of 1, 2 or 5 × 10^k, in about `wanted` steps. The last one is at or beyond `most`.
 * With `whole`, only whole numbers are used. Without data, the ticks are 0 and 1.
 */
export function ticksUpTo(most: number, { wanted = 5, whole = false }: { wanted?: number; whole?: boolean } = {}): number[] {
  if (!(most > 0 && Number.isFinite(most))) return [0, 1]
  const raw = most / wanted
  const power = 10 ** Math.floor(Math.log10(raw))
  const lead = raw / power
  const step = (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power
  const chosen = whole ? Math.max(1, step) : step
  const count = Math.ceil(most / chosen - 1e-9)
  return Array.from({ length: count + 1 }, (_, place) => Number((place * chosen).toPrecision(12)))
}

/** Number of decimal places needed to distinguish the ticks. */
export function tickDigits(ticks: readonly number[]): number {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
}
