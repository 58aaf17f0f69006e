import { rowProducts } from './matrix.ts'
import { randomFrom, shuffled } from './random.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** Name and version of the recipe below and of `dictionary-features.ts`. Vectors of different recipes are never mixed. */
export const dictionaryRecipe = 'dict128-1'

/** Side of a patch in pixels of a crop. */
export const patchSide = 6
/** Number of values in a patch: its planes R, G and B, each row by row. */
export const patchSize = 3 * patchSide * patchSide
/** Number of patches for each of the two crop scales. */
export const patchCount = 20_000
const filterCount = 128
/** Added to the variance of a patch, so that noise in flat patches is not magnified. */
export const flatness = 10
const whitening = 0.1
const rounds = 8
const fewestMembers = 3
/** Number of patches whose products are computed at a time. */
const blockRows = 1000

/** Filters for patches of one crop scale. Their response to a patch x is filter·x / √(variance of x + 10) − bias. */
export interface Filters {
  /** Row-major, one row of `patchSize` numbers with a sum of 0 for each filter. */
  filters: Float32Array
  biases: Float32Array
}

/** Filters learnt from the images of a project, for its fine and its coarse crops. The filters never change. */
export interface Dictionary {
  fine: Filters
  coarse: Filters
}

/** Learns a dictionary from patches of both crop scales, `patchSize` numbers each. Equal patches and seeds give equal dictionaries. */
export const learnDictionary = (patches: Record<keyof Dictionary, Float32Array>, seed: number): Dictionary => ({
  fine: learnFilters(patches.fine, filterCount, seed),
  coarse: learnFilters(patches.coarse, filterCount, seed + 1)
})

/**
 * Learns filters by spherical k-means on whitened patches (Coates & Ng 2012). The whitening is folded into the filters.
 * @param patches row-major, `patchSize` numbers from 0 to 255 each
 * @param count number of filters
 */
export function learnFilters(patches: Float32Array, count: number, seed: number): Filters {
  const normal = normalised(patches)
  const { means, whitener } = whitenerOf(normal)
  const centroids = clustered(whitened(normal, means, whitener), count, randomFrom(seed))
  const filters = new Float32Array(count * patchSize)
  const biases = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    const folded = new Float64Array(patchSize)
    for (let k = 0; k < patchSize; k++) {
      const factor = centroids[row * patchSize + k]!
      for (let column = 0; column < patchSize; column++) folded[column] = folded[column]! + factor * whitener[k * patchSize + column]!
    }
    const mean = folded.reduce((sum, value) => sum + value, 0) / patchSize
    for (let column = 0; column < patchSize; column++) {
      const value = folded[column]! - mean
      filters[row * patchSize + column] = value
      biases[row] = biases[row]! + value * means[column]!
    }
  }
  return { filters, biases }
}

/** Subtracts from each patch its mean, and divides the result by √(variance + 10). */
function normalised(patches: Float32Array): Float32Array {
  const normal = new Float32Array(patches.length)
  for (let from = 0; from < patches.length; from += patchSize) {
    let [sum, squares] = [0, 0]
    for (let at = from; at < from + patchSize; at++) {
      sum += patches[at]!
      squares += patches[at]! ** 2
    }
    const mean = sum / patchSize
    const deviation = Math.sqrt(Math.max(0, squares / patchSize - mean * mean) + flatness)
    for (let at = from; at < from + patchSize; at++) normal[at] = (patches[at]! - mean) / deviation
  }
  return normal
}

