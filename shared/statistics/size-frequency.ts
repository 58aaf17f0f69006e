import { quantile } from './quantile.ts'

export interface SizeClass {
  /** Lower limit, included. */
  from: number
  /** Upper limit, not included. */
  to: number
  count: number
}

export interface SizeFrequency {
  binWidth: number
  count: number
  /** Adjacent classes from the smallest size to the largest, including empty ones. */
  classes: SizeClass[]
}

const mostClasses = 10_000

/**
 * Counts sizes in classes of one width, in one pass: [0, w), [w, 2w), … in the unit of the sizes. Every limit is a multiple of the width, so
 * histograms of the same width can be overlaid. A size on a limit belongs to the class above it, to within 1e-9 of the width. Without sizes
 * there are no classes.
 * @throws RangeError when a size is not finite or below 0, the width is not above 0, or more than 10,000 classes would be needed
 */
export function sizeFrequency(sizes: Iterable<number>, binWidth: number): SizeFrequency {
  if (!(Number.isFinite(binWidth) && binWidth > 0)) throw new RangeError(`A class cannot be ${binWidth} wide`)
  const counts = new Map<number, number>()
  let [count, first, last] = [0, Infinity, -Infinity]
  for (const size of sizes) {
    if (!(Number.isFinite(size) && size >= 0)) throw new RangeError(`${size} is not a size`)
    const nearest = Math.round(size / binWidth)
    const index = Math.abs(size / binWidth - nearest) < 1e-9 ? nearest : Math.floor(size / binWidth)
    counts.set(index, (counts.get(index) ?? 0) + 1)
    count += 1
    first = Math.min(first, index)
    last = Math.max(last, index)
  }
  if (count === 0) return { binWidth, count, classes: [] }
  if (last - first >= mostClasses) throw new RangeError(`Classes of ${binWidth} are too narrow: there would be ${last - first + 1} of them`)
  const limit = (index: number) => Number((index * binWidth).toPrecision(12))
  const classes = Array.from({ length: last - first + 1 }, (_, offset) => {
    const index = first + offset
    return { from: limit(index), to: limit(index + 1), count: counts.get(index) ?? 0 }
  })
  return { binWidth, count, classes }
}

/**
 * Suitable class width for the sizes: 2·IQR/∛n, or range/(1 + log₂ n) when the IQR is 0. The width is rounded to the nearest of 1, 2 and 5 × 10^k.
 * It is at least about a thousandth of the range. Null without two different sizes: choose a width manually.
 * Source: Freedman & Diaconis 1981, doi:10.1007/BF01025868; Sturges 1926, doi:10.1080/01621459.1926.10502161.
 * @throws RangeError when a size is not finite
 */
export function chooseBinWidth(sizes: ArrayLike<number>): number | null {
  const sorted = Float64Array.from(sizes).sort()
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  if (!(Number.isFinite(least) && Number.isFinite(most))) throw new RangeError('A size is not finite')
  if (most <= least) return null
  const middleHalf = quantile(sorted, 0.75) - quantile(sorted, 0.25)
  const wanted = middleHalf > 0 ? (2 * middleHalf) / Math.cbrt(sorted.length) : (most - least) / (1 + Math.log2(sorted.length))
  return roundWidth(Math.max(wanted, (most - least) / 1000))
}

/** Nearest of 1, 2 and 5 × 10^k, by ratio. */
function roundWidth(width: number): number {
  const exponent = Math.floor(Math.log10(width))
  const lead = width / 10 ** exponent
  const step = lead < Math.SQRT2 ? 1 : lead < Math.sqrt(10) ? 2 : lead < Math.sqrt(50) ? 5 : 10
  return Number(`${step}e${exponent}`)
}
