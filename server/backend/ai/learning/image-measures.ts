/** Brightness of a picture: 8-bit luma, row by row. */
export interface Luma {
  values: Uint8Array
  width: number
  height: number
}

export interface Measures {
  /** Variance of the 4-neighbour Laplacian, in squared grey levels. */
  sharpness: number
  /** Share of pixels with luma of at most 5. */
  darkShare: number
  /** Share of pixels with luma of at least 250. */
  brightShare: number
  /** Difference hash: 16 hexadecimal digits. */
  hash: string
}

const darkest = 5
const brightest = 250

/** Measures the sharpness, exposure and difference hash of a picture. */
export function measuresOf(luma: Luma): Measures {
  const { values } = luma
  let [dark, bright] = [0, 0]
  for (const value of values) {
    if (value <= darkest) dark++
    else if (value >= brightest) bright++
  }
  const count = Math.max(1, values.length)
  return { sharpness: laplacianVariance(luma), darkShare: dark / count, brightShare: bright / count, hash: differenceHash(luma) }
}

/** Variance of the 4-neighbour Laplacian over the pixels that have all four neighbours; 0 if there are none. */
function laplacianVariance({ values, width, height }: Luma): number {
  let [sum, squares] = [0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      const value = values[at - 1]! + values[at + 1]! + values[at - width]! + values[at + width]! - 4 * values[at]!
      sum += value
      squares += value * value
    }
  }
  const count = Math.max(0, width - 2) * Math.max(0, height - 2)
  return count === 0 ? 0 : Math.max(0, squares / count - (sum / count) ** 2)
}

const hashColumns = 9
const hashRows = 8

/**
 * Computes the difference hash of a picture scaled to 9 × 8 grey pixels by area averaging. Each pair of neighbours in a row gives one bit, from
 * the top left. The bit is 1 if the right neighbour is brighter.
 * Source: Krawetz, N., "Kind of like that", 2013.
 */
function differenceHash({ values, width, height }: Luma): string {
  const columns = overlaps(width, hashColumns)
  const rows = overlaps(height, hashRows)
  let digits = ''
  for (const ys of rows) {
    const means = new Float64Array(hashColumns)
    for (const { at: y, weight } of ys) {
      for (const [column, xs] of columns.entries())
        for (const { at: x, weight: part } of xs) means[column]! += values[y * width + x]! * weight * part
    }
    const grey = Array.from(means, Math.round)
    let byte = 0
    for (let column = 1; column < hashColumns; column++) byte = 2 * byte + (grey[column]! > grey[column - 1]! ? 1 : 0)
    digits += byte.toString(16).padStart(2, '0')
  }
  return digits
}

/** Pixels under each of `count` equal parts of a side, with their shares of the part. */
function overlaps(size: number, count: number): { at: number; weight: number }[][] {
  const step = size / count
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [part * step, (part + 1) * step]
    const pixels: { at: number; weight: number }[] = []
    for (let at = Math.floor(from); at < Math.min(size, to); at++) {
      const covered = Math.min(at + 1, to) - Math.max(at, from)
      if (covered > 0) pixels.push({ at, weight: covered / step })
    }
    return pixels
  })
}

/** Returns the two halves of a difference hash, high half first. */
export const hashHalves = (hash: string): [number, number] => [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8), 16)]
