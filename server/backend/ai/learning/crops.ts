/** Decoded picture: 8-bit RGB, pixel by pixel. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** Side length of a scaled crop in pixels. */
export const cropSide = 64
/** Number of values per plane of a crop. A crop has three planes, R, G and B, with values from 0 to 255. */
export const planeSize = cropSide * cropSide

/**
 * Cuts a square window out of a picture and scales it to 64 × 64 px by area averaging. Beyond its edges, the picture is mirrored once.
 * @param windowPx side length of the window, in pixels of the picture
 */
export function cropOf({ data, width, height }: Pixels, centre: { x: number; y: number }, windowPx: number): Float32Array {
  const columns = spansAlong(centre.x - windowPx / 2, windowPx, width)
  const rows = spansAlong(centre.y - windowPx / 2, windowPx, height)
  const crop = new Float32Array(3 * planeSize)
  for (const [row, ys] of rows.entries()) {
    for (const [column, xs] of columns.entries()) {
      let [red, green, blue] = [0, 0, 0]
      for (const y of ys) {
        for (const x of xs) {
          const at = 3 * (y * width + x)
          red += data[at] ?? 0
          green += data[at + 1] ?? 0
          blue += data[at + 2] ?? 0
        }
      }
      const place = row * cropSide + column
      const count = xs.length * ys.length
      crop[place] = red / count
      crop[planeSize + place] = green / count
      crop[2 * planeSize + place] = blue / count
    }
  }
  return crop
}

/** Lists the picture pixels covered by each of the 64 pixels along one side of a crop. */
function spansAlong(start: number, length: number, size: number): number[][] {
  const step = length / cropSide
  return Array.from({ length: cropSide }, (_, place) => {
    const from = start + place * step
    const first = Math.ceil(from - 0.5)
    const last = Math.ceil(from + step - 0.5) - 1
    if (last < first) return [mirrored(Math.floor(from + step / 2), size)]
    return Array.from({ length: last - first + 1 }, (_, index) => mirrored(first + index, size))
  })
}

function mirrored(place: number, size: number): number {
  const inside = place < 0 ? -place - 1 : place >= size ? 2 * size - 1 - place : place
  return Math.min(size - 1, Math.max(0, inside))
}

/** Computes the gain that brings the mean of each channel to 110. The gains remove most of the colour cast caused by water. */
export function channelGains({ data, width, height }: Pixels): [number, number, number] {
  const pixels = width * height
  const step = Math.max(1, Math.floor(pixels / 20_000))
  const sums = [0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel < pixels; pixel += step) {
    for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (data[3 * pixel + channel] ?? 0)
    count++
  }
  const gain = (sum = 0) => 110 / Math.max(8, sum / Math.max(1, count))
  return [gain(sums[0]), gain(sums[1]), gain(sums[2])]
}
