import { markDistance, type Position, requirePositive } from './scale.ts'

export interface LaserScale {
  metersPerPixel: number
  /** Area of the sea floor covered by the whole image. */
  areaSquareMeters: number
  /**
   * Distance between two neighbouring marks. For three marks, it is the side of an equilateral triangle of the same area; for four marks, the
   * mean of the four shortest distances.
   */
  pixelDistance: number
}

/**
 * Scale from the marks of parallel lasers `spacingMeters` apart. There are two lasers, three in an equilateral triangle, or four in a square. The
 * lasers must be calibrated, and the sea floor must be flat and perpendicular to the camera axis.
 *
 * Two: spacing/distance. Three: area (√3/4·D²)·W·H/triangle in px², so metersPerPixel = √(√3/4·D²/triangle). Four: D/mean of the four
 * shortest of the six distances. The area is metersPerPixel²·W·H. An error of one pixel in 400 changes lengths by 0.25 % and areas by 0.5 %.
 * Source: Schoening et al. 2015 (DELPHI, which BIIGLE uses), doi:10.3389/fmars.2015.00020.
 * @throws RangeError when there are not two to four marks, two are closer than 20 px, three are collinear, or a number is not above 0
 */
export function laserScale(marks: readonly Position[], spacingMeters: number, image: { width: number; height: number }): LaserScale {
  requirePositive(spacingMeters, 'm is not a laser spacing')
  requirePositive(image.width, 'px is not a width')
  requirePositive(image.height, 'px is not a height')
  const pixelDistance = sideOf(marks)
  const metersPerPixel = spacingMeters / pixelDistance
  return { metersPerPixel, areaSquareMeters: metersPerPixel ** 2 * image.width * image.height, pixelDistance }
}

function sideOf(marks: readonly Position[]): number {
  const distances = marks.flatMap((from, index) => marks.slice(index + 1).map(to => markDistance(from, to)))
  const [a, b, c] = marks
  switch (marks.length) {
    case 2:
      return distances[0] ?? 0
    case 3:
      return a && b && c ? Math.sqrt(triangleArea(a, b, c) / (Math.sqrt(3) / 4)) : 0
    case 4:
      return (
        distances
          .sort((one, other) => one - other)
          .slice(0, 4)
          .reduce((sum, distance) => sum + distance, 0) / 4
      )
    default:
      throw new RangeError(`A scale needs two, three or four laser marks, not ${marks.length}`)
  }
}

/**
 * Area of a triangle in square pixels.
 * @throws RangeError when its height is below a tenth of its longest side; no view of an equilateral triangle is that flat
 */
function triangleArea(a: Position, b: Position, c: Position): number {
  const area = Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
  const longest = Math.max(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y), Math.hypot(a.x - c.x, a.y - c.y))
  if ((2 * area) / longest < longest / 10) throw new RangeError('Three collinear laser marks give no scale')
  return area
}
