/*
 * Scale of an image: meters on the bottom for one pixel. It holds where the bottom is flat and perpendicular to the axis of the camera,
 * and the lens's distortion is taken out or small. Store with it how it was found, and from what.
 */

export interface Position {
  x: number
  y: number
}

/** A shorter distance than this between two marks is too coarse: one pixel of error would be 5 % of length, 10 % of area. */
const leastMarkDistancePx = 20

/**
 * Meters per pixel from something of known length in the image (a tape, a frame): meters / pixels between its two ends.
 * A pixel of error in `pixels` is 1/pixels of the length and 2/pixels of an area.
 * @throws RangeError when the ends are closer than 20 px, or the length is not above 0
 */
export function scaleFromLength(from: Position, to: Position, meters: number): number {
  requirePositive(meters, 'm is not a length')
  return meters / markDistance(from, to)
}

/** Pixels between two marks. @throws RangeError below 20 px, or when a coordinate is not finite */
export function markDistance(from: Position, to: Position): number {
  const pixels = Math.hypot(to.x - from.x, to.y - from.y)
  if (!(pixels >= leastMarkDistancePx && pixels < Infinity))
    throw new RangeError(`Marks ${Number(pixels.toFixed(1))} px apart are too close for a scale: ${leastMarkDistancePx} px at least`)
  return pixels
}

/**
 * Meters per pixel where only the area of the image is known: √(area/(width·height)).
 * @throws RangeError when a number is not above 0
 */
export function scaleFromArea(squareMeters: number, image: { width: number; height: number }): number {
  requirePositive(squareMeters, 'm² is not an area')
  requirePositive(image.width, 'px is not a width')
  requirePositive(image.height, 'px is not a height')
  return Math.sqrt(squareMeters / (image.width * image.height))
}

/**
 * Meters per pixel of a smaller or larger copy of the whole image. Not for one that was cropped.
 * @throws RangeError when a number is not above 0
 */
export function scaleOfCopy(metersPerPixel: number, originalWidth: number, copyWidth: number): number {
  requirePositive(metersPerPixel, 'm per pixel is not a scale')
  requirePositive(originalWidth, 'px is not a width')
  requirePositive(copyWidth, 'px is not a width')
  return (metersPerPixel * originalWidth) / copyWidth
}

/** Square meters of an area in square pixels. @throws RangeError when the scale is not above 0 or the area below 0 */
export function squareMetersOf(squarePixels: number, metersPerPixel: number): number {
  requirePositive(metersPerPixel, 'm per pixel is not a scale')
  if (!(squarePixels >= 0)) throw new RangeError(`${squarePixels} px² is not an area`)
  return squarePixels * metersPerPixel ** 2
}

/** @throws RangeError `${value} ${complaint}` unless `value` is finite and above 0 */
export function requirePositive(value: number, complaint: string): void {
  if (!(Number.isFinite(value) && value > 0)) throw new RangeError(`${value} ${complaint}`)
}
