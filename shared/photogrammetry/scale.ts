/*
 * Scale of an image: metres on the sea floor per pixel. A scale is valid where the sea floor is flat and perpendicular to the camera axis. Lens
 * distortion must be small or corrected. The method and the basis of a scale are stored with it.
 */

export interface Position {
  x: number
  y: number
}

/** Minimum distance between two marks. Below it, one pixel of error would change lengths by more than 5 % and areas by more than 10 %. */
const leastMarkDistancePx = 20

/**
 * Metres per pixel from an object of known length, such as a tape: metres / pixels between its two ends. An error of one pixel
 * changes lengths by 1/pixels and areas by 2/pixels.
 * @throws RangeError when the ends are closer than 20 px, or the length is not above 0
 */
export function scaleFromLength(from: Position, to: Position, meters: number): number {
  requirePositive(meters, 'm is not a length')
  return meters / markDistance(from, to)
}

/** Distance between two marks in pixels. @throws RangeError below 20 px, or when a coordinate is not finite */
export function markDistance(from: Position, to: Position): number {
  const pixels = Math.hypot(to.x - from.x, to.y - from.y)
  if (!(pixels >= leastMarkDistancePx && pixels < Infinity))
    throw new RangeError(`Marks ${Number(pixels.toFixed(1))} px apart are too close for a scale: the minimum is ${leastMarkDistancePx} px`)
  return pixels
}

/** Metres per pixel when only the area of the image is known: √(area/(width·height)). @throws RangeError when a number is not above 0 */
export function scaleFromArea(squareMeters: number, image: { width: number; height: number }): number {
  requirePositive(squareMeters, 'm² is not an area')
  requirePositive(image.width, 'px is not a width')
  requirePositive(image.height, 'px is not a height')
  return Math.sqrt(squareMeters / (image.width * image.height))
}

/**
 * Metres per pixel of a reduced or enlarged copy of the whole image. Not valid for a cropped copy.
 * @throws RangeError when a number is not above 0
 */
export function scaleOfCopy(metersPerPixel: number, originalWidth: number, copyWidth: number): number {
  requirePositive(metersPerPixel, 'm per pixel is not a scale')
  requirePositive(originalWidth, 'px is not a width')
  requirePositive(copyWidth, 'px is not a width')
  return (metersPerPixel * originalWidth) / copyWidth
}

/** Converts an area in square pixels to square metres. @throws RangeError when the scale is not above 0 or the area below 0 */
export function squareMetersOf(squarePixels: number, metersPerPixel: number): number {
  requirePositive(metersPerPixel, 'm per pixel is not a scale')
  if (!(squarePixels >= 0)) throw new RangeError(`${squarePixels} px² is not an area`)
  return squarePixels * metersPerPixel ** 2
}

/** Requires a positive number. @throws RangeError `${value} ${complaint}` unless `value` is finite and above 0 */
export function requirePositive(value: number, complaint: string): void {
  if (!(Number.isFinite(value) && value > 0)) throw new RangeError(`${value} ${complaint}`)
}
