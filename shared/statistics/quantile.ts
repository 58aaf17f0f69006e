/**
 * Quantile: value below which a share of the values lies. Interpolates linearly between neighbours (Hyndman & Fan 1996, type 7,
 * doi:10.1080/00031305.1996.10473566). `sorted` is ascending and not empty, and `share` is 0–1.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (at - Math.floor(at)) * (above - below)
}
