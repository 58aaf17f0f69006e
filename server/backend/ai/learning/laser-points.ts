import type { Position } from '../../../../shared/photogrammetry/scale.ts'
import type { Pixels } from './crops.ts'

/** Part of a picture in which laser points are searched. */
export interface LaserSearch {
  /** Side in pixels of the squares that become one reduced pixel. */
  factor: number
  /** Left and upper edge, and size, in reduced pixels. */
  left: number
  top: number
  width: number
  height: number
}

export interface MarkedPicture {
  contrast: Contrast
  /** Two to four laser points, in pixels of the picture. */
  marks: readonly Position[]
}

export interface FoundLasers {
  /** In the order of the marks of the first example. */
  marks: Position[]
  /** Distance of the pattern from the known one, relative to its size: 0 to 0.1. */
  residual: number
}

/** Width in pixels to which a picture is reduced. A laser point is then a few pixels wide. */
const reducedWidth = 1500
/** Room around the known points in which points are searched, relative to the width of the picture. */
const room = 0.1
/** Half sides of the squares of the point and of its surroundings, in reduced pixels. */
const [core, inner, outer] = [1, 3, 6]
/** Distance in reduced pixels within which a mark set by hand may miss its point. */
const reach = 3
const mostCandidates = 30
/** Minimum match of a candidate, and of each point that is found, relative to the median of the known points. */
const [faintest, clear] = [0.2, 0.35]
/** Maximum distance of a pattern from the known one, relative to its size. */
const mostResidual = 0.1
/** Maximum factor by which a pattern may be larger or smaller than all known ones. */
const mostChange = 2.5

type Colour = readonly [number, number, number]

/**
 * Finds laser points by those of other pictures of the same camera: their colour against the surroundings, the part of the picture where they
 * occur, and their pattern, which only moves and grows or shrinks with the distance of the sea floor.
 * @param contrast that of the picture, in the same part as those of the examples
 * @param examples at least one picture, all with as many marks
 * @returns null when no set of points fits the pattern
 */
export function findLaserPoints(contrast: Contrast, examples: readonly MarkedPicture[], search: LaserSearch): FoundLasers | null {
  const { factor, left, top } = search
  const known = examples.flatMap(({ contrast: ofExample, marks }) =>
    marks.map(({ x, y }) => strongestNear(ofExample, Math.floor(x / factor) - left, Math.floor(y / factor) - top))
  )
  const prototypes = directionsOf(known)
  const usual = median(known.map(colour => matchOf(colour, prototypes)))
  if (!(usual > 0)) return null
  const candidates = candidatesIn(contrast, prototypes, faintest * usual)
  const patterns = examples.map(({ marks }) => patternOf(marks.map(({ x, y }): Position => ({ x: x / factor, y: y / factor }))))
  const shape = meanShape(patterns.map(({ places }) => places))
  const sizes = patterns.map(({ size }) => size)
  const [least, most] = [Math.min(...sizes) / mostChange, Math.max(...sizes) * mostChange]

  let best: { worth: number; residual: number; places: Position[] } | null = null
  for (const set of setsOf(candidates, shape.length)) {
    const { places, size } = patternOf(set)
    if (size < least || size > most) continue
    const { residual, order } = fit(places, shape)
    if (residual > mostResidual) continue
    const worth = set.reduce((sum, { match }) => sum + Math.min(1.5, match / usual), 0) - 5 * residual
    if (!best || worth > best.worth) best = { worth, residual, places: order.map(at => set[at]!) }
  }
  if (!best || best.places.some(place => (place as Candidate).match < clear * usual)) return null
  return {
    residual: best.residual,
    marks: best.places.map(({ x, y }) => ({ x: (x + left) * factor, y: (y + top) * factor }))
  }
}

