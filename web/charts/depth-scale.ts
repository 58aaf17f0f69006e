/** Stops of the depth ramp in metres. The custom properties of the ramp are `--depth-<metres>`. */
const stops = [0, 50, 200, 1000, 2000, 4000, 6000, 11_000] as const

/** Depth zones of the sea, with their upper limit in metres. */
export const zones = [
  { from: 0, name: 'sunlit' },
  { from: 200, name: 'twilight' },
  { from: 1000, name: 'midnight' },
  { from: 4000, name: 'abyssal' },
  { from: 6000, name: 'hadal' }
] as const

/**
 * Position of a depth on a scale that ends at `deepest`, 0–1 from top to bottom.
 * All intervals between stops of the ramp have the same length, so that the shelf stays readable. `deepest` must be one of the stops.
 */
export function depthPosition(meters: number, deepest: number = 6000): number {
  const last = stops.findIndex(stop => stop >= deepest)
  const clamped = Math.min(deepest, Math.max(0, meters))
  const below = stops.findIndex(stop => stop >= clamped)
  if (below <= 0) return 0
  const upper = stops[below - 1]!
  const lower = stops[below]!
  return (below - 1 + (clamped - upper) / (lower - upper)) / last
}

/** Stops down to `deepest`, for ticks and colour bands. */
export const depthStops = (deepest: number = 6000): readonly number[] => stops.filter(stop => stop <= deepest)