/** Computes the means of the patches, and the whitening matrix V·(Λ + 0.1)^(−1/2)·Vᵀ of their covariance. */
function whitenerOf(patches: Float32Array): { means: Float64Array; whitener: Float64Array } {
  const rows = patches.length / patchSize
  const means = new Float64Array(patchSize)
  for (let at = 0; at < patches.length; at++) means[at % patchSize] = means[at % patchSize]! + patches[at]! / rows
  const covariance = new Float64Array(patchSize * patchSize)
  const apart = new Float64Array(patchSize)
  for (let from = 0; from < patches.length; from += patchSize) {
    for (let column = 0; column < patchSize; column++) apart[column] = patches[from + column]! - means[column]!
    for (let one = 0; one < patchSize; one++) {
      const value = apart[one]! / rows
      for (let other = 0; other <= one; other++)
        covariance[one * patchSize + other] = covariance[one * patchSize + other]! + value * apart[other]!
    }
  }
  for (let one = 0; one < patchSize; one++)
    for (let other = 0; other < one; other++) covariance[other * patchSize + one] = covariance[one * patchSize + other]!
  const { values, vectors } = symmetricEigen(covariance, patchSize)
  const whitener = new Float64Array(patchSize * patchSize)
  for (let k = 0; k < patchSize; k++) {
    const scale = 1 / Math.sqrt(Math.max(0, values[k]!) + whitening)
    for (let one = 0; one < patchSize; one++) {
      const factor = vectors[one * patchSize + k]! * scale
      for (let other = 0; other < patchSize; other++)
        whitener[one * patchSize + other] = whitener[one * patchSize + other]! + factor * vectors[other * patchSize + k]!
    }
  }
  return { means, whitener }
}

function whitened(patches: Float32Array, means: Float64Array, whitener: Float64Array): Float32Array {
  const white = new Float32Array(patches.length)
  for (let block = 0; block < patches.length; block += blockRows * patchSize) {
    const apart = Float64Array.from(patches.subarray(block, block + blockRows * patchSize), (value, at) => value - means[at % patchSize]!)
    white.set(rowProducts(apart, whitener, patchSize), block) // the whitener is symmetric
  }
  return white
}

/**
 * Clusters whitened patches around directions of unit length. A patch belongs to the direction with the largest absolute product. The new
 * direction is the sum of its patches, weighted by their products. A direction with fewer than three members starts anew from a random patch.
 * @returns directions, row-major
 */
// Long: the steps of one round share its arrays.
function clustered(patches: Float32Array, count: number, random: () => number): Float32Array {
  const rows = patches.length / patchSize
  const centroids = new Float32Array(count * patchSize)
  const first = shuffled(rows, random)
  for (let place = 0; place < count; place++) start(place, first[place % rows]!)
  for (let round = 0; round < rounds; round++) {
    const sums = new Float64Array(count * patchSize)
    const members = new Int32Array(count)
    const directions = Float64Array.from(centroids)
    for (let block = 0; block < patches.length; block += blockRows * patchSize) {
      const some = Float64Array.from(patches.subarray(block, block + blockRows * patchSize))
      const products = rowProducts(some, directions, patchSize)
      for (let from = 0, at = 0; from < some.length; from += patchSize, at += count) {
        const place = largestOf(products.subarray(at, at + count))
        const product = products[at + place]!
        members[place] = members[place]! + 1
        for (let k = 0; k < patchSize; k++) sums[place * patchSize + k] = sums[place * patchSize + k]! + product * some[from + k]!
      }
    }
    for (let place = 0; place < count; place++) {
      if (members[place]! < fewestMembers) start(place, Math.floor(random() * rows))
      else setUnit(place, sums.subarray(place * patchSize, (place + 1) * patchSize))
    }
  }
  return centroids

  function start(place: number, row: number): void {
    setUnit(place, patches.subarray(row * patchSize, (row + 1) * patchSize))
  }

  function setUnit(place: number, values: Float32Array | Float64Array): void {
    let squares = 0
    for (let k = 0; k < patchSize; k++) squares += values[k]! ** 2
    const length = Math.sqrt(squares) || 1
    for (let k = 0; k < patchSize; k++) centroids[place * patchSize + k] = values[k]! / length
  }
}

/** Index of the number with the largest absolute value. */
function largestOf(numbers: Float64Array): number {
  let best = 0
  for (let at = 1; at < numbers.length; at++) if (Math.abs(numbers[at]!) > Math.abs(numbers[best]!)) best = at
  return best
}
