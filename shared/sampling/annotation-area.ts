import type { Rectangle } from '../geometry/outline.ts'

/** Part of an image in which points are placed. Its four edges are distances from the left and the top, in percent or in pixels. */
export interface AreaEdges {
  unit: 'percent' | 'pixels'
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Annotation area in pixels of the upright image. It may begin and end within a pixel. 5–95 % of 4000 px is 200 to 3800 px.
 *
 * CoralNet rounds percentages up to whole pixels, subtracts 1, and includes both ends. Its area of 5–95 % therefore begins one pixel further up
 * and to the left.
 * @throws RangeError when the edges lie outside the image, or enclose nothing
 */
export function annotationArea({ unit, left, right, top, bottom }: AreaEdges, image: { width: number; height: number }): Rectangle {
  const [across, down] = unit === 'percent' ? [100, 100] : [image.width, image.height]
  const name = unit === 'percent' ? '%' : ' px'
  if (!(left >= 0 && right <= across && top >= 0 && bottom <= down))
    throw new RangeError(`The area ${left}–${right}${name} by ${top}–${bottom}${name} lies outside the image`)
  if (!(left < right && top < bottom)) throw new RangeError(`The area ${left}–${right}${name} by ${top}–${bottom}${name} encloses nothing`)
  const x = (left * image.width) / across
  const y = (top * image.height) / down
  return { x, y, width: (right * image.width) / across - x, height: (bottom * image.height) / down - y }
}
