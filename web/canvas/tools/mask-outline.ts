import type { Polygon } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { simplifyRing } from '../../../shared/geometry/simplify-ring.ts'
import { kindOf } from '../shapes/kinds.ts'

/** Maximum distance between the simplified and the smoothed painted outline, in pixels of the picture. */
const tolerance = 0.5
/** Tolerance in pixels of the picture at and above which no simplification is tried. */
const coarsest = 1_000
/** Maximum number of vertices of a ring, from the contract. */
const mostVertices = 10_000

/**
 * Simplified polygon of a painted part. An outline that simplification would break stays as painted, if it has few enough vertices.
 * @param points outline along the pixel edges, without vertices on straight edges; the same applies to the holes
 */
export function simplified(points: readonly Vertex[], holes: readonly Vertex[][]): Polygon {
  const [outer, inner] = [withoutSteps(points), holes.map(withoutSteps)]
  const at = (distance: number, rings = inner) =>
    polygonOf(
      simplifyRing(outer, distance),
      rings.map(ring => simplifyRing(ring, distance))
    )
  const first = at(tolerance)
  if (isUsable(first)) return first
  const exact = polygonOf([...points], [...holes])
  if (isShort(exact)) return exact
  for (let distance = 2 * tolerance; distance < coarsest; distance *= 2) {
    // a hole that no longer fits into the coarser outline is filled
    const usable = [at(distance), at(distance, [])].find(isUsable)
    if (usable) return usable
  }
  return polygonOf(frameOf(points), [])
}

/** Bounding box of a ring, the last resort when no tolerance gives a usable outline. */
function frameOf(ring: readonly Vertex[]): Vertex[] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of ring) [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom]
  ]
}

/**
 * Ring with its one-pixel steps smoothed out, because they come from the pixel grid and not from the outline.
 * The corners of a step are replaced by a line through its midpoint.
 * The line extends on both sides by half the length of the shorter neighbouring run of pixels. The area stays the same.
 */
function withoutSteps(ring: readonly Vertex[]): Vertex[] {
  const edges = ring.map((from, index) => edgeOf(from, ring[(index + 1) % ring.length] ?? from))
  const edgeAt = (index: number) => edges[(index + edges.length) % edges.length] as Edge
  const isStep = (index: number) => {
    const [before, edge, after] = [edgeAt(index - 1), edgeAt(index), edgeAt(index + 1)]
    return edge.length === 1 && before.dx === after.dx && before.dy === after.dy
  }
  return edges.flatMap(({ from: [x, y], dx, dy, length }, index): Vertex[] => {
    const at = (distance: number): Vertex => [x + dx * distance, y + dy * distance]
    if (isStep(index)) return [at(0.5)]
    const start = isStep(index - 1) ? Math.min(length, edgeAt(index - 2).length) / 2 : 0
    const end = isStep(index + 1) ? length - Math.min(length, edgeAt(index + 2).length) / 2 : start
    return end > start ? [at(start), at(end)] : [at(start)]
  })
}

/** Edge along pixels: start, direction and length. */
interface Edge {
  from: Vertex
  dx: number
  dy: number
  length: number
}

const edgeOf = (from: Vertex, to: Vertex): Edge => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return { from, dx: Math.sign(dx), dy: Math.sign(dy), length: Math.abs(dx) + Math.abs(dy) }
}

const polygonOf = (points: Vertex[], holes: Vertex[][]): Polygon => ({ kind: 'polygon', points, ...(holes.length > 0 && { holes }) })

const isShort = ({ points, holes = [] }: Polygon) => [points, ...holes].every(ring => ring.length <= mostVertices)

function isUsable(polygon: Polygon): boolean {
  const kind = kindOf(polygon)
  return isShort(polygon) && kind.fault(polygon) === null && !kind.crossesItself(polygon) && !kind.isDegenerate(polygon)
}
