import type { ScaleBasis } from '../../../shared/contracts/scale.ts'
import { formatMeters, formatSquareMeters } from '../../canvas/measures.ts'
import { formatCount, formatPercent, formatQuantity } from '../../ui/format.ts'

export type Method = ScaleBasis['method']

export const methodWords: Record<Method, string> = {
  lasers: 'Laser points',
  length: 'A known length',
  altitude: 'Altitude and angle of view',
  lens: 'Altitude and lens',
  area: 'Area of the image',
  given: 'Millimetres per pixel'
}

/** The source of a scale, as a sentence without its full stop. */
export function basisWords(basis: ScaleBasis): string {
  switch (basis.method) {
    case 'lasers':
      return `${formatCount(basis.marks.length, 'laser point')}, ${formatMeters(basis.spacingInMeters)} apart`
    case 'length':
      return `A known length of ${formatMeters(basis.lengthInMeters)}`
    case 'altitude':
      return `${formatMeters(basis.altitudeInMeters)} above the bottom, angle of view ${formatQuantity(basis.horizontalAngleInDegrees, '°')}${port(basis)}`
    case 'lens':
      return `${formatMeters(basis.altitudeInMeters)} above the bottom, longer side of the sensor ${formatQuantity(basis.sensorWidthInMillimeters, 'mm')}, focal length ${formatQuantity(basis.focalLengthInMillimeters, 'mm')}${port(basis)}`
    case 'area':
      return `An area of ${formatSquareMeters(basis.areaInSquareMeters)}`
    case 'given':
      return 'Set by hand'
  }
}

const port = ({ isFlatPort }: { isFlatPort: boolean }) => (isFlatPort ? ', behind a flat port' : '')

/** The reliability of a scale; empty where it is unknown. */
export function errorWords({ method }: ScaleBasis, pixelDistance: number | null): string {
  if (pixelDistance !== null)
    return `The marks are ${formatQuantity(pixelDistance, 'px', 0)} apart: one pixel off is ${formatPercent(1 / pixelDistance, 2)} of a length and ${formatPercent(2 / pixelDistance, 2)} of an area.`
  if (method === 'altitude' || method === 'lens')
    return 'One per cent of the altitude is one per cent of a length and two of an area. This applies to a camera pointing straight down.'
  return ''
}
