import type { Polygon } from '../../../shared/contracts/shapes.ts'
import { isInRing, ringArea, type Vertex } from '../../../shared/geometry/outline.ts'

const mostHoles = 100

/**
 * Cuts a ring out of a polygon. The ring may touch the outline or another hole at a corner, but not along an edge.
 * Refuses a ring that crosses the outline or another hole, or that lies outside. The refusal is a message to show.
 */
export function withHole(polygon: Polygon, ring: readonly Vertex[]): { shape: Polygon } | { refusal: string } {
  const holes = polygon.holes ?? []
  if (ring.length < 3 || ringArea(ring) === 0) return { refusal: 'A hole needs at least three corners that do not lie on one line.' }
  if (holes.length >= mostHoles) return { refusal: `A polygon cannot have more than ${mostHoles} holes.` }
  const shape: Polygon = { ...polygon, holes: [...holes, [...ring]] }
  const refusal = holeFault(shape)
  return refusal === null ? { shape } : { refusal }
}

/** Fault in the holes of a polygon, as a message; null when all holes lie inside the outline without overlap. */
export function holeFault({ points, holes = [] }: Polygon): string | null {
  for (const [index, hole] of holes.entries()) {
    if (cross(points, hole)) return 'The hole crosses the outline.'
    if (!pieces(hole, points).every(piece => isInRing(...piece, points))) return 'The hole does not lie inside the outline.'
    for (const other of holes.slice(0, index)) {
      if (cross(other, hole)) return 'The hole crosses another hole.'
      const meet = (a: readonly Vertex[], b: readonly Vertex[]) => pieces(a, b).some(piece => isInRing(...piece, b))
      if (meet(hole, other) || meet(other, hole)) return 'The hole overlaps another hole.'
    }
  }
  return null
}

/**
 * Midpoints of the segments of a ring. Its edges are split where a vertex of the other ring lies on them.
 * Such a midpoint lies on the other ring only along a shared edge.
 */
function pieces(ring: readonly Vertex[], other: readonly Vertex[]): Vertex[] {
  return edgesOf(ring).flatMap(([a, b]) => {
    const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1
    const cuts = other.filter(vertex => isBetween(a, vertex, b)).sort((one, two) => (one[axis] - two[axis]) * Math.sign(b[axis] - a[axis]))
    const stops = [a, ...cuts, b].filter((stop, index, all) => index === 0 || !same(stop, all[index - 1]))
    return stops.slice(1).map((stop, index): Vertex => {
      const before = stops[index] ?? a
      return [(before[0] + stop[0]) / 2, (before[1] + stop[1]) / 2]
    })
  })
}

const same = (a: Vertex, b: Vertex | undefined) => a[0] === b?.[0] && a[1] === b[1]

function cross(a: readonly Vertex[], b: readonly Vertex[]): boolean {
  const others = edgesOf(b)
  return edgesOf(a).some(edge => others.some(other => edgesCross(edge, other)))
}

type Edge = readonly [Vertex, Vertex]

function edgesOf(ring: readonly Vertex[]): Edge[] {
  return ring.map((vertex, index): Edge => [ring.at(index - 1) ?? vertex, vertex])
}

/** Side of the line from a to b on which c lies: positive for the right side on the screen. */
const side = (a: Vertex, b: Vertex, c: Vertex) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

/** True when two edges cross, or overlap over some length. A corner that only touches does not count. */
function edgesCross([a, b]: Edge, [c, d]: Edge): boolean {
  const [sideC, sideD, sideA, sideB] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
  if (sideC === 0 && sideD === 0) return overlap([a, b], [c, d])
  return sideC * sideD < 0 && sideA * sideB < 0
}

/** True when two edges on one line share more than a point. */
function overlap([a, b]: Edge, [c, d]: Edge): boolean {
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1
  const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]))
  const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]))
  return to > from
}

function isBetween(a: Vertex, vertex: Vertex, b: Vertex): boolean {
  if (side(a, b, vertex) !== 0) return false
  return (
    Math.min(a[0], b[0]) <= vertex[0] &&
    vertex[0] <= Math.max(a[0], b[0]) &&
    Math.min(a[1], b[1]) <= vertex[1] &&
    vertex[1] <= Math.max(a[1], b[1])
  )
}