/** Returns the part of a picture around all known points. @param marks those of all examples, which have the size of the picture */
export function laserSearch({ width, height }: Pick<Pixels, 'width' | 'height'>, marks: readonly Position[]): LaserSearch {
  const factor = Math.max(1, Math.round(width / reducedWidth))
  const margin = width * room
  const [xs, ys] = [marks.map(({ x }) => x), marks.map(({ y }) => y)]
  const start = (least: number) => Math.max(0, Math.floor((least - margin) / factor))
  const end = (most: number, length: number) => Math.min(Math.floor(length / factor), Math.ceil((most + margin) / factor))
  const [left, top] = [start(Math.min(...xs)), start(Math.min(...ys))]
  return { factor, left, top, width: end(Math.max(...xs), width) - left, height: end(Math.max(...ys), height) - top }
}

/** Brightening of each reduced pixel against its surroundings. */
export interface Contrast {
  width: number
  height: number
  /** Red, green and blue, each row by row. */
  planes: readonly Float32Array[]
}

/** Reduces a part of a picture by averaging squares of pixels. */
function reduced({ data, width }: Pixels, { factor, ...part }: LaserSearch): Contrast {
  const planes = [0, 1, 2].map(() => new Float32Array(part.width * part.height))
  for (let y = 0, place = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++, place++)
      for (let dy = 0; dy < factor; dy++) {
        let at = 3 * (((part.top + y) * factor + dy) * width + (part.left + x) * factor)
        for (let dx = 0; dx < factor; dx++, at += 3)
          for (let channel = 0; channel < 3; channel++) planes[channel]![place]! += data[at + channel]! / factor ** 2
      }
  return { width: part.width, height: part.height, planes }
}

/** Computes the mean colour of a small square around each reduced pixel, minus that of the square ring around it. */
export function contrastIn(pixels: Pixels, search: LaserSearch): Contrast {
  const { width, height, planes } = reduced(pixels, search)
  const contrasts = planes.map(plane => {
    const sums = new Float64Array((width + 1) * (height + 1))
    for (let y = 0; y < height; y++)
      for (let x = 0, row = 0; x < width; x++) {
        row += plane[y * width + x]!
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
      }
    const squareAt = (x: number, y: number, half: number) => {
      const [left, top] = [Math.max(0, x - half), Math.max(0, y - half)]
      const [right, bottom] = [Math.min(width, x + half + 1), Math.min(height, y + half + 1)]
      const at = (column: number, line: number) => sums[line * (width + 1) + column]!
      return { sum: at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top), area: (right - left) * (bottom - top) }
    }
    const contrast = new Float32Array(width * height)
    for (let y = 0, place = 0; y < height; y++)
      for (let x = 0; x < width; x++, place++) {
        const [point, within, around] = [squareAt(x, y, core), squareAt(x, y, inner), squareAt(x, y, outer)]
        contrast[place] = point.sum / point.area - (around.sum - within.sum) / Math.max(1, around.area - within.area)
      }
    return contrast
  })
  return { width, height, planes: contrasts }
}

const colourAt = ({ planes }: Contrast, place: number): Colour => [planes[0]![place]!, planes[1]![place]!, planes[2]![place]!]
const lengthOf = ([red, green, blue]: Colour) => Math.hypot(red, green, blue)
const product = (one: Colour, other: Colour) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

/** Returns the largest brightening near a mark, which a person set by hand. */
function strongestNear(contrast: Contrast, column: number, row: number): Colour {
  let best: Colour = [0, 0, 0]
  for (let y = Math.max(0, row - reach); y <= Math.min(contrast.height - 1, row + reach); y++)
    for (let x = Math.max(0, column - reach); x <= Math.min(contrast.width - 1, column + reach); x++) {
      const colour = colourAt(contrast, y * contrast.width + x)
      if (colour[0] + colour[1] + colour[2] > 0 && lengthOf(colour) > lengthOf(best)) best = colour
    }
  return best
}

/** Lists the directions of colours, each once. */
function directionsOf(colours: readonly Colour[]): Colour[] {
  const directions: Colour[] = []
  for (const colour of colours) {
    const length = lengthOf(colour)
    if (length === 0) continue
    const direction: Colour = [colour[0] / length, colour[1] / length, colour[2] / length]
    if (directions.every(other => product(other, direction) < 0.97)) directions.push(direction)
  }
  return directions
}

