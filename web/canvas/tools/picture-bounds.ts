import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, shapeArea, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'

/*
 * Shapes that people draw or edit stay in the picture:
 * - a vertex, a corner and a centre are taken to the nearest place in it;
 * - a length (radius, width of a turned box) goes as far as the edge allows;
 * - a move stops at the edge.
 * A shape that reaches over the edge already (imported circles may) stays as it is, and no edit takes it further out.
 */

export function inPicture({ x, y }: { x: number; y: number }, { width, height }: Size): Vertex {
  return [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)]
}

/** How far a shape reaches over the edge of the picture, in its pixels; 0 when it lies inside. */
export function overhang(shape: Shape, picture: Size): number {
  const { x, y, width, height } = enclosingBox(shape)
  return Math.max(0, -x, -y, x + width - picture.width, y + height - picture.height)
}

/** A millionth of a pixel over the edge is a rounding of the arithmetic. */
const arithmeticPx = 1e-6
const halvings = 40

/**
 * The change that a gesture asks for, or as much of it as the picture has room for.
 * @param change the shape after a share 0–1 of the gesture; at 0 nothing has changed
 */
export function roomFor<Form extends Shape>(picture: Size, change: (share: number) => Form): Form {
  const whole = change(1)
  const allowed = overhang(change(0), picture) + arithmeticPx
  if (overhang(whole, picture) <= allowed) return whole
  let [fits, tooFar] = [0, 1]
  for (let round = 0; round < halvings; round++) {
    const share = (fits + tooFar) / 2
    if (overhang(change(share), picture) <= allowed) fits = share
    else tooFar = share
  }
  return change(fits)
}

/** Places to a hundredth of a pixel, angles to a ten-thousandth of a degree: finer is noise, and takes room in every file. */
export function rounded(shape: Shape): Shape {
  switch (shape.kind) {
    case 'point':
      return { kind: 'point', x: place(shape.x), y: place(shape.y) }
    case 'box': {
      const [x, y] = [place(shape.x), place(shape.y)]
      return { kind: 'box', x, y, width: place(place(shape.x + shape.width) - x), height: place(place(shape.y + shape.height) - y) }
    }
    case 'rotatedBox': {
      const { kind, x, y, width, height, rotation } = shape
      return { kind, x: place(x), y: place(y), width: place(width), height: place(height), rotation: angle(rotation) }
    }
    case 'circle':
      return { kind: 'circle', x: place(shape.x), y: place(shape.y), radius: place(shape.radius) }
    case 'ellipse': {
      const { kind, x, y, radiusX, radiusY, rotation } = shape
      return { kind, x: place(x), y: place(y), radiusX: place(radiusX), radiusY: place(radiusY), rotation: angle(rotation) }
    }
    case 'line':
      return { kind: 'line', points: shape.points.map(roundedVertex) }
    case 'polygon': {
      const holes = shape.holes?.map(hole => hole.map(roundedVertex))
      return { kind: 'polygon', points: shape.points.map(roundedVertex), ...(holes && { holes }) }
    }
  }
}

const roundedVertex = ([x, y]: Vertex): Vertex => [place(x), place(y)]
const place = (value: number) => Math.round(value * 100) / 100
const angle = (degrees: number) => Math.round(degrees * 1e4) / 1e4

/** Area of a square of a hundredth of a pixel. */
const leastArea = 1e-4

/** Whether there is nothing to it: no area, or a line without length. A point is never degenerate. */
export function isDegenerate(shape: Shape): boolean {
  if (shape.kind === 'point') return false
  if (shape.kind !== 'line') return !(shapeArea(shape) >= leastArea)
  const { width, height } = enclosingBox(shape)
  return !(Math.max(width, height) >= 0.01)
}
