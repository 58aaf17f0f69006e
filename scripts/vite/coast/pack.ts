import { zigZag } from '../../../web/features/map/coast/coast-file.ts'
import { type LandBlock, landInBlocks } from './blocks.ts'
import { type CoastLevel, landOf, type Point } from './recut.ts'

/** Units per degree: steps of 1.1 km, 440 m and 280 m, near the precision of the sources. */
const unitsPerDegree: Record<CoastLevel, number> = { '110m': 100, '50m': 250, '10m': 400 }
/** Side lengths of the blocks, in degrees. */
const blockSides: Record<CoastLevel, number> = { '110m': 180, '50m': 30, '10m': 10 }

/** Packs a level of the coast in the format that `coast-file.ts` describes. */
export function packedCoast(level: CoastLevel): Buffer {
  const units = unitsPerDegree[level]
  const side = blockSides[level]
  const blocks = landInBlocks(landOf(level), side).map(block => packedBlock(block, units, side))
  const head = writer()
  for (const value of [units, side, blocks.length]) head.add(value)
  return Buffer.concat([head.bytes(), ...blocks.flatMap(block => [lengthOf(block), block])])
}

function lengthOf(block: Buffer): Buffer {
  const length = writer()
  length.add(block.length)
  return length.bytes()
}

function packedBlock({ column, row, polygons }: LandBlock, units: number, side: number): Buffer {
  const [west, south] = [(column * side - 180) * units, (row * side - 90) * units]
  const onGrid = polygons
    .map(rings => rings.map(ring => steps(ring.map(([x, y]): Point => [Math.round(x * units), Math.round(y * units)]))).filter(hasArea))
    .filter(rings => rings.length > 0)
  const isSeam = ([x, y]: Point, [nextX, nextY]: Point) =>
    (x === nextX && (x === west || x === west + side * units)) || (y === nextY && (y === south || y === south + side * units))
  const out = writer()
  for (const value of [column, row, onGrid.length]) out.add(value)
  let before: Point = [0, 0]
  for (const rings of onGrid) {
    out.add(rings.length)
    for (const ring of rings) {
      out.add(ring.length)
      for (const [index, point] of ring.entries()) {
        const seam = isSeam(point, ring[(index + 1) % ring.length]!) ? 1 : 0
        out.add(zigZag(point[0] - before[0]) * 2 + seam)
        out.add(zigZag(point[1] - before[1]))
        before = point
      }
    }
  }
  return out.bytes()
}

/** Drops vertices that coincide with the previous one. */
const steps = (ring: Point[]): Point[] =>
  ring.filter(([x, y], index) => {
    const before = ring.at(index - 1)!
    return x !== before[0] || y !== before[1]
  })

const hasArea = (ring: Point[]) => ring.length > 2

function writer() {
  const written: number[] = []
  return {
    bytes: () => Buffer.from(written),
    add(value: number) {
      let rest = value
      for (; rest > 127; rest >>>= 7) written.push((rest & 127) | 128)
      written.push(rest)
    }
  }
}
