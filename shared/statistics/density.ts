/** Something looked at with a known effort: an image, a transect, a strip of track (length × width). */
export interface AreaUnit {
  /** Individuals that were counted in it, also 0. */
  count: number
  /** null: not known. */
  areaSquareMeters: number | null
}

export interface Density {
  /** Σ count / Σ area. */
  perSquareMeter: number
  /** Of units with a known area, as the two below. */
  individuals: number
  areaSquareMeters: number
  units: number
  /** Null for one unit. */
  standardError: number | null
}

export interface DensityTable {
  /** Null when no unit has a known area above 0. */
  density: Density | null
  /** Left out, with what was counted in them. Report both. */
  unitsWithoutArea: number
  individualsWithoutArea: number
}

/**
 * Individuals per m²: Σ count / Σ area over the units with a known area, in one pass. Ratios of single units are not averaged, because
 * their areas differ. Units that overlap count their ground twice: thin them first.
 *
 * The standard error is that of a ratio estimator, √(u/(u − 1)·Σ(count − density·area)²)/Σ area, for u units drawn independently; units of
 * one transect are not, so put the transects in, or take `bootstrapRatio`. Source: Cochran 1977, Sampling Techniques, ch. 6.
 * @throws RangeError when an area is not above 0, or a count is not finite or below 0
 */
export function densityOf(units: Iterable<AreaUnit>): DensityTable {
  let [n, individuals, area, unitsWithoutArea, individualsWithoutArea] = [0, 0, 0, 0, 0]
  let [countSquares, products, areaSquares] = [0, 0, 0]
  for (const { count, areaSquareMeters } of units) {
    if (!(Number.isFinite(count) && count >= 0)) throw new RangeError(`${count} is not a number of individuals`)
    if (areaSquareMeters === null) {
      unitsWithoutArea += 1
      individualsWithoutArea += count
      continue
    }
    requireArea(areaSquareMeters)
    n += 1
    individuals += count
    area += areaSquareMeters
    countSquares += count ** 2
    products += count * areaSquareMeters
    areaSquares += areaSquareMeters ** 2
  }
  if (n === 0) return { density: null, unitsWithoutArea, individualsWithoutArea }
  const perSquareMeter = individuals / area
  const residuals = Math.max(0, countSquares - 2 * perSquareMeter * products + perSquareMeter ** 2 * areaSquares)
  const standardError = n < 2 ? null : Math.sqrt((n / (n - 1)) * residuals) / area
  return {
    density: { perSquareMeter, individuals, areaSquareMeters: area, units: n, standardError },
    unitsWithoutArea,
    individualsWithoutArea
  }
}

/**
 * Individuals per m² of each taxon, from its sum and the one effort of all. Taxa that were not seen are missing, and have 0.
 * @throws RangeError when the area is not above 0
 */
export function densities(counts: ReadonlyMap<string, number>, areaSquareMeters: number): Map<string, number> {
  requireArea(areaSquareMeters)
  return new Map(Array.from(counts, ([taxon, count]) => [taxon, count / areaSquareMeters]))
}

function requireArea(areaSquareMeters: number): void {
  if (!(Number.isFinite(areaSquareMeters) && areaSquareMeters > 0)) throw new RangeError(`${areaSquareMeters} m² is not an area`)
}
