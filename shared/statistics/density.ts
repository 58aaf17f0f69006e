/** Unit examined with a known effort: an image, a transect, or a strip of track (length × width). */
export interface AreaUnit {
  /** Number of individuals counted in the unit; may be 0. */
  count: number
  /** Area of the unit; null when unknown. */
  areaSquareMeters: number | null
}

export interface Density {
  /** Density: Σ count / Σ area. */
  perSquareMeter: number
  /** Number of individuals on units with a known area. The two fields below refer to the same units. */
  individuals: number
  areaSquareMeters: number
  units: number
  /** Standard error of the density; null for one unit. */
  standardError: number | null
}

export interface DensityTable {
  /** Density; null if no unit has a known area. */
  density: Density | null
  /** Number of units left out because their area is unknown. Report it with the individuals counted on them. */
  unitsWithoutArea: number
  individualsWithoutArea: number
}

/**
 * Individuals per m²: Σ count / Σ area over the units with a known area, in one pass. Ratios of single units are not averaged, because their
 * areas differ. Overlapping units count the same ground twice: thin them first.
 *
 * The standard error is that of a ratio estimator, √(u/(u − 1)·Σ(count − density·area)²)/Σ area, for u units drawn independently. Units of
 * one transect are not independent: use the transects as units, or `bootstrapRatio`.
 * Source: Cochran 1977, Sampling Techniques, ch. 6.
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
 * Individuals per m² of each taxon, from its count and the area of the whole effort. Unseen taxa are absent: their density is 0.
 * @throws RangeError when the area is not above 0
 */
export function densities(counts: ReadonlyMap<string, number>, areaSquareMeters: number): Map<string, number> {
  requireArea(areaSquareMeters)
  return new Map(Array.from(counts, ([taxon, count]) => [taxon, count / areaSquareMeters]))
}

function requireArea(areaSquareMeters: number): void {
  if (!(Number.isFinite(areaSquareMeters) && areaSquareMeters > 0)) throw new RangeError(`${areaSquareMeters} m² is not an area`)
}
