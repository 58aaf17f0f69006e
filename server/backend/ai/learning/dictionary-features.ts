import { cropOf, cropSide, type Pixels, planeSize } from './crops.ts'
import { type Dictionary, type Filters, flatness, patchSide, patchSize } from './dictionary.ts'
import { type CropPlace, dimensions, featuresOf } from './features.ts'
import { rowProducts } from './matrix.ts'

const stride = 2
/** Number of patches along one side of a crop. */
const along = Math.floor((cropSide - patchSide) / stride) + 1
/** Side of the centre of a crop, as a share of its patches along one side. */
const centre = 0.4
const threshold = 0.5

/** Length of the vectors of `dictionaryFeaturesOf`: those of `featuresOf`, then four numbers for each filter of both scales. */
export const dictionaryDimensions = dimensions + 2 * 4 * 128

/** Computes the concatenated feature vectors of crops, in half precision: colour and texture, then the responses of a dictionary. */
export function dictionaryFeaturesOf(pixels: Pixels, places: readonly CropPlace[], { fine, coarse }: Dictionary): Float16Array {
  const standard = featuresOf(pixels, places)
  const vectors = new Float16Array(places.length * dictionaryDimensions)
  for (const [index, place] of places.entries()) {
    const from = index * dictionaryDimensions
    vectors.set(standard.subarray(index * dimensions, (index + 1) * dimensions), from)
    const responses = [responsesOf(cropOf(pixels, place, place.finePx), fine), responsesOf(cropOf(pixels, place, place.coarsePx), coarse)]
    vectors.set(Float32Array.from(responses.flatMap(each => [...each])), from + dimensions)
  }
  return vectors
}

/**
 * Computes the responses of filters to the patches of a crop, at every second pixel.
 * @returns for the whole crop and then for its central 40 %: √ of the mean of max(0, z − 0.5) for each filter, then of max(0, −z − 0.5)
 */
export function responsesOf(crop: Float32Array, { filters, biases }: Filters): Float32Array {
  const count = biases.length
  const products = rowProducts(patchesAlong(crop), Float64Array.from(filters), patchSize)
  const sums = new Float64Array(4 * count)
  const side = Math.round(along * centre)
  const first = Math.floor((along - side) / 2)
  const isCentral = (place: number) => place >= first && place < first + side
  for (let row = 0, at = 0; row < along; row++)
    for (let column = 0; column < along; column++)
      for (let filter = 0, isInside = isCentral(row) && isCentral(column); filter < count; filter++, at++) {
        const z = products[at]! - biases[filter]!
        const size = Math.abs(z) - threshold
        if (size <= 0) continue
        const place = z > 0 ? filter : count + filter
        sums[place] = sums[place]! + size
        if (isInside) sums[2 * count + place] = sums[2 * count + place]! + size
      }
  return Float32Array.from(sums, (sum, at) => Math.sqrt(sum / (at < 2 * count ? along * along : side * side)))
}

/** Copies the patches of a crop at every second pixel, row by row, each divided by √(variance + 10). */
function patchesAlong(crop: Float32Array): Float64Array {
  const patches = new Float64Array(along * along * patchSize)
  const patch = new Float32Array(patchSize)
  for (let row = 0, from = 0; row < along; row++)
    for (let column = 0; column < along; column++, from += patchSize) {
      readPatch(crop, row * stride, column * stride, patch)
      const deviation = deviationOf(patch)
      for (let k = 0; k < patchSize; k++) patches[from + k] = patch[k]! / deviation
    }
  return patches
}

/** Copies a patch of a crop: its planes R, G and B, each row by row. */
export function readPatch(crop: Float32Array, top: number, left: number, patch: Float32Array): void {
  for (let plane = 0, at = 0; plane < 3; plane++)
    for (let row = 0; row < patchSide; row++) {
      const from = plane * planeSize + (top + row) * cropSide + left
      for (let column = 0; column < patchSide; column++, at++) patch[at] = crop[from + column]!
    }
}

/** Computes √(variance + 10) of a patch. */
function deviationOf(patch: Float32Array): number {
  let [sum, squares] = [0, 0]
  for (let k = 0; k < patchSize; k++) {
    sum += patch[k]!
    squares += patch[k]! ** 2
  }
  const mean = sum / patchSize
  return Math.sqrt(Math.max(0, squares / patchSize - mean * mean) + flatness)
}
