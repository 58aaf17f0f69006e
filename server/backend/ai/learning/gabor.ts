import { cropSide } from './crops.ts'
import { rowProducts } from './matrix.ts'

const wavelengths = [3, 5, 8, 13]
/** Orientations of the filters in the first quadrant, in radians. The mirror images of those between the axes make six in all. */
const orientations = [0, Math.PI / 6, Math.PI / 3, Math.PI / 2]
const isAlongAxis = (orientation: number) => orientation % 3 === 0

/** Filters are 15 × 15 px: their centre, and 7 px on each side. */
const reach = 7
const arm = reach + 1
const cells = arm * arm
const stride = 2
/** Number of places of a filter along one side of a crop. */
const along = Math.floor((cropSide - 2 * reach - 1) / stride) + 1
const centre = 0.36

/**
 * A filter or window is split into four parts, each even or odd along x and along y. The parts are orthogonal, and a quadrant holds each.
 * A filter and its mirror image differ only in the signs of parts, so that one set of products serves both.
 */
type Parts = [evenEven: Float64Array, oddOdd: Float64Array, oddEven: Float64Array, evenOdd: Float64Array]

/**
 * Computes the responses of Gabor filters (Daugman 1985) with six orientations and wavelengths of 3, 5, 8 and 13 px, at every second pixel.
 * The energy is the length of the pair of an even and an odd response.
 * @param luma brightness of a crop of 64 × 64 px, 0 to 255
 * @returns 40 numbers: for the whole crop and then for its central 36 %, for each wavelength, ln(1 + x) of the mean, largest and smallest mean energy of
 * an orientation, then the mean standard deviation by the mean + 1, and the largest by the mean + 0.001
 */
export function gaborOf(luma: Float32Array): number[] {
  const windows = windowsOf(luma)
  const [evenEven, oddOdd, oddEven, evenOdd] = windows.map((part, index) => rowProducts(part, filters[index]!, cells)) as Parts
  const regions = [new Energies(), new Energies()]
  const side = Math.round(along * centre)
  const first = Math.floor((along - side) / 2)
  for (let row = 0, at = 0; row < along; row++)
    for (let column = 0; column < along; column++) {
      const isCentral = row >= first && row < first + side && column >= first && column < first + side
      for (let filter = 0; filter < filterCount; filter++, at++) {
        const [even, odd] = [evenEven[at]!, evenOdd[at]!]
        const one = Math.sqrt((even + oddOdd[at]!) ** 2 + (odd + oddEven[at]!) ** 2)
        const mirrored = Math.sqrt((even - oddOdd[at]!) ** 2 + (odd - oddEven[at]!) ** 2)
        regions[0]!.add(filter, one, mirrored)
        if (isCentral) regions[1]!.add(filter, one, mirrored)
      }
    }
  return [...regions[0]!.summary(along ** 2), ...regions[1]!.summary(side ** 2)]
}

const filterCount = wavelengths.length * orientations.length

/** Sums of the energies of each filter and of its mirror image. */
class Energies {
  readonly #sums = new Float64Array(2 * filterCount)
  readonly #squares = new Float64Array(2 * filterCount)

  add(filter: number, one: number, mirrored: number): void {
    this.#sums[2 * filter]! += one
    this.#squares[2 * filter]! += one * one
    this.#sums[2 * filter + 1]! += mirrored
    this.#squares[2 * filter + 1]! += mirrored * mirrored
  }

  /** @param places number of energies of each filter */
  summary(places: number): number[] {
    return wavelengths.flatMap((_, wavelength) => {
      const [means, deviations]: [number[], number[]] = [[], []]
      for (let orientation = 0; orientation < orientations.length; orientation++)
        for (let mirrored = 0; mirrored < (isAlongAxis(orientation) ? 1 : 2); mirrored++) {
          const at = 2 * (wavelength * orientations.length + orientation) + mirrored
          const mean = this.#sums[at]! / places
          means.push(mean)
          deviations.push(Math.sqrt(Math.max(0, this.#squares[at]! / places - mean * mean)))
        }
      const [mean, largest] = [meanOf(means), Math.max(...means)]
      const logs = [mean, largest, Math.min(...means)].map(Math.log1p)
      return [...logs, meanOf(deviations) / (mean + 1), largest / (mean + 0.001)]
    })
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Splits the even and the odd filter of each wavelength and orientation. Neither has parts of the other's. */
function filterParts(): Parts {
  const parts = partsFor(filterCount)
  const side = 2 * reach + 1
  for (const [index, wavelength] of wavelengths.entries())
    for (const [turn, orientation] of orientations.entries()) {
      const filter = index * orientations.length + turn
      const both = new Float64Array(side * side)
      for (const wave of [Math.cos, Math.sin])
        for (const [at, value] of kernelOf(wavelength, orientation, wave).entries()) both[at]! += value
      splitInto(parts, filter, both, { width: side, left: 0, top: 0 })
    }
  for (const part of parts) for (let at = 0; at < part.length; at++) part[at]! *= weightOf(at % arm) * weightOf(Math.floor(at / arm) % arm)
  return parts
}

/** Each product of folded values counts both of its sides; the centre is folded onto itself. */
const weightOf = (distance: number) => (distance === 0 ? 1 / 4 : 1 / 2)

/** Computes a filter with the mean 0 and the length 1, row by row. */
function kernelOf(wavelength: number, orientation: number, wave: (phase: number) => number): Float64Array {
  const side = 2 * reach + 1
  const [cosine, sine] = [Math.cos(orientation), Math.sin(orientation)]
  const kernel = Float64Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) - reach, Math.floor(at / side) - reach]
    const u = x * cosine + y * sine
    const v = y * cosine - x * sine
    return Math.exp(-(u * u + 0.5 * v * v) / (2 * (wavelength / 2) ** 2)) * wave((2 * Math.PI * u) / wavelength)
  })
  const mean = meanOf([...kernel])
  const length = Math.sqrt(kernel.reduce((sum, value) => sum + (value - mean) ** 2, 0))
  return kernel.map(value => (value - mean) / length)
}

/** Splits the windows of a crop at every second pixel, row by row. */
function windowsOf(luma: Float32Array): Parts {
  const parts = partsFor(along * along)
  for (let row = 0, place = 0; row < along; row++)
    for (let column = 0; column < along; column++, place++)
      splitInto(parts, place, luma, { width: cropSide, left: column * stride, top: row * stride })
  return parts
}

const partsFor = (count: number): Parts => [0, 1, 2, 3].map(() => new Float64Array(count * cells)) as Parts

/** Writes the parts of a square of 15 × 15 values at a place. */
function splitInto(
  [evenEven, oddOdd, oddEven, evenOdd]: Parts,
  place: number,
  values: Float32Array | Float64Array,
  { width, left, top }: { width: number; left: number; top: number }
): void {
  const middle = (top + reach) * width + left + reach
  for (let y = 0, at = place * cells; y < arm; y++) {
    const [above, below] = [middle - y * width, middle + y * width]
    for (let x = 0; x < arm; x++, at++) {
      const evenAbove = values[above + x]! + values[above - x]!
      const oddAbove = values[above + x]! - values[above - x]!
      const evenBelow = values[below + x]! + values[below - x]!
      const oddBelow = values[below + x]! - values[below - x]!
      evenEven[at] = evenBelow + evenAbove
      evenOdd[at] = evenBelow - evenAbove
      oddEven[at] = oddBelow + oddAbove
      oddOdd[at] = oddBelow - oddAbove
    }
  }
}

const filters = filterParts()
