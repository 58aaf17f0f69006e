import type { Shape } from '../../../../shared/contracts/shapes.ts'
import { outline, type Vertex } from '../../../../shared/geometry/outline.ts'

/** The lines of a shape: the outer one first, then its holes. */
export interface Rings {
  rings: readonly (readonly Vertex[])[]
  isClosed: boolean
}

const noRings: Rings = { rings: [], isClosed: false }

/** @param tolerance how far a line may stray from the true outline, in pixels of the picture; 0: not at all where it is straight */
export function ringsOf(shape: Shape, tolerance: number): Rings {
  switch (shape.kind) {
    case 'point':
      return noRings
    case 'box':
    case 'rotatedBox':
      return { rings: [outline(shape)], isClosed: true }
    case 'circle':
      return { rings: [outline(shape, segmentsOf(shape.radius, tolerance))], isClosed: true }
    case 'ellipse':
      return { rings: [outline(shape, segmentsOf(Math.max(shape.radiusX, shape.radiusY), tolerance))], isClosed: true }
    case 'line':
      return { rings: [simplifyLine(shape.points, tolerance)], isClosed: false }
    case 'polygon':
      return { rings: [shape.points, ...(shape.holes ?? [])].map(ring => simplifyRing(ring, tolerance)), isClosed: true }
  }
}

const fewestSegments = 8
const mostSegments = 256
/** At the finest detail: a quarter of a CSS pixel at four times the picture's own size. */
const finestTolerance = 1 / 16

/** So many that the middle of a chord lies within the tolerance of the circle. */
export function segmentsOf(radius: number, tolerance: number): number {
  const stray = Math.min(tolerance || finestTolerance, radius)
  const enough = Math.ceil(Math.PI / Math.acos(1 - stray / radius))
  return Math.min(Math.max(enough, fewestSegments), mostSegments)
}

function simplifyRing(ring: readonly Vertex[], tolerance: number): readonly Vertex[] {
  const [first] = ring
  if (tolerance === 0 || !first) return ring
  const kept = simplifyLine([...ring, first], tolerance).slice(0, -1)
  return kept.length >= 3 ? kept : ring
}

/**
 * Fewer vertices: none of those left out lies further than the tolerance from the new line.
 * Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
 */
export function simplifyLine(line: readonly Vertex[], tolerance: number): readonly Vertex[] {
  if (tolerance === 0 || line.length < 3) return line
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const open = [0, line.length - 1]
  for (let end = open.pop(), start = open.pop(); end !== undefined && start !== undefined; end = open.pop(), start = open.pop()) {
    const at = farthestFrom(line, start, end, tolerance)
    if (at < 0) continue
    keep[at] = 1
    open.push(start, at, at, end)
  }
  return line.filter((_, index) => keep[index])
}

function farthestFrom(line: readonly Vertex[], start: number, end: number, tolerance: number): number {
  const [ax, ay] = line[start] as Vertex
  const [bx, by] = line[end] as Vertex
  const dx = bx - ax
  const dy = by - ay
  const square = dx * dx + dy * dy
  let farthest = tolerance * tolerance
  let found = -1
  for (let index = start + 1; index < end; index++) {
    const vertex = line[index] as Vertex
    const x = vertex[0] - ax
    const y = vertex[1] - ay
    const share = square === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / square, 0), 1)
    const distance = (x - share * dx) ** 2 + (y - share * dy) ** 2
    if (distance > farthest) {
      farthest = distance
      found = index
    }
  }
  return found
}
