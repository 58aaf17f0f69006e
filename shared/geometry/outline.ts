import type { Ellipse, RotatedBox, Shape } from '../contracts/shapes.ts'

export type Vertex = [x: number, y: number]

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** Point at an offset from a centre, rotated around it. `rotation` is in degrees, clockwise on the screen (y down). */
function turned(dx: number, dy: number, rotation: number, centre: { x: number; y: number }): Vertex {
  const angle = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [centre.x + dx * cos - dy * sin, centre.y + dx * sin + dy * cos]
}

/** Corners of a box, clockwise on the screen, starting with the top-left corner of the unrotated box. */
export function corners(box: Rectangle | RotatedBox): [Vertex, Vertex, Vertex, Vertex] {
  const { x, y, width, height } = box
  if (!('rotation' in box))
    return [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height]
    ]
  const corner = (right: number, down: number) => turned((right * width) / 2, (down * height) / 2, box.rotation, box)
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** End points of the axes of an ellipse: first of `radiusX`, then of `radiusY`. */
export function axisEnds(ellipse: Ellipse): [Vertex, Vertex, Vertex, Vertex] {
  const { radiusX, radiusY, rotation } = ellipse
  return [
    turned(-radiusX, 0, rotation, ellipse),
    turned(radiusX, 0, rotation, ellipse),
    turned(0, -radiusY, rotation, ellipse),
    turned(0, radiusY, rotation, ellipse)
  ]
}

/** Vertices of a shape. Circles and ellipses get `segments` vertices, all on the curve. Holes are excluded. */
export function outline(shape: Shape, segments = 64): Vertex[] {
  switch (shape.kind) {
    case 'point':
      return [[shape.x, shape.y]]
    case 'box':
    case 'rotatedBox':
      return corners(shape)
    case 'circle':
    case 'ellipse': {
      const [radiusX, radiusY, rotation] =
        shape.kind === 'circle' ? [shape.radius, shape.radius, 0] : [shape.radiusX, shape.radiusY, shape.rotation]
      return Array.from({ length: segments }, (_, index) => {
        const angle = (2 * Math.PI * index) / segments
        return turned(radiusX * Math.cos(angle), radiusY * Math.sin(angle), rotation, shape)
      })
    }
    case 'line':
    case 'polygon':
      return shape.points
  }
}

/** Axis-aligned bounding box of a shape. It has no extent for a point, and no width or height for a straight line along an axis. */
export function enclosingBox(shape: Shape): Rectangle {
  if (shape.kind === 'box') return { x: shape.x, y: shape.y, width: shape.width, height: shape.height }
  if (shape.kind === 'circle' || shape.kind === 'ellipse') {
    const [a, b, rotation] = shape.kind === 'circle' ? [shape.radius, shape.radius, 0] : [shape.radiusX, shape.radiusY, shape.rotation]
    const angle = (rotation * Math.PI) / 180
    const reachX = Math.hypot(a * Math.cos(angle), b * Math.sin(angle))
    const reachY = Math.hypot(a * Math.sin(angle), b * Math.cos(angle))
    return { x: shape.x - reachX, y: shape.y - reachY, width: 2 * reachX, height: 2 * reachY }
  }
  return extent(outline(shape))
}

export function extent(points: readonly Vertex[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  // by index: for tens of thousands of shapes, destructuring the vertices would take most of the time of this loop
  for (let index = 0; index < points.length; index++) {
    const vertex = points[index]!
    const x = vertex[0]
    const y = vertex[1]
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Signed area of a ring in square pixels, positive when it runs clockwise on the screen. */
export function ringArea(ring: readonly Vertex[]): number {
  let twice = 0
  let [lastX, lastY] = ring.at(-1) ?? [0, 0]
  for (const [x, y] of ring) {
    twice += lastX * y - x * lastY
    lastX = x
    lastY = y
  }
  return twice / 2
}

/** Area of a shape in square pixels, without its holes; 0 for points and lines. */
export function shapeArea(shape: Shape): number {
  switch (shape.kind) {
    case 'point':
    case 'line':
      return 0
    case 'box':
    case 'rotatedBox':
      return shape.width * shape.height
    case 'circle':
      return Math.PI * shape.radius ** 2
    case 'ellipse':
      return Math.PI * shape.radiusX * shape.radiusY
    case 'polygon':
      return (shape.holes ?? []).reduce((area, hole) => area - Math.abs(ringArea(hole)), Math.abs(ringArea(shape.points)))
  }
}

/** Whether a point is inside a ring by the even-odd rule. A point on an edge may count as inside or outside. */
export function isInRing(x: number, y: number, ring: readonly Vertex[]): boolean {
  let inside = false
  let [lastX, lastY] = ring.at(-1) ?? [0, 0]
  for (const [nextX, nextY] of ring) {
    if (nextY > y !== lastY > y && x < ((lastX - nextX) * (y - nextY)) / (lastY - nextY) + nextX) inside = !inside
    lastX = nextX
    lastY = nextY
  }
  return inside
}
