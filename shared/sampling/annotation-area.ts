import type { Rectangle } from '../geometry/outline.ts'

/** The part of an image in which points are placed: its four edges from the left and the top, in percent of the image or in pixels. */
export interface AreaEdges {
  unit: 'percent' | 'pixels'
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * The annotation area in pixels of the upright image, which may begin and end within a pixel. 5–95 % of 4000 px is 200 to 3800.
 *
 * CoralNet turns percents into whole pixels, both ends included, by rounding up and taking 1 away: its area of 5–95 % begins one pixel
 * further left and above.
 * @throws RangeError when the edges lie outside of the image, or enclose nothing
 */
export function annotationArea({ unit, left, right, top, bottom }: AreaEdges, image: { width: number; height: number }): Rectangle {
  const [across, down] = unit === 'percent' ? [100, 100] : [image.width, image.height]
  const name = unit === 'percent' ? '%' : ' px'
  if (!(left >= 0 && right <= across && top >= 0 && bottom <= down))
    throw new RangeError(`The area ${left}–${right}${name} by ${top}–${bottom}${name} lies outside of the image`)
  if (!(left < right && top < bottom)) throw new RangeError(`The area ${left}–${right}${name} by ${top}–${bottom}${name} encloses nothing`)
  const x = (left * image.width) / across
  const y = (top * image.height) / down
  return { x, y, width: (right * image.width) / across - x, height: (bottom * image.height) / down - y }
}
