import { type MapProjection, projected } from '../../../../shared/geometry/map-projections.ts'
import type { CoastBlock, CoastRing } from '../coast/coast-file.ts'
import { isPolar, polarEdge, sideOf } from './views.ts'

/** Land of a block, ready to draw. Coordinates are relative to `origin`, because a path has only single precision. */
export interface LandPaths {
  origin: readonly [number, number]
  fill: Path2D
  /** Coastline without the seams along which blocks were cut. */
  coast: Path2D
  /** Left, bottom, right and top in the projection. */
  bounds: readonly [number, number, number, number]
}

const kept = new WeakMap<CoastBlock, Map<MapProjection, LandPaths | null>>()

/** Returns the paths of a block; null for a block outside the projection. */
export function landPaths(block: CoastBlock, projection: MapProjection): LandPaths | null {
  const known = kept.get(block) ?? new Map<MapProjection, LandPaths | null>()
  kept.set(block, known)
  if (!known.has(projection)) known.set(projection, pathsOf(block, projection))
  return known.get(projection) ?? null
}

/** Degrees beyond the edge of a polar chart to which land is drawn. The disc of the chart clips the excess. */
const beyond = 6
/** Step in degrees along an edge. Seams are long, and they are curved on a polar chart. */
const step = 1

function pathsOf(block: CoastBlock, projection: MapProjection): LandPaths | null {
  const polar = isPolar(projection)
  const side = polar ? sideOf(projection) : 1
  const farthest = polarEdge - beyond
  if (polar && Math.max(side * block.south, side * (block.south + block.side)) <= farthest) return null
  const clamp = (latitude: number) => (polar ? side * Math.max(farthest, side * latitude) : latitude)
  const at = (longitude: number, latitude: number) => projected(projection, longitude, clamp(latitude))

  const origin = at(block.west + block.side / 2, block.south + block.side / 2)
  const paths = { fill: new Path2D(), coast: new Path2D() }
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of block.rings()) if (!polar || reaches(ring, side, farthest)) trace(ring)
  return left > right ? null : { origin, ...paths, bounds: [left, bottom, right, top] }

  function trace({ degrees, seams }: CoastRing) {
    const count = seams.length
    let isDown = false
    for (let index = 0; index < count; index++) {
      const [x, y] = [degrees[2 * index]!, degrees[2 * index + 1]!]
      const next = (index + 1) % count
      const [endX, endY] = [degrees[2 * next]!, degrees[2 * next + 1]!]
      const isCoast = !seams[index]
      const start = local(x, y)
      if (index === 0) paths.fill.moveTo(...start)
      if (isCoast && !isDown) paths.coast.moveTo(...start)
      isDown = isCoast
      const steps = polar ? Math.max(1, Math.ceil(Math.max(Math.abs(endX - x), Math.abs(endY - y)) / step)) : 1
      for (let part = 1; part <= steps; part++) {
        const point = local(x + ((endX - x) * part) / steps, y + ((endY - y) * part) / steps)
        paths.fill.lineTo(...point)
        if (isCoast) paths.coast.lineTo(...point)
      }
    }
    paths.fill.closePath()
  }

  function local(longitude: number, latitude: number): [number, number] {
    const [x, y] = at(longitude, latitude)
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
    return [x - origin[0], y - origin[1]]
  }
}

function reaches({ degrees }: CoastRing, side: 1 | -1, farthest: number): boolean {
  for (let index = 1; index < degrees.length; index += 2) if (side * degrees[index]! > farthest) return true
  return false
}
