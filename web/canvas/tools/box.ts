import type { Box } from '../../../shared/contracts/shapes.ts'
import type { Size } from '../../imagery/viewport.ts'
import { type Plan, twoClicks } from './plan.ts'
import type { Place } from './two-ends.ts'

/** Box from two opposite corners. Shift makes a square, and Alt begins at the centre. */
export const boxPlan: Plan = {
  ...twoClicks,
  shapeOf: ([from, to], { shift, alt }, { picture }) => boxBetween(from, to, { square: shift, fromCentre: alt }, picture),
  noExtent: 'A box needs a width and a height.'
}

/** Box between two points, clipped to the picture; null if a point is missing, or without a width or height. */
function boxBetween(from: Place, to: Place, { square, fromCentre }: { square: boolean; fromCentre: boolean }, picture: Size): Box | null {
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
