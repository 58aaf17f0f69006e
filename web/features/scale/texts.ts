import type { ScaleBasis } from '../../../shared/contracts/scale.ts'
import { formatMeters, formatScale, formatSquareMeters } from '../../canvas/measures.ts'
import { formatCount, formatPercent, formatQuantity } from '../../ui/format.ts'

export type Method = ScaleBasis['method']

export const texts = {
  methods: {
    lasers: 'Laser points',
    length: 'A known length',
    altitude: 'Altitude and angle of view',
    lens: 'Altitude and lens',
    area: 'Area of the image',
    given: 'Millimetres per pixel'
  } satisfies Record<Method, string>,

  panel: {
    title: 'Scale of this image',
    close: 'Close',
    failed: 'The scale could not be loaded',
    none: 'This image has no scale yet.',
    change: 'Change',
    remove: 'Remove',
    saved: 'Scale saved',
    notSaved: 'The scale could not be saved.',
    notRemembered: 'The laser and camera settings could not be saved for the project.',
    removed: 'Scale removed',
    notRemoved: 'The scale could not be removed.',
    shows: (area: number, width: number, height: number) =>
      `The image shows ${formatSquareMeters(area)}: ${formatMeters(width)} × ${formatMeters(height)}.`,
    fromTable: ', from an attached table',
    copiedFrom: (fileName: string) => `, copied from ${fileName}`,
    altitudeChanged: (altitude: number) =>
      `The altitude of the image is now ${formatMeters(altitude)} above the sea floor. Change the scale to use it.`,
    corrected: (before: number) =>
      `The scale was ${formatScale(before)} until an upgrade. Since then, the sensor’s longer side has been matched to the longer side of the image.`,
    assumption: 'Assumes a flat sea floor that faces the camera.'
  },

  form: {
    method: 'Measured by',
    markLasers:
      'Click each laser point: two, three in a triangle, or four in a square. With the keyboard, arrows move the crosshair and Enter sets a mark.',
    drawLine: 'Draw a line along a tape or a frame. With the keyboard, arrows move the crosshair and Enter sets each end.',
    mark: 'Mark on the image',
    draw: 'Draw on the image',
    find: 'Find the points',
    found: (images: number) => `Found by the points on ${formatCount(images, 'other image')}. Check each of them before you save.`,
    notFound: 'The laser points could not be found.',
    marks: 'Marks',
    removeMark: (number: number) => `Remove mark ${number}`,
    spacing: 'Distance between neighbouring lasers',
    length: 'Length of the line',
    altitude: 'Camera height above the sea floor',
    fromImage: 'from the image',
    angle: 'Horizontal angle of view',
    angleAbout: 'in air, from left to right of the image as shown',
    sensor: 'Longer side of the sensor',
    focalLength: 'Focal length',
    isFlatPort: 'Behind a flat port',
    isFlatPortAbout: 'In water, a flat port narrows the angle; a dome port does not.',
    area: 'Area of the whole image',
    pixel: 'Size of one pixel',
    shows: (area: number) => `The image shows ${formatSquareMeters(area)}.`,
    rememberLasers: 'Remember these lasers for the project',
    rememberCamera: 'Remember this camera for the project',
    save: 'Save scale',
    cancel: 'Cancel'
  },

  /** Sentences about the first missing part of a scale. */
  missing: {
    lasers: 'Mark each laser point on the image.',
    secondLaser: 'Mark the second laser point.',
    spacing: 'Enter the distance between the lasers.',
    line: 'Draw a line along something of known length.',
    length: 'Enter its length.',
    altitude: 'Enter the height of the camera above the sea floor.',
    angle: 'Enter the horizontal angle of view, from 0.1° to 179°.',
    sensor: 'Enter the longer side of the camera’s sensor.',
    focalLength: 'Enter the focal length.',
    area: 'Enter the area of the whole image in square metres.',
    pixel: 'Enter the size of a pixel in millimetres.'
  },

  others: {
    title: 'Apply to other images',
    assumption: 'Only correct if the camera kept the same distance, as on a frame.',
    assumptions: {
      altitude:
        'Each image uses its own altitude, and its own angle of view if a table gives one. Images without an altitude are left out.',
      lens: 'Each image uses its own altitude. Images without one are left out.'
    } as Partial<Record<Method, string>>,
    scope: 'Images',
    alike: 'All with the same camera and size',
    alikeAbout: (camera: string | null, width: number, height: number) => `${camera ?? 'camera unknown'}, ${width} × ${height}`,
    next: 'The next ones in the list',
    count: 'Number of images',
    replace: 'Also replace existing scales',
    apply: 'Apply the scale',
    applied: (count: number, unchanged: number) =>
      `${formatCount(count, 'image now has', 'images now have')} this scale${unchanged > 0 ? `; ${formatCount(unchanged, 'image was', 'images were')} not changed` : ''}`,
    notApplied: 'The scale could not be applied to other images.',
    unchanged: 'Images that were not changed'
  }
}

/** Returns the basis of a scale as a sentence without its full stop. */
export function basisText(basis: ScaleBasis): string {
  switch (basis.method) {
    case 'lasers':
      return `${formatCount(basis.marks.length, 'laser point')}, ${formatMeters(basis.spacingInMeters)} apart`
    case 'length':
      return `A known length of ${formatMeters(basis.lengthInMeters)}`
    case 'altitude':
      return `${formatMeters(basis.altitudeInMeters)} above the sea floor, angle of view ${formatQuantity(basis.horizontalAngleInDegrees, '°')}${port(basis)}`
    case 'lens':
      return `${formatMeters(basis.altitudeInMeters)} above the sea floor, longer side of the sensor ${formatQuantity(basis.sensorWidthInMillimeters, 'mm')}, focal length ${formatQuantity(basis.focalLengthInMillimeters, 'mm')}${port(basis)}`
    case 'area':
      return `An area of ${formatSquareMeters(basis.areaInSquareMeters)}`
    case 'given':
      return 'Set by hand'
  }
}

const port = ({ isFlatPort }: { isFlatPort: boolean }) => (isFlatPort ? ', behind a flat port' : '')

/** Describes the effect of a measurement error on lengths and areas; empty where it is unknown. */
export function errorText({ method }: ScaleBasis, pixelDistance: number | null): string {
  if (pixelDistance !== null)
    return `The marks are ${formatQuantity(pixelDistance, 'px', 0)} apart: an error of one pixel changes lengths by ${formatPercent(1 / pixelDistance, 2)} and areas by ${formatPercent(2 / pixelDistance, 2)}.`
  if (method === 'altitude' || method === 'lens')
    return `An error of ${formatPercent(0.01)} in the altitude changes lengths by ${formatPercent(0.01)} and areas by ${formatPercent(0.02)}. This assumes a camera that points straight down.`
  return ''
}
