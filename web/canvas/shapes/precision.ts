import type { Vertex } from '../../../shared/geometry/outline.ts'

/** Rounds a coordinate to a hundredth of a pixel. */
export const roundedPlace = (value: number) => Math.round(value * 100) / 100

export const roundedVertex = ([x, y]: Vertex): Vertex => [roundedPlace(x), roundedPlace(y)]

/** Rounds an angle to a ten-thousandth of a degree. */
export const roundedAngle = (degrees: number) => Math.round(degrees * 1e4) / 1e4
