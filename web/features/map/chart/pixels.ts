import type { MapProjection } from '../../../../shared/geometry/map-projections.ts'
import { worldWidth } from './views.ts'

/** View of part of a projection. Centre and resolution are in projection units, and the size is in CSS pixels. */
export interface ChartFrame {
  projection: MapProjection
  center: readonly [number, number]
  resolution: number
  size: readonly [number, number]
  pixelRatio: number
}

export const toPixel = ({ center, resolution, size }: ChartFrame, x: number, y: number): [number, number] => [
  (x - center[0]) / resolution + size[0] / 2,
  (center[1] - y) / resolution + size[1] / 2
]

export const fromPixel = ({ center, resolution, size }: ChartFrame, x: number, y: number): [number, number] => [
  center[0] + (x - size[0] / 2) * resolution,
  center[1] - (y - size[1] / 2) * resolution
]

/** Returns the x offset of each visible repetition of the world. A polar chart has only one. */
export function worldShifts({ projection, center, resolution, size }: ChartFrame): number[] {
  const width = worldWidth(projection)
  if (width === null) return [0]
  const half = (size[0] / 2) * resolution
  const first = Math.floor((center[0] - half + width / 2) / width)
  const last = Math.floor((center[0] + half + width / 2) / width)
  return Array.from({ length: Math.min(8, last - first + 1) }, (_, index) => (first + index) * width)
}
