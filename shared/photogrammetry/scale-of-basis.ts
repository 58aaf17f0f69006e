import type { ScaleBasis } from '../contracts/scale.ts'
import { fieldOfView, flatPortView, scaleFromAltitude, scaleFromLens } from './field-of-view.ts'
import { laserScale } from './lasers.ts'
import { markDistance, scaleFromArea, scaleFromLength } from './scale.ts'

/** Stored with every scale; grows when a formula gives another number for the same basis. */
export const scaleFormulaVersion = 2

export interface ImageScale {
  metersPerPixel: number
  /** Of the whole image: metersPerPixel²·width·height. */
  areaSquareMeters: number
  /** Pixels between the marks it was measured by; null where it was not measured on the image. */
  pixelDistance: number | null
}

/**
 * The scale of an image of `width` × `height` pixels from what it rests on.
 * @throws RangeError in words when nothing can be computed from it: marks that are too close, on a line, or outside of the image
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
      const alongSensor = Math.max(image.width, image.height) // also where the picture was turned
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
  if (!(x >= 0 && x <= width && y >= 0 && y <= height)) throw new RangeError(`The mark at ${x}, ${y} lies outside of the image`)
}
