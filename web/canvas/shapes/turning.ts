import type { Ellipse, RotatedBox } from '../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import type { Handle, HandleOptions, Place } from './handle.ts'

const rotateHandlePx = 26
/** Step of a rotation while Shift is held, in degrees. */
const turnStep = 15

/** Rotates a vector. @param rotation degrees, clockwise on the screen */
export function turned(dx: number, dy: number, rotation: number): Vertex {
  const angle = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [dx * cos - dy * sin, dx * sin + dy * cos]
}

/** Rotation handle above the shape, or at the first other side where the handle lies inside the picture; above without such a side. */
export function rotateHandle(
  shape: RotatedBox | Ellipse,
  halfWidth: number,
  halfHeight: number,
  { picture, pixel }: HandleOptions
): Handle {
  const away = rotateHandlePx * pixel
  const handles = [-90, 90, 180, 0].map(direction => {
    const reach = away + (direction % 180 === 0 ? halfWidth : halfHeight)
    const [dx, dy] = turned(reach, 0, direction + shape.rotation)
    return { kind: 'rotate' as const, direction, x: shape.x + dx, y: shape.y + dy }
  })
  const seen = handles.find(({ x, y }) => x >= 0 && y >= 0 && x <= picture.width && y <= picture.height)
  return seen ?? (handles[0] as Handle)
}

/** Rotation after the handle is dragged to a point, in degrees, in the range (−180, 180]. */
export function rotationTo(shape: RotatedBox | Ellipse, { direction }: { direction: number }, to: Place, inSteps: boolean): number {
  const angle = (Math.atan2(to.y - shape.y, to.x - shape.x) * 180) / Math.PI - direction
  const rotation = inSteps ? Math.round(angle / turnStep) * turnStep : angle
  return 180 - ((((180 - rotation) % 360) + 360) % 360)
}
