/** Minimum number of images that a 5th percentile is computed from. */
const fewestCompared = 20
const blurredShare = 0.05

/**
 * Compares the sharpness of each image with that of the images of its site. Images of a site with fewer than 20 images, or without a site, are
 * compared with all images. With fewer than 20 images in total, nothing is compared.
 * @param sites index of the site of each image; −1 without a site
 * @returns `relative`: sharpness as a multiple of the median, NaN where nothing was compared. `blurred`: 1 for images below the 5th percentile
 */
export function comparedSharpness(sharpness: Float64Array, sites: Int32Array): { relative: Float64Array; blurred: Uint8Array } {
  const relative = new Float64Array(sharpness.length).fill(Number.NaN)
  const blurred = new Uint8Array(sharpness.length)
  const bySite = Map.groupBy(sites.keys(), row => sites[row] ?? -1)
  const all = scaleOf(sharpness)
  for (const [site, rows] of bySite) {
    const scale = (site === -1 ? null : scaleOf(Float64Array.from(rows, row => sharpness[row]!))) ?? all
    if (scale === null) continue
    for (const row of rows) {
      const value = sharpness[row]!
      relative[row] = scale.median > 0 ? value / scale.median : 1
      blurred[row] = value < scale.least ? 1 : 0
    }
  }
  return { relative, blurred }
}

/** Median and 5th percentile of values; null if there are fewer than 20. */
function scaleOf(values: Float64Array): { median: number; least: number } | null {
  if (values.length < fewestCompared) return null
  const sorted = values.toSorted()
  return { median: percentile(sorted, 0.5), least: percentile(sorted, blurredShare) }
}

/** Percentile of sorted values, interpolated linearly between two of them. */
function percentile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const [low = 0, high = low] = [sorted[below], sorted[below + 1]]
  return low + (place - below) * (high - low)
}
