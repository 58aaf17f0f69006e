/*
 * Format of a coast file. Every number is a varint: seven bits per byte, lowest first. The highest bit of a byte is set if more bytes follow.
 * Signed numbers are zigzag-encoded.
 *
 *   file    units per degree, degrees per side of a block, number of blocks; for each block, its number of bytes, then the block
 *   block   column and row, counted from 180° W and 90° S; number of polygons; for each polygon, its number of rings, then the rings
 *   ring    number of vertices, then the vertices
 *   vertex  step in longitude · 2 + seam, then step in latitude
 *
 * A step starts at the preceding vertex of the block. The first step of a block starts at 0, 0.
 *
 * A seam is an edge made by a cut: on ±180°, at a pole or on a block border. A seam is not a coastline.
 */

/** Zigzag encoding of a signed integer: 0, −1, 1, −2 → 0, 1, 2, 3. */
export const zigZag = (value: number): number => (value << 1) ^ (value >> 31)

/** Inverse of `zigZag`. */
const unZigZag = (value: number): number => (value >>> 1) ^ -(value & 1)

/** Ring with longitude and latitude alternating, in degrees. `seams[i]` is 1 if the edge from vertex i to the next one is a seam. */
export interface CoastRing {
  degrees: Float64Array
  seams: Uint8Array
}

export interface CoastBlock {
  west: number
  south: number
  /** Side length in degrees. */
  side: number
  /** Unpacks the rings on the first call. Holes are rings too. The first vertex is not repeated at the end. */
  rings(): CoastRing[]
}

/** Reads the blocks of a packed coastline file. @throws RangeError for a truncated file */
export function readCoast(bytes: Uint8Array): CoastBlock[] {
  const head = reader(bytes, 0)
  const units = head.next()
  const side = head.next()
  const count = head.next()
  const blocks: CoastBlock[] = []
  for (let index = 0; index < count; index++) {
    const length = head.next()
    const from = head.at()
    if (from + length > bytes.length) throw new RangeError('The coastline file is truncated')
    const block = reader(bytes, from)
    const [column, row] = [block.next(), block.next()]
    const body = block.at()
    let rings: CoastRing[] | undefined
    blocks.push({
      west: column * side - 180,
      south: row * side - 90,
      side,
      rings: () => (rings ??= readRings(reader(bytes, body), units))
    })
    head.skip(length)
  }
  return blocks
}

type Reader = ReturnType<typeof reader>

function reader(bytes: Uint8Array, from: number) {
  let position = from
  return {
    at: () => position,
    skip: (length: number) => {
      position += length
    },
    next: (): number => {
      let value = 0
      for (let shift = 0; ; shift += 7) {
        const byte = bytes[position++]
        if (byte === undefined) throw new RangeError('The coastline file is truncated')
        value |= (byte & 127) << shift
        if (byte < 128) return value
      }
    }
  }
}

function readRings(from: Reader, units: number): CoastRing[] {
  const rings: CoastRing[] = []
  let [x, y] = [0, 0]
  for (let polygons = from.next(); polygons > 0; polygons--)
    for (let count = from.next(); count > 0; count--) {
      const vertices = from.next()
      const ring: CoastRing = { degrees: new Float64Array(2 * vertices), seams: new Uint8Array(vertices) }
      for (let index = 0; index < vertices; index++) {
        const step = from.next()
        ring.seams[index] = step & 1
        x += unZigZag(step >>> 1)
        y += unZigZag(from.next())
        ring.degrees[2 * index] = x / units
        ring.degrees[2 * index + 1] = y / units
      }
      rings.push(ring)
    }
  return rings
}
