import type { ScaleBasis } from '../contracts/scale.ts'
import { fieldOfView, flatPortView, scaleFromAltitude, scaleFromLens } from './field-of-view.ts'
import { laserScale } from './lasers.ts'
import { markDistance, scaleFromArea, scaleFromLength } from './scale.ts'

/** Version of the formulas, stored with every scale. It is incremented when a formula yields a different number for the same basis. */
export const scaleFormulaVersion = 2

export interface ImageScale {
  metersPerPixel: number
  /** Area of the whole image: metersPerPixel²·width·height. */
  areaSquareMeters: number
  /** Distance between the marks of the measurement, in pixels; null when the scale was not measured on the image. */
  pixelDistance: number | null
}

/**
 * Scale of an image of `width` × `height` pixels, from its basis.
 * @throws RangeError with a readable message when the basis gives no scale: marks too close, collinear or outside the image
 */
export function scaleOfBasis(basis: ScaleBasis, image: { width: number; height: number }): ImageScale {
  const { metersPerPixel, pixelDistance } = measured(basis, image)
  return { metersPerPixel, areaSquareMeters: metersPerPixel ** 2 * image.width * image.height, pixelDistance }
}

function measured(basis: ScaleBasis, image: { width: number; height: number }): Omit<ImageScale, 'areaSquareMeters'> {
  switch (basis.method) {
    case 'lasers':
      for (const mark of basis.marks) requireInside(mark, image)
      return laserScale(basis.marks, basis.spacingInMeters, image)
    case 'length':
      for (const mark of [basis.from, basis.to]) requireInside(mark, image)
      return {
        metersPerPixel: scaleFromLength(basis.from, basis.to, basis.lengthInMeters),
        pixelDistance: markDistance(basis.from, basis.to)
      }
    case 'altitude': {
      const { altitudeInMeters, horizontalAngleInDegrees: angle, isFlatPort } = basis
      return unmeasured(scaleFromAltitude(altitudeInMeters, isFlatPort ? flatPortView(angle) : angle, image.width))
    }
    case 'lens': {
      const { altitudeInMeters, sensorWidthInMillimeters, focalLengthInMillimeters, isFlatPort } = basis
      const alongSensor = Math.max(image.width, image.height) // also in a rotated picture
      if (!isFlatPort)
        return unmeasured(
          scaleFromLens(altitudeInMeters, {
            sensorWidthMillimeters: sensorWidthInMillimeters,
            focalLengthMillimeters: focalLengthInMillimeters,
            imageWidth: alongSensor
          })
        )
      const angle = flatPortView(fieldOfView(sensorWidthInMillimeters, focalLengthInMillimeters))
      return unmeasured(scaleFromAltitude(altitudeInMeters, angle, alongSensor))
    }
    case 'area':
      return unmeasured(scaleFromArea(basis.areaInSquareMeters, image))
    case 'given':
      return unmeasured(basis.millimetersPerPixel / 1000)
  }
}

const unmeasured = (metersPerPixel: number) => ({ metersPerPixel, pixelDistance: null })

function requireInside({ x, y }: { x: number; y: number }, { width, height }: { width: number; height: number }): void {
  if (!(x >= 0 && x <= width && y >= 0 && y <= height)) throw new RangeError(`The mark at ${x}, ${y} lies outside the image`)
}
