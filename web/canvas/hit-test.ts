import type { Shape } from '../../shared/contracts/shapes.ts'
import { isInRing, type Vertex } from '../../shared/geometry/outline.ts'

/**
 * How far a place is from a shape, in pixels of the picture: 0 inside of what has an area, the way to the nearest edge otherwise.
 * For an ellipse the way along the ray to its centre, which is never shorter than the true one.
 */
export function distanceTo(shape: Shape, x: number, y: number): number {
  switch (shape.kind) {
    case 'point':
      return Math.hypot(x - shape.x, y - shape.y)
    case 'box':
      return distanceToBox(x - shape.x - shape.width / 2, y - shape.y - shape.height / 2, shape.width, shape.height)
    case 'rotatedBox': {
      const [dx, dy] = turnedBack(x - shape.x, y - shape.y, shape.rotation)
      return distanceToBox(dx, dy, shape.width, shape.height)
    }
    case 'circle':
      return Math.max(0, Math.hypot(x - shape.x, y - shape.y) - shape.radius)
    case 'ellipse': {
      const [dx, dy] = turnedBack(x - shape.x, y - shape.y, shape.rotation)
      const share = Math.hypot(dx / shape.radiusX, dy / shape.radiusY)
      return share <= 1 ? 0 : Math.hypot(dx, dy) * (1 - 1 / share)
    }
    case 'line':
      return distanceToLine(shape.points, x, y, false)
    case 'polygon':
      return distanceToPolygon([shape.points, ...(shape.holes ?? [])], x, y)
  }
}

function turnedBack(dx: number, dy: number, rotation: number): Vertex {
  const angle = (-rotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [dx * cos - dy * sin, dx * sin + dy * cos]
}

/** From the box's middle. */
function distanceToBox(dx: number, dy: number, width: number, height: number): number {
  return Math.hypot(Math.max(0, Math.abs(dx) - width / 2), Math.max(0, Math.abs(dy) - height / 2))
}

function distanceToPolygon(rings: readonly (readonly Vertex[])[], x: number, y: number): number {
  const crossed = rings.filter(ring => isInRing(x, y, ring)).length
  return crossed % 2 === 1 ? 0 : Math.min(...rings.map(ring => distanceToLine(ring, x, y, true)))
}

function distanceToLine(line: readonly Vertex[], x: number, y: number, isClosed: boolean): number {
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
