import type { Pixels } from './crops.ts'

/** Bounding box of a region that differs from the rest of a picture, in pixels of the picture. */
export interface Candidate {
  x: number
  y: number
  width: number
  height: number
  /** Mean distance × √area. Scores are only comparable within one picture. */
  score: number
}

/** Longest side of the downscaled picture that is searched for candidates, in cells. */
const workingPx = 400
const boxRadius = 2
const percentile = 0.97
const smallestArea = 8
const largestShare = 0.25
const mostOverlap = 0.5
const mostCandidates = 20

/**
 * Finds boxes around regions of a picture that differ from its background, best first. The picture is divided by a smoothed copy of itself.
 * Four features are computed per cell: brightness, two colour differences and local contrast. Connected cells with a large Mahalanobis
 * distance from the mean form one region.
 */
// Long: the steps of one search.
export function candidatesIn(pixels: Pixels): Candidate[] {
  const { width, height, planes, scale } = smaller(pixels)
  const size = width * height
  const flat = planes.map(plane => {
    const ground = boxMean(plane, width, height, Math.max(1, Math.round(width / 10)))
    return plane.map((value, at) => (110 * value) / ((ground[at] ?? 0) + 5))
  })
  const [red, green, blue] = flat as [Float32Array, Float32Array, Float32Array]
  const luma = red.map((value, at) => 0.299 * value + 0.587 * (green[at] ?? 0) + 0.114 * (blue[at] ?? 0))
  const smooth = boxMean(luma, width, height, boxRadius)
  const squares = boxMean(
    luma.map(value => value * value),
    width,
    height,
    boxRadius
  )
  const maps = [
    smooth,
    boxMean(
      red.map((value, at) => value - (green[at] ?? 0)),
      width,
      height,
      boxRadius
    ),
    boxMean(
      blue.map((value, at) => value - (green[at] ?? 0)),
      width,
      height,
      boxRadius
    ),
    squares.map((value, at) => Math.sqrt(Math.max(0, value - (smooth[at] ?? 0) ** 2)))
  ]
  const distances = boxMean(mahalanobis(maps, size), width, height, 1)
  const sorted = Float32Array.from(distances).sort()
  const least = sorted[Math.floor(percentile * (size - 1))] ?? Number.POSITIVE_INFINITY
  const found = parts(distances, width, height, least)
    .filter(({ area, right, left, bottom, top }) => area >= smallestArea && (right - left + 1) * (bottom - top + 1) <= largestShare * size)
    .map(({ area, sum, left, top, right, bottom }) => ({
      x: left * scale,
      y: top * scale,
      width: Math.min((right + 1) * scale, pixels.width) - left * scale,
      height: Math.min((bottom + 1) * scale, pixels.height) - top * scale,
      score: (sum / area) * Math.sqrt(area)
    }))
    .sort((one, other) => other.score - one.score)
  const kept: Candidate[] = []
  for (const candidate of found) {
    if (kept.length === mostCandidates) break
    if (kept.every(other => overlap(candidate, other) <= mostOverlap)) kept.push(candidate)
  }
  return kept
}

/** Downscales the colour planes of a picture by averaging blocks of whole pixels. */
function smaller({ data, width: fullWidth, height: fullHeight }: Pixels) {
  const scale = Math.max(1, Math.ceil(Math.max(fullWidth, fullHeight) / workingPx))
  const [width, height] = [Math.ceil(fullWidth / scale), Math.ceil(fullHeight / scale)]
  const planes = [0, 1, 2].map(channel => {
    const plane = new Float32Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let [sum, count] = [0, 0]
        for (let row = y * scale; row < Math.min(fullHeight, (y + 1) * scale); row++)
          for (let column = x * scale; column < Math.min(fullWidth, (x + 1) * scale); column++) {
            sum += data[3 * (row * fullWidth + column) + channel] ?? 0
            count++
          }
        plane[y * width + x] = sum / Math.max(1, count)
      }
    return plane
  })
  return { width, height, planes, scale }
}

/** Computes the mean over a square of 2·radius + 1 cells per side, clipped at the edges. */
function boxMean(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += plane[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  const means = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)]
      const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)]
      const at = (row: number, column: number) => sums[row * (width + 1) + column] ?? 0
      means[y * width + x] = (at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)) / ((right - left) * (bottom - top))
    }
  return means
}

/** Computes the Mahalanobis distance of each cell from the mean of all cells. */
function mahalanobis(maps: readonly Float32Array[], size: number): Float32Array {
  const means = maps.map(map => map.reduce((sum, value) => sum + value, 0) / size)
  const count = maps.length
  // Gram–Schmidt on the centred maps: the distance is the norm of the whitened values
  const axes: Float32Array[] = []
  const total = new Float32Array(size)
  for (let place = 0; place < count; place++) {
    const rest = Float32Array.from(maps[place] ?? [], value => value - (means[place] ?? 0))
    for (const axis of axes) {
      let product = 0
      for (let at = 0; at < size; at++) product += (rest[at] ?? 0) * (axis[at] ?? 0)
      for (let at = 0; at < size; at++) rest[at] = (rest[at] ?? 0) - (product / size) * (axis[at] ?? 0)
    }
    let squares = 0
    for (const value of rest) squares += value * value
    const deviation = Math.sqrt(squares / size + 1e-3)
    const axis = rest.map(value => value / deviation)
    axes.push(axis)
    for (let at = 0; at < size; at++) total[at] = (total[at] ?? 0) + (axis[at] ?? 0) ** 2
  }
  return total.map(Math.sqrt)
}

interface Part {
  area: number
  sum: number
  left: number
  top: number
  right: number
  bottom: number
}

/** Finds the 4-connected components of cells above a distance. */
function parts(distances: Float32Array, width: number, height: number, least: number): Part[] {
  const isSeen = new Uint8Array(width * height)
  const found: Part[] = []
  for (let start = 0; start < width * height; start++) {
    if (isSeen[start] || (distances[start] ?? 0) <= least) continue
    const part: Part = { area: 0, sum: 0, left: width, top: height, right: 0, bottom: 0 }
    const waiting = [start]
    isSeen[start] = 1
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [x, y] = [cell % width, Math.floor(cell / width)]
      part.area++
      part.sum += distances[cell] ?? 0
      part.left = Math.min(part.left, x)
      part.right = Math.max(part.right, x)
      part.top = Math.min(part.top, y)
      part.bottom = Math.max(part.bottom, y)
      const near = [x > 0 && cell - 1, x < width - 1 && cell + 1, y > 0 && cell - width, y < height - 1 && cell + width]
      for (const next of near) {
        if (next === false || isSeen[next] || (distances[next] ?? 0) <= least) continue
        isSeen[next] = 1
        waiting.push(next)
      }
    }
    found.push(part)
  }
  return found
}

/** Computes the intersection over union of two boxes. */
function overlap(one: Candidate, other: Candidate): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (across <= 0 || down <= 0) return 0
  return (across * down) / (one.width * one.height + other.width * other.height - across * down)
}
