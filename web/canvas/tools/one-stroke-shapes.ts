import type { Box, Circle, Ellipse, RotatedBox } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import { roomFor } from '../shapes/bounds.ts'

/*
 * Shapes of two or three places, as they are drawn. All places lie in the picture; null while one is missing or on top of another.
 * What would reach over the edge ends at it.
 */

type Place = Vertex | undefined

export function boxBetween(
  from: Place,
  to: Place,
  { square, fromCentre }: { square: boolean; fromCentre: boolean },
  picture: Size
): Box | null {
  if (!from || !to) return null
  const [x, y] = from
  let [right, down] = [to[0] - x, to[1] - y]
  const room = (at: number, way: number, size: number) => (fromCentre ? Math.min(at, size - at) : way < 0 ? at : size - at)
  const [roomX, roomY] = [room(x, right, picture.width), room(y, down, picture.height)]
  if (square) {
    const side = Math.min(Math.max(Math.abs(right), Math.abs(down)), roomX, roomY)
    right = right < 0 ? -side : side
    down = down < 0 ? -side : side
  }
  const [width, height] = [Math.min(Math.abs(right), roomX), Math.min(Math.abs(down), roomY)]
  if (width === 0 || height === 0) return null
  if (fromCentre) return { kind: 'box', x: x - width, y: y - height, width: 2 * width, height: 2 * height }
  return { kind: 'box', x: right < 0 ? x - width : x, y: down < 0 ? y - height : y, width, height }
}

export function circleTo(centre: Place, to: Place, { width, height }: Size): Circle | null {
  if (!centre || !to) return null
  const [x, y] = centre
  const radius = Math.min(Math.hypot(to[0] - x, to[1] - y), x, y, width - x, height - y)
  return radius > 0 ? { kind: 'circle', x, y, radius } : null
}

/** `from` and `to` are the ends of the middle line; `side` lies on one of the long edges. */
export function rotatedBoxAlong(from: Place, to: Place, side: Place, picture: Size): RotatedBox | null {
  const axis = axisOf(from, to, side)
  if (!axis) return null
  const { x, y, length, reach, rotation } = axis
  return roomFor(picture, share => ({ kind: 'rotatedBox', x, y, width: length, height: 2 * share * reach, rotation }))
}

/** `from` and `to` are the ends of an axis; the curve is as wide as `side` is away from it. */
export function ellipseAlong(from: Place, to: Place, side: Place, picture: Size): Ellipse | null {
  const axis = axisOf(from, to, side)
  if (!axis) return null
  const { x, y, length, reach, rotation } = axis
  return roomFor(picture, share => ({ kind: 'ellipse', x, y, radiusX: length / 2, radiusY: share * reach, rotation }))
}

function axisOf(from: Place, to: Place, side: Place) {
  if (!from || !to || !side) return null
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy)
  const reach = Math.abs(dx * (side[1] - from[1]) - dy * (side[0] - from[0])) / length
  if (!(reach > 0)) return null
  return { x: from[0] + dx / 2, y: from[1] + dy / 2, length, reach, rotation: (Math.atan2(dy, dx) * 180) / Math.PI }
}
