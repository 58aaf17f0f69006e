import { unprojected } from '../../../../shared/geometry/map-projections.ts'
import { type ChartFrame, fromPixel } from './pixels.ts'

/** Metres on the ground per pixel, at the centre of a frame, from west to east. */
export function groundResolution(frame: ChartFrame): number {
  const { size, projection } = frame
  const at = (x: number): [number, number] => unprojected(projection, ...fromPixel(frame, x, size[1] / 2))
  const [from, to] = [at(size[0] / 2 - 8), at(size[0] / 2 + 8)]
  const radians = Math.PI / 180
  const half = Math.sin(((to[1] - from[1]) * radians) / 2) ** 2
  const across = Math.cos(from[1] * radians) * Math.cos(to[1] * radians) * Math.sin(((to[0] - from[0]) * radians) / 2) ** 2
  return (2 * 6_371_008.8 * Math.asin(Math.sqrt(Math.min(1, half + across)))) / 16
}
