/** Round values between two limits: about `wanted` multiples of 1, 2 or 5 × 10^k. Empty when the limits do not span a range. */
export function ticksBetween(least: number, most: number, wanted = 5): number[] {
  const raw = (most - least) / wanted
  if (!(raw > 0 && Number.isFinite(raw))) return []
  const power = 10 ** Math.floor(Math.log10(raw))
  const lead = raw / power
  const step = (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power
  const first = Math.ceil(least / step - 1e-9)
  const count = Math.floor(most / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

const second = 1000
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400].map(length => length * second)

/** Round times (UTC) between two limits, in milliseconds since the Unix epoch. */
export function timeTicks(fromMs: number, toMs: number, wanted = 6): number[] {
  const raw = (toMs - fromMs) / wanted
  const day = 86_400 * second
  const step = steps.find(length => length >= raw) ?? Math.ceil(raw / day) * day
  if (!(raw > 0)) return []
  const first = Math.ceil(fromMs / step)
  return Array.from({ length: Math.max(0, Math.floor(toMs / step) - first + 1) }, (_, at) => (first + at) * step)
}
