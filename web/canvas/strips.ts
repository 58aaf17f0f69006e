import type { Vertices } from './vertices.ts'

/*
 * Lines as texels, from which the vertex shader makes triangle strips. Each texel gives two vertices, left and right of the line.
 * A texel is (x, y, slot, along). `along` is the distance from the line's start in pixels of the picture, for dashes.
 * Each line has one more texel before it and one after it, which are not drawn. Their x and y are the neighbour that the joint at that end needs.
 * In a ring, the neighbour is the adjacent vertex beyond the end. For an open line, it lies on the extended line. Their `along` marks the end.
 */
export const beforeRing = -1
export const afterRing = -2
export const beforeLine = -3
export const afterLine = -4

/** Minimum distance between two vertices, in pixels of the picture. Any closer, 32-bit floats lose the direction between them. */
const nearest = 1 / 64

/** Growing array of texels. */
export class Texels {
  data: Float32Array
  count = 0

  constructor(capacity = 1024) {
    this.data = new Float32Array(capacity * 4)
  }

  push(x: number, y: number, z: number, w: number): void {
    const at = this.count * 4
    if (at === this.data.length) {
      const larger = new Float32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[at] = x
    this.data[at + 1] = y
    this.data[at + 2] = z
    this.data[at + 3] = w
    this.count++
  }
}

/**
 * Writes one line to the texels, and reduces `line` to the vertices that were written. When all vertices coincide, nothing is written and `line` is
 * empty.
 * @returns index of the texel of the first vertex; those of the others follow. The texel before it marks the beginning
 */
export function writeStrip(texels: Texels, line: Vertices, slot: number, isRing: boolean): number {
  keepApart(line, isRing)
  const { data, count } = line
  if (count < 2) {
    line.count = 0
    return texels.count
  }
  const isClosed = isRing && count > 2
  const last = (count - 1) * 2
  if (isClosed) texels.push(data[last]!, data[last + 1]!, slot, beforeRing)
  else texels.push(2 * data[0]! - data[2]!, 2 * data[1]! - data[3]!, slot, beforeLine) // the line extended by the length of its segment
  const from = texels.count
  let along = 0
  for (let at = 0; at <= last; at += 2) {
    if (at > 0) along += Math.hypot(data[at]! - data[at - 2]!, data[at + 1]! - data[at - 1]!)
    texels.push(data[at]!, data[at + 1]!, slot, along)
  }
  if (isClosed) {
    along += Math.hypot(data[0]! - data[last]!, data[1]! - data[last + 1]!)
    texels.push(data[0]!, data[1]!, slot, along)
    texels.push(data[2]!, data[3]!, slot, afterRing)
  } else texels.push(2 * data[last]! - data[last - 2]!, 2 * data[last + 1]! - data[last - 1]!, slot, afterLine)
  return from
}

/** Removes each vertex that is within `nearest` of the previous one. In a ring, also removes the last vertices within `nearest` of the first. */
function keepApart(line: Vertices, isRing: boolean): void {
  let kept = Math.min(1, line.count)
  for (let index = 1; index < line.count; index++) if (areApart(line.data, kept - 1, index)) line.move(index, kept++)
  while (isRing && kept > 1 && !areApart(line.data, 0, kept - 1)) kept--
  line.count = kept
}

const areApart = (data: Float64Array, a: number, b: number) =>
  Math.abs(data[a * 2]! - data[b * 2]!) > nearest || Math.abs(data[a * 2 + 1]! - data[b * 2 + 1]!) > nearest
