import { projected, unprojected } from '../../../../shared/geometry/map-projections.ts'
import { type ChartFrame, fromPixel } from './pixels.ts'
import { isPolar } from './views.ts'

/** Returns the direction of true north at the centre of a view, in degrees clockwise from up. Null at a pole. */
export function northAngle(frame: ChartFrame): number | null {
  const { projection, size } = frame
  if (!isPolar(projection)) return 0
  const [x, y] = fromPixel(frame, size[0] / 2, size[1] / 2)
  const [longitude, latitude] = unprojected(projection, x, y)
  if (Math.abs(latitude) > 89.99) return null
  const [northX, northY] = projected(projection, longitude, latitude + 0.005)
  const degrees = (Math.atan2(northX - x, northY - y) * 180) / Math.PI
  return Math.round((degrees + 360) % 360)
}