/** Computes the length of a colour along the best direction, minus its distance from that direction. */
function matchOf(colour: Colour, directions: readonly Colour[]): number {
  let best = -Infinity
  for (const direction of directions) {
    const along = product(colour, direction)
    best = Math.max(best, along - Math.sqrt(Math.max(0, product(colour, colour) - along * along)))
  }
  return best
}

interface Candidate extends Position {
  match: number
}

/** Lists the places that match best, in reduced pixels of the part, with the centre of a pixel at one half. */
function candidatesIn(contrast: Contrast, directions: readonly Colour[], least: number): Candidate[] {
  const { width, height } = contrast
  const matches = Float32Array.from({ length: width * height }, (_, place) => matchOf(colourAt(contrast, place), directions))
  const found: Candidate[] = []
  for (let y = 0, place = 0; y < height; y++)
    for (let x = 0; x < width; x++, place++) {
      const match = matches[place]!
      if (match < least || !isLargest(x, y, match)) continue
      found.push({ match, ...centreAround(x, y) })
    }
  return found.sort((one, other) => other.match - one.match).slice(0, mostCandidates)

  function isLargest(column: number, row: number, match: number): boolean {
    for (let y = Math.max(0, row - reach); y <= Math.min(height - 1, row + reach); y++)
      for (let x = Math.max(0, column - reach); x <= Math.min(width - 1, column + reach); x++) {
        const other = matches[y * width + x]!
        if (other > match || (other === match && y * width + x < row * width + column)) return false
      }
    return true
  }

  /** Computes the centre of the matches around a place, weighted by their size. */
  function centreAround(column: number, row: number): Position {
    let [sum, sumX, sumY] = [0, 0, 0]
    for (let y = Math.max(0, row - 2); y <= Math.min(height - 1, row + 2); y++)
      for (let x = Math.max(0, column - 2); x <= Math.min(width - 1, column + 2); x++) {
        const weight = Math.max(0, matches[y * width + x]!) ** 2
        sum += weight
        sumX += weight * (x + 0.5)
        sumY += weight * (y + 0.5)
      }
    return { x: sumX / sum, y: sumY / sum }
  }
}

/** Moves places to their mean and scales them to the mean square distance 1. */
function patternOf(places: readonly Position[]): { places: Position[]; size: number } {
  const [meanX, meanY] = [mean(places.map(({ x }) => x)), mean(places.map(({ y }) => y))]
  const size = Math.sqrt(mean(places.map(({ x, y }) => (x - meanX) ** 2 + (y - meanY) ** 2))) || 1
  return { places: places.map(({ x, y }) => ({ x: (x - meanX) / size, y: (y - meanY) / size })), size }
}

/** Averages patterns, each in the order that fits the first. */
function meanShape([first, ...others]: readonly Position[][]): Position[] {
  const fitted = [first!, ...others.map(places => fit(places, first!).order.map(at => places[at]!))]
  return patternOf(first!.map((_, at) => ({ x: mean(fitted.map(places => places[at]!.x)), y: mean(fitted.map(places => places[at]!.y)) })))
    .places
}

/** Finds the order in which a pattern is nearest to a shape. @returns their root mean square distance, and the index for each point of the shape */
function fit(places: readonly Position[], shape: readonly Position[]): { residual: number; order: number[] } {
  let best = { residual: Number.POSITIVE_INFINITY, order: [] as number[] }
  for (const order of ordersOf(shape.length)) {
    const squares = shape.map(({ x, y }, at) => (places[order[at]!]!.x - x) ** 2 + (places[order[at]!]!.y - y) ** 2)
    const residual = Math.sqrt(mean(squares))
    if (residual < best.residual) best = { residual, order }
  }
  return best
}

function ordersOf(count: number): number[][] {
  if (count === 0) return [[]]
  return ordersOf(count - 1).flatMap(order =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)])
  )
}

function* setsOf<Item>(items: readonly Item[], size: number, from = 0): Generator<Item[]> {
  if (size === 0) yield []
  else for (let at = from; at <= items.length - size; at++) for (const rest of setsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
