import type { Polygon } from '../../../shared/contracts/shapes.ts'
import { crossesItself } from '../../../shared/geometry/crossings.ts'
import { largestDiameter, wayLength } from '../../../shared/geometry/diameter.ts'
import { enclosingBox, isInRing, type Vertex } from '../../../shared/geometry/outline.ts'
import { area } from './area.ts'
import { holeFault } from './holes.ts'
import { roundedVertex } from './precision.ts'
import { Mark, type ShapeKind } from './shape-kind.ts'
import { simplifyRing } from './simplify.ts'
import { distanceToLine, drawLine, lineHandles, stretching, without, withVertexAt } from './vertex-lines.ts'

export const polygon: ShapeKind<Polygon> = {
  ...area,
  isConvex: false,
  mark: () => Mark.blob,
  ringCount: ({ holes }) => 1 + (holes?.length ?? 0),
  trace({ points, holes }, ring, tolerance, into) {
    into.take(ring === 0 ? points : (holes?.[ring - 1] ?? []))
    simplifyRing(into, tolerance)
  },
  draw(shape, pen) {
    for (const ring of ringsOf(shape)) drawLine(ring, true, pen)
  },
  straightLines: ringsOf,
  distance(shape, x, y) {
    const rings = ringsOf(shape)
    const crossed = rings.filter(ring => isInRing(x, y, ring)).length
    return crossed % 2 === 1 ? 0 : Math.min(...rings.map(ring => distanceToLine(ring, x, y, true)))
  },
  handles: (shape, { pixel }) => ringsOf(shape).flatMap((ring, index) => lineHandles(ring, index, true, pixel)),
  dragged(shape, handle, to, { picture }) {
    if (handle.kind !== 'vertex' && handle.kind !== 'midpoint') return shape
    const changed = (ring: readonly Vertex[]) => withVertexAt(ring, handle, to, picture)
    if (handle.ring === 0) return { ...shape, points: changed(shape.points) }
    return { ...shape, holes: (shape.holes ?? []).map((hole, at) => (at === handle.ring - 1 ? changed(hole) : hole)) }
  },
  withoutVertex(shape, ring, index) {
    if (ring === 0) {
      if (shape.points.length <= 3) return { refusal: 'A polygon needs at least three corners.' }
      return { shape: { ...shape, points: without(shape.points, index) } }
    }
    const holes = (shape.holes ?? []).flatMap((hole, at) => (at !== ring - 1 ? [hole] : hole.length <= 3 ? [] : [without(hole, index)]))
    const { holes: _, ...whole } = shape
    return { shape: { ...whole, ...(holes.length > 0 && { holes }) } }
  },
  mapped(shape, move) {
    const holes = shape.holes?.map(hole => hole.map(move))
    return { ...shape, points: shape.points.map(move), ...(holes && { holes }) }
  },
  size(shape) {
    const { width, height } = enclosingBox(shape)
    return { width, height }
  },
  resized: (shape, size) => polygon.mapped(shape, stretching(shape, size)),
  rounded(shape) {
    const holes = shape.holes?.map(hole => hole.map(roundedVertex))
    return { kind: 'polygon', points: shape.points.map(roundedVertex), ...(holes && { holes }) }
  },
  lengths: shape => ({
    length: null,
    perimeter: ringsOf(shape).reduce((sum, ring) => sum + wayLength([...ring, ...ring.slice(0, 1)]), 0), // OGC Simple Features: with holes
    diameter: largestDiameter(shape)
  }),
  fault: shape => area.fault(shape) ?? (shape.holes ? holeFault(shape) : null),
  crossesItself: shape => ringsOf(shape).some(crossesItself)
}

function ringsOf({ points, holes = [] }: Polygon): Vertex[][] {
  return [points, ...holes]
}
