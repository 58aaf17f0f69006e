import type { Rectangle } from '../../../imagery/viewport.ts'
import { background, type Guides, markers, object } from './markers.ts'

const blurRadius = 3
/** Factor from grey levels per pixel to gradient levels. */
const steepness = 4
const levels = 256
/** Minimum mean gradient level along an outline. In an even area, an outline would be arbitrary. */
const faintest = 6
/** Minimum area in pixels. */
const smallest = 16

/**
 * Finds the object in a box by a watershed (Meyer 1991) of the colour gradient. It is flooded from a disc in the middle of the core, from
 * outside the box, and from clicks. Holes without a click are filled. Of several parts, the largest one with a marker of the object remains.
 * @param rgba 8-bit colours and opacity, pixel by pixel
 * @param box in pixels of the picture, within it
 * @param guides without clicks and with the box as their core by default
 * @returns 1 for each pixel of the object, else 0; null when no edge surrounds it
 */
export function objectMask(
  rgba: Uint8ClampedArray,
  width: number,
  height: number,
  box: Rectangle,
  guides: Guides = { clicks: [], core: box }
): Uint8Array | null {
  const gradient = gradientOf(rgba, width, height)
  const basins = markers(width, height, box, guides)
  const marked = basins.slice()
  flood(basins, gradient, width)
  const covered = withoutHoles(basins, marked, width, height)
  const mask = largestPart(covered, marked, width)
  const area = mask.reduce((sum, pixel) => sum + pixel, 0)
  return area >= smallest && edgeLevel(mask, gradient, width, height) >= faintest ? mask : null
}

/** Computes the largest gradient of the three blurred channels. @returns levels from 0 to 255 */
function gradientOf(rgba: Uint8ClampedArray, width: number, height: number): Uint8Array {
  const gradient = new Uint8Array(width * height)
  for (let channel = 0; channel < 3; channel++) {
    const plane = blurred(rgba, channel, width, height)
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) {
        const across = plane[x < width - 1 ? at + 1 : at]! - plane[x > 0 ? at - 1 : at]!
        const down = plane[y < height - 1 ? at + width : at]! - plane[y > 0 ? at - width : at]!
        const level = Math.min(levels - 1, Math.floor((steepness * Math.sqrt(across * across + down * down)) / 2))
        if (level > gradient[at]!) gradient[at] = level
      }
  }
  return gradient
}

/** Means of squares of 7 × 7 pixels of a channel. Beyond the picture, its edge pixels are repeated. */
function blurred(rgba: Uint8ClampedArray, channel: number, width: number, height: number): Float32Array {
  const rows = new Float32Array(width * height)
  const means = new Float32Array(width * height)
  const side = 2 * blurRadius + 1
  const within = (place: number, length: number) => Math.min(length - 1, Math.max(0, place))
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = -blurRadius; x <= blurRadius; x++) sum += rgba[4 * (y * width + within(x, width)) + channel]!
    for (let x = 0; x < width; x++) {
      rows[y * width + x] = sum / side
      sum += rgba[4 * (y * width + within(x + blurRadius + 1, width)) + channel]!
      sum -= rgba[4 * (y * width + within(x - blurRadius, width)) + channel]!
    }
  }
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = -blurRadius; y <= blurRadius; y++) sum += rows[within(y, height) * width + x]!
    for (let y = 0; y < height; y++) {
      means[y * width + x] = sum / side
      sum += rows[within(y + blurRadius + 1, height) * width + x]! - rows[within(y - blurRadius, height) * width + x]!
    }
  }
  return means
}

/** Floods a picture from its marked pixels, those with the lowest gradient first, and in the order of their discovery among equals. */
function flood(basins: Uint8Array, gradient: Uint8Array, width: number): void {
  const following = new Int32Array(basins.length).fill(-1)
  const [first, last] = [new Int32Array(levels).fill(-1), new Int32Array(levels).fill(-1)]
  const add = (pixel: number, level: number) => {
    if (first[level] === -1) first[level] = pixel
    else following[last[level]!] = pixel
    last[level] = pixel
  }
  for (let pixel = 0; pixel < basins.length; pixel++) if (basins[pixel] !== 0) add(pixel, 0)
  for (let level = 0; level < levels; ) {
    const pixel = first[level]!
    if (pixel === -1) {
      level++
      continue
    }
    first[level] = following[pixel]!
    forNeighbours(pixel, width, basins.length, neighbour => {
      if (basins[neighbour] !== 0) return
      basins[neighbour] = basins[pixel]!
      add(neighbour, Math.max(level, gradient[neighbour]!))
    })
  }
}

/** Visits the up to four neighbours of a pixel that share a side with it. */
function forNeighbours(pixel: number, width: number, count: number, visit: (neighbour: number) => void): void {
  const x = pixel % width
  if (x > 0) visit(pixel - 1)
  if (x < width - 1) visit(pixel + 1)
  if (pixel >= width) visit(pixel - width)
  if (pixel + width < count) visit(pixel + width)
}

/** Covers the object and all that it encloses, except where the background is marked. */
function withoutHoles(basins: Uint8Array, marked: Uint8Array, width: number, height: number): Uint8Array {
  const mask = new Uint8Array(basins.length).fill(1)
  const open: number[] = []
  const clear = (pixel: number) => {
    if (basins[pixel] === object || mask[pixel] === 0) return
    mask[pixel] = 0
    open.push(pixel)
  }
  for (let x = 0; x < width; x++) {
    clear(x)
    clear((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    clear(y * width)
    clear(y * width + width - 1)
  }
  for (let pixel = 0; pixel < marked.length; pixel++) if (marked[pixel] === background) clear(pixel)
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) forNeighbours(pixel, width, basins.length, clear)
  return mask
}

/** Finds the largest connected part of a mask with a marker of the object. */
function largestPart(mask: Uint8Array, marked: Uint8Array, width: number): Uint8Array {
  const seen = new Uint8Array(mask.length)
  let largest: number[] = []
  for (let start = 0; start < mask.length; start++) {
    if (marked[start] !== object || mask[start] === 0 || seen[start] === 1) continue
    const part = [start]
    seen[start] = 1
    for (let at = 0; at < part.length; at++)
      forNeighbours(part[at]!, width, mask.length, neighbour => {
        if (mask[neighbour] === 0 || seen[neighbour] === 1) return
        seen[neighbour] = 1
        part.push(neighbour)
      })
    if (part.length > largest.length) largest = part
  }
  const part = new Uint8Array(mask.length)
  for (const pixel of largest) part[pixel] = 1
  return part
}

/** Computes the mean gradient level along the edge of a mask, without the parts where the picture ends. */
function edgeLevel(mask: Uint8Array, gradient: Uint8Array, width: number, height: number): number {
  let [sum, count] = [0, 0]
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (mask[pixel] === 0) continue
    forNeighbours(pixel, width, width * height, neighbour => {
      if (mask[neighbour] !== 0) return
      sum += Math.max(gradient[pixel]!, gradient[neighbour]!)
      count++
    })
  }
  return count === 0 ? 0 : sum / count
}
