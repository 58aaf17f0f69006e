import { requirePositive } from './scale.ts'

const radians = Math.PI / 180

/** Refractive index of sea water relative to air, for visible light. */
const waterIndex = 1.333

/** Angle of view in air, in degrees, across the given side of the sensor: 2·atan(sensor/(2f)). @throws RangeError when a length is not above 0 */
export function fieldOfView(sensorMillimeters: number, focalLengthMillimeters: number): number {
  requirePositive(sensorMillimeters, 'mm is not a sensor dimension')
  requirePositive(focalLengthMillimeters, 'mm is not a focal length')
  return (2 * Math.atan(sensorMillimeters / (2 * focalLengthMillimeters))) / radians
}

/**
 * Angle of view in water behind a flat port, in degrees: 2·asin(sin(air/2)/n). Applies to the horizontal and the vertical angle through the
 * axis, but not to the diagonal one. A dome port keeps the angle in air: do not correct it. `index` is the refractive index of the water
 * relative to air, 1.333 by default (1.33–1.35).
 * @throws RangeError when the angle is not between 0 and 180 degrees, or the index is below 1
 */
export function flatPortView(airDegrees: number, index = waterIndex): number {
  requireAngle(airDegrees)
  if (!(index >= 1 && index < Infinity)) throw new RangeError(`${index} is not a refractive index of water`)
  return (2 * Math.asin(Math.sin((airDegrees * radians) / 2) / index)) / radians
}

export interface Footprint {
  widthMeters: number
  heightMeters: number
  areaSquareMeters: number
}

/**
 * Area of a flat sea floor in the view of a camera that points straight down: 2h·tan(angle/2) across and along. `altitudeMeters` is the
 * distance from the camera's entrance pupil, not from the altimeter's mount, to the sea floor. Angles are those in water. An error of 1 % in
 * altitude causes an error of 2 % in area.
 * @throws RangeError when the altitude is not above 0, or an angle not between 0 and 180 degrees
 */
export function nadirFootprint(altitudeMeters: number, horizontalDegrees: number, verticalDegrees: number): Footprint {
  requirePositive(altitudeMeters, 'm is not an altitude above the sea floor')
  requireAngle(horizontalDegrees)
  requireAngle(verticalDegrees)
  const widthMeters = 2 * altitudeMeters * Math.tan((horizontalDegrees * radians) / 2)
  const heightMeters = 2 * altitudeMeters * Math.tan((verticalDegrees * radians) / 2)
  return { widthMeters, heightMeters, areaSquareMeters: widthMeters * heightMeters }
}

/**
 * Metres per pixel of a camera that points straight down, from altitude, horizontal angle of view (in water) and image width.
 * @throws RangeError when the altitude or the width is not above 0, or the angle not between 0 and 180 degrees
 */
export function scaleFromAltitude(altitudeMeters: number, horizontalDegrees: number, imageWidth: number): number {
  requirePositive(imageWidth, 'px is not a width')
  return nadirFootprint(altitudeMeters, horizontalDegrees, horizontalDegrees).widthMeters / imageWidth
}

export interface PinholeCamera {
  sensorWidthMillimeters: number
  focalLengthMillimeters: number
  imageWidth: number
}

/**
 * Metres per pixel of a pinhole camera that points straight down: altitude·sensor width/(focal length·image width in pixels). Valid in air or
 * behind a dome port. For a flat port use the angle of view with {@link flatPortView} and {@link scaleFromAltitude}.
 * @throws RangeError when a number is not above 0
 */
export function scaleFromLens(altitudeMeters: number, camera: PinholeCamera): number {
  requirePositive(altitudeMeters, 'm is not an altitude above the sea floor')
  requirePositive(camera.sensorWidthMillimeters, 'mm is not a sensor width')
  requirePositive(camera.focalLengthMillimeters, 'mm is not a focal length')
  requirePositive(camera.imageWidth, 'px is not a width')
  return (altitudeMeters * camera.sensorWidthMillimeters) / (camera.focalLengthMillimeters * camera.imageWidth)
}

export interface TiltedFootprint {
  /** Distance along the sea floor from the point below the camera to the near edge; negative when the near edge lies behind that point. */
  nearMeters: number
  farMeters: number
  nearWidthMeters: number
  farWidthMeters: number
  areaSquareMeters: number
}

/**
 * Trapezoid of a flat sea floor in the view of a camera tilted forward by `tiltDegrees` from straight down. For φ = tilt ± vertical/2: distance
 * H·tan φ, width 2H·cos(φ − tilt)·tan(horizontal/2)/cos φ; area = mean width × (far − near). The scale differs from pixel to pixel.
 * @throws RangeError when the altitude is not above 0, an angle is out of its range, or the horizon is in view
 */
export function tiltedFootprint(
  altitudeMeters: number,
  tiltDegrees: number,
  horizontalDegrees: number,
  verticalDegrees: number
): TiltedFootprint {
  requirePositive(altitudeMeters, 'm is not an altitude above the sea floor')
  requireAngle(horizontalDegrees)
  requireAngle(verticalDegrees)
  if (!(tiltDegrees >= 0)) throw new RangeError(`A tilt of ${tiltDegrees}° is below 0° (straight down)`)
  if (!(tiltDegrees + verticalDegrees / 2 < 90))
    throw new RangeError(`With a tilt of ${tiltDegrees}° and a view of ${verticalDegrees}°, the horizon is in view: the area is unlimited`)
  const widthAt = (edge: number) =>
    (2 * altitudeMeters * Math.cos((edge - tiltDegrees) * radians) * Math.tan((horizontalDegrees * radians) / 2)) / Math.cos(edge * radians)
  const [near, far] = [tiltDegrees - verticalDegrees / 2, tiltDegrees + verticalDegrees / 2]
  const [nearMeters, farMeters] = [altitudeMeters * Math.tan(near * radians), altitudeMeters * Math.tan(far * radians)]
  const [nearWidthMeters, farWidthMeters] = [widthAt(near), widthAt(far)]
  const areaSquareMeters = ((nearWidthMeters + farWidthMeters) / 2) * (farMeters - nearMeters)
  return { nearMeters, farMeters, nearWidthMeters, farWidthMeters, areaSquareMeters }
}

function requireAngle(degrees: number): void {
  if (!(degrees > 0 && degrees < 180)) throw new RangeError(`An angle of view of ${degrees}° is not between 0° and 180°`)
}
