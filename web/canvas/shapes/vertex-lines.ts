import type { Line, Polygon } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import { inPicture } from './bounds.ts'
import type { Handle, Place } from './handle.ts'
import type { OutlinePen } from './shape-kind.ts'

/** Shortest edge with a handle at its midpoint, in CSS pixels. */
const shortestSplitPx = 32
const mostVertices = 10_000

/** Handles at all vertices, followed by handles at the midpoints of edges that are long enough. */
export function lineHandles(points: readonly Vertex[], ring: number, isClosed: boolean, pixel: number): Handle[] {
  const handles: Handle[] = points.map(([x, y], index) => ({ kind: 'vertex', ring, index, x, y }))
  for (const [index, from] of points.entries()) {
    const to = points[index + 1] ?? (isClosed ? points[0] : undefined)
    if (to && Math.hypot(to[0] - from[0], to[1] - from[1]) >= shortestSplitPx * pixel)
      handles.push({ kind: 'midpoint', ring, index, x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 })
  }
  return handles
}

/**
 * Vertices after one of them was dragged, or after a midpoint became a vertex. A point outside the picture moves to the edge of the picture.
 * Lines and rings with the maximum number of vertices get no new vertex.
 */
export function withVertexAt(
  points: readonly Vertex[],
  { kind, index }: { kind: 'vertex' | 'midpoint'; index: number },
  to: Place,
  picture: Size
): Vertex[] {
  const vertex = inPicture(to, picture)
  if (kind === 'vertex') return points.with(index, vertex)
  return points.length >= mostVertices ? [...points] : points.toSpliced(index + 1, 0, vertex)
}

export const without = <T>(of: readonly T[], index: number): T[] => of.filter((_, at) => at !== index)

export function drawLine(line: readonly Vertex[], isClosed: boolean, pen: OutlinePen): void {
  for (const [index, [x, y]] of line.entries()) {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  if (isClosed) pen.closePath()
}

/** Mapping of the vertices that resizes the axis-aligned bounding box about its centre. A zero side stays zero. */
export function stretching(shape: Line | Polygon, { width, height }: Size): (vertex: Vertex) => Vertex {
  const box = enclosingBox(shape)
  const [centreX, centreY] = [box.x + box.width / 2, box.y + box.height / 2]
  const [wider, higher] = [box.width > 0 ? width / box.width : 1, box.height > 0 ? height / box.height : 1]
  return ([x, y]) => [centreX + (x - centreX) * wider, centreY + (y - centreY) * higher]
}

export function distanceToLine(line: readonly Vertex[], x: number, y: number, isClosed: boolean): number {
  let nearest = Number.POSITIVE_INFINITY
  let [ax, ay] = (isClosed ? line.at(-1) : line[0]) ?? [x, y]
  for (const [bx, by] of line) {
    const [dx, dy] = [bx - ax, by - ay]
    const square = dx * dx + dy * dy
    const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / square, 0), 1)
    nearest = Math.min(nearest, (x - ax - share * dx) ** 2 + (y - ay - share * dy) ** 2)
    ax = bx
    ay = by
  }
  return Math.sqrt(nearest)
}
