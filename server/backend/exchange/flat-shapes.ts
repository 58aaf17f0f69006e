import type { Shape } from '../../../shared/contracts/shapes.ts'
import { axisEnds, corners, type Vertex } from '../../../shared/geometry/outline.ts'
import { opened } from './formats/coco/shapes.ts'

/*
 * BIIGLE and iFDO shapes: a kind and one flat list of numbers. The numbers of a rectangle are its four corners, upright or rotated. The numbers of an
 * ellipse are the end points of its two axes. The numbers of a circle are its centre and radius.
 */

export type FlatKind = 'point' | 'line' | 'polygon' | 'circle' | 'rectangle' | 'ellipse'

const lengths: Record<FlatKind, (count: number) => boolean> = {
  point: count => count === 2,
  line: count => count >= 4 && count % 2 === 0,
  polygon: count => count >= 6 && count % 2 === 0,
  circle: count => count === 3,
  rectangle: count => count === 8,
  ellipse: count => count === 8
}

/** Converts a flat list of numbers to a shape. @returns null when the number of values does not match the kind */
export function shapeOfFlat(kind: FlatKind, numbers: readonly number[]): Shape | null {
  if (!lengths[kind](numbers.length)) return null
  const [x = 0, y = 0, radius = 0] = numbers
  if (kind === 'point') return { kind, x, y }
  if (kind === 'circle') return { kind, x, y, radius }
  const points: Vertex[] = []
  for (let at = 0; at < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0])
  if (kind === 'line') return { kind, points }
  if (kind === 'polygon') return { kind, points: opened(points) }
  const [a, b, c, d] = points as [Vertex, Vertex, Vertex, Vertex]
  return kind === 'rectangle' ? rectangle(a, b, c, d) : ellipse(a, b, c, d)
}

const distance = (a: Vertex, b: Vertex) => Math.hypot(b[0] - a[0], b[1] - a[1])
const middle = (a: Vertex, b: Vertex): Vertex => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const degrees = (from: Vertex, to: Vertex) => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI

/** Converts four consecutive corners to a box or a rotated box. Corners that do not form a rectangle become a polygon. */
function rectangle(a: Vertex, b: Vertex, c: Vertex, d: Vertex): Shape {
  const tolerance = Math.max(0.01, distance(a, c) * 1e-3)
  const isRectangle = distance(middle(a, c), middle(b, d)) <= tolerance && Math.abs(distance(a, c) - distance(b, d)) <= tolerance
  if (!isRectangle) return { kind: 'polygon', points: [a, b, c, d] }
  const [width, height, rotation] = [distance(a, b), distance(b, c), degrees(a, b)]
  const isUpright = Math.abs(rotation / 90 - Math.round(rotation / 90)) < 1e-7
  const [x, y] = middle(a, c)
  if (!isUpright) return { kind: 'rotatedBox', x, y, width, height, rotation }
  const [left, top] = [Math.min(a[0], b[0], c[0]), Math.min(a[1], b[1], c[1])]
  return { kind: 'box', x: left, y: top, width: Math.max(a[0], b[0], c[0]) - left, height: Math.max(a[1], b[1], c[1]) - top }
}

/**
 * Converts the end points of two axes to an ellipse. Some programs list these points axis by axis, others in order around the ellipse. The points are
 * therefore paired so that the midpoints of both axes are closest.
 */
function ellipse(a: Vertex, b: Vertex, c: Vertex, d: Vertex): Shape {
  const pairings: [Vertex, Vertex, Vertex, Vertex][] = [
    [a, b, c, d],
    [a, c, b, d],
    [a, d, b, c]
  ]
  const apart = ([a1, a2, b1, b2]: (typeof pairings)[number]) => distance(middle(a1, a2), middle(b1, b2))
  const [a1, a2, b1, b2] = pairings.reduce((best, pairing) => (apart(pairing) < apart(best) ? pairing : best))
  const [x, y] = middle(middle(a1, a2), middle(b1, b2))
  return { kind: 'ellipse', x, y, radiusX: distance(a1, a2) / 2, radiusY: distance(b1, b2) / 2, rotation: degrees(a1, a2) }
}

/** Returns the flat list of coordinates of a shape, without its holes. The caller reports the loss of the holes. */
export function flatOfShape(shape: Shape): { kind: FlatKind; numbers: number[] } {
  switch (shape.kind) {
    case 'point':
      return { kind: 'point', numbers: [shape.x, shape.y] }
    case 'circle':
      return { kind: 'circle', numbers: [shape.x, shape.y, shape.radius] }
    case 'box':
    case 'rotatedBox':
      return { kind: 'rectangle', numbers: corners(shape).flat() }
    case 'ellipse':
      return { kind: 'ellipse', numbers: axisEnds(shape).flat() }
    case 'line':
    case 'polygon':
      return { kind: shape.kind, numbers: shape.points.flat() }
  }
}
