import { channelGains, cropOf, cropSide, type Pixels, planeSize } from './crops.ts'
import { gaborOf } from './gabor.ts'

/** Name and version of the feature recipe below. Vectors of different recipes are never mixed. */
export const recipe = 'hc2-1'

/** Length of a feature vector: 100 values of colour, 120 of local binary patterns and 80 of Gabor filters. */
export const dimensions = 300

/** Centre of a crop and the side lengths of its fine and coarse windows, in pixels of the image. */
export interface CropPlace {
  x: number
  y: number
  finePx: number
  coarsePx: number
}

/** Reads bytes as half-precision numbers. The bytes are copied, because those from a database may be unaligned in a larger buffer. */
export const halvesOf = (bytes: Uint8Array): Float16Array => new Float16Array(new Uint8Array(bytes).buffer)

/**
 * Computes the concatenated feature vectors of crops of a picture, in the half precision in which they are stored.
 * Colour: mean, standard deviation and histograms of log brightness and two log colour ratios, after channel gains. Texture: uniform
 * rotation-invariant local binary patterns (Ojala, Pietikäinen & Mäenpää 2002) with radii of 1, 2 and 3 px, and Gabor filters.
 */
export function featuresOf(pixels: Pixels, places: readonly CropPlace[]): Float16Array {
  const gains = channelGains(pixels)
  const vectors = new Float16Array(places.length * dimensions)
  for (const [index, place] of places.entries()) {
    const fine = cropOf(pixels, place, place.finePx)
    const coarse = cropOf(pixels, place, place.coarsePx)
    const brightness = [lumaOf(fine), lumaOf(coarse)]
    vectors.set([...colourOf(fine, gains), ...brightness.flatMap(patternShares), ...brightness.flatMap(gaborOf)], index * dimensions)
  }
  return vectors
}

/** Returns the pixel range of the centre of a crop, end exclusive. @param share side of the centre relative to the crop, 0 to 1 */
function middle(share: number): [number, number] {
  const side = Math.round(cropSide * share)
  const first = Math.floor((cropSide - side) / 2)
  return [first, first + side]
}

const whole: [number, number] = [0, cropSide]

function colourOf(crop: Float32Array, gains: readonly [number, number, number]): number[] {
  return [whole, middle(0.35)].flatMap(part => colourWithin(crop, gains, part))
}

const brightnessBins = 8
const ratioBins = 6

function colourWithin(crop: Float32Array, gains: readonly [number, number, number], [first, end]: [number, number]): number[] {
  const count = (end - first) ** 2
  const sums = [0, 0, 0]
  const squares = [0, 0, 0]
  const brightness = new Array<number>(brightnessBins).fill(0)
  const ratios = new Array<number>(ratioBins ** 2).fill(0)
  for (let row = first; row < end; row++) {
    for (let column = first; column < end; column++) {
      const at = row * cropSide + column
      const red = (crop[at] ?? 0) * gains[0] + 1
      const green = (crop[planeSize + at] ?? 0) * gains[1] + 1
      const blue = (crop[2 * planeSize + at] ?? 0) * gains[2] + 1
      const values = [Math.log((red + green + blue) / 3), Math.log(red / green), Math.log(blue / green)]
      for (const [index, value] of values.entries()) {
        sums[index] = (sums[index] ?? 0) + value
        squares[index] = (squares[index] ?? 0) + value * value
      }
      const [light = 0, u = 0, v = 0] = values
      addTo(brightness, binOf(light, 2.5, 5.5, brightnessBins))
      addTo(ratios, binOf(u, -0.9, 0.9, ratioBins) * ratioBins + binOf(v, -0.9, 0.9, ratioBins))
    }
  }
  const means = sums.map(sum => sum / count)
  const deviations = squares.map((square, index) => Math.sqrt(Math.max(0, square / count - (means[index] ?? 0) ** 2)))
  return [...means, ...deviations, ...[...brightness, ...ratios].map(bin => Math.sqrt(bin / count))]
}

const binOf = (value: number, from: number, to: number, bins: number) =>
  Math.min(bins - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * bins)))

function addTo(bins: number[], bin: number) {
  bins[bin] = (bins[bin] ?? 0) + 1
}

const radii = [1, 2, 3]
const patternBins = 10

function lumaOf(crop: Float32Array): Float32Array {
  const luma = new Float32Array(planeSize)
  for (let at = 0; at < planeSize; at++)
    luma[at] = 0.299 * (crop[at] ?? 0) + 0.587 * (crop[planeSize + at] ?? 0) + 0.114 * (crop[2 * planeSize + at] ?? 0)
  return luma
}

const patternShares = (luma: Float32Array): number[] =>
  radii.flatMap(radius => {
    const patterns = patternsOf(luma, radius)
    return [whole, middle(0.4)].flatMap(part => histogramOf(patterns, radius, part))
  })

/**
 * Computes the uniform rotation-invariant pattern of each pixel at least `radius` from the edge. A pattern is the number of the eight
 * neighbours that are at least as bright. A pattern that is not uniform is 9.
 */
function patternsOf(luma: Float32Array, radius: number): Uint8Array {
  const diagonal = Math.round(Math.SQRT1_2 * radius)
  const around = [
    [radius, 0],
    [diagonal, diagonal],
    [0, radius],
    [-diagonal, diagonal],
    [-radius, 0],
    [-diagonal, -diagonal],
    [0, -radius],
    [diagonal, -diagonal]
  ].map(([x = 0, y = 0]) => y * cropSide + x)
  const patterns = new Uint8Array(planeSize)
  for (let row = radius; row < cropSide - radius; row++) {
    for (let column = radius; column < cropSide - radius; column++) {
      const at = row * cropSide + column
      const centre = luma[at] ?? 0
      let ones = 0
      let changes = 0
      let before = (luma[at + (around[7] ?? 0)] ?? 0) >= centre
      for (const offset of around) {
        const bit = (luma[at + offset] ?? 0) >= centre
        if (bit) ones++
        if (bit !== before) changes++
        before = bit
      }
      patterns[at] = changes <= 2 ? ones : patternBins - 1
    }
  }
  return patterns
}

function histogramOf(patterns: Uint8Array, radius: number, [first, end]: [number, number]): number[] {
  const from = Math.max(radius, first)
  const to = Math.min(cropSide - radius, end)
  const bins = new Array<number>(patternBins).fill(0)
  for (let row = from; row < to; row++) for (let column = from; column < to; column++) addTo(bins, patterns[row * cropSide + column] ?? 0)
  return bins.map(bin => Math.sqrt(bin / (to - from) ** 2))
}
