const radians = Math.PI / 180

/** Length of a degree of latitude in metres, on a sphere with the mean radius of the earth, 6371 km. */
const metersPerDegree = 111_195

/**
 * Offset of a point from the centre of a straight-down image to the east and north, in metres. `rightMeters` and `downMeters` are measured
 * from the centre of the upright image. `headingDegrees` is the direction of its top edge (clockwise from north): east = right·cos ψ −
 * down·sin ψ, north = −(right·sin ψ + down·cos ψ).
 */
export function offsetOnGround(
  rightMeters: number,
  downMeters: number,
  headingDegrees: number
): { eastMeters: number; northMeters: number } {
  const [sin, cos] = [Math.sin(headingDegrees * radians), Math.cos(headingDegrees * radians)]
  return { eastMeters: rightMeters * cos - downMeters * sin, northMeters: -(rightMeters * sin + downMeters * cos) }
}

export interface GeographicPosition {
  /** Degrees, negative in the south. */
  decimalLatitude: number
  /** Degrees, −180 to 180, negative in the west. */
  decimalLongitude: number
}

/**
 * Position some metres east and north of another: Δlatitude = north/111195, Δlongitude = east/(111195·cos latitude). Accurate to 0.5 % for
 * offsets of up to a few kilometres.
 * @throws RangeError within 0.01° of a pole, where a degree of longitude has no length
 */
export function movedBy(from: GeographicPosition, eastMeters: number, northMeters: number): GeographicPosition {
  if (!(Math.abs(from.decimalLatitude) <= 89.99))
    throw new RangeError(`At latitude ${from.decimalLatitude}, an offset has no defined longitude`)
  const longitude = from.decimalLongitude + eastMeters / (metersPerDegree * Math.cos(from.decimalLatitude * radians))
  return {
    decimalLatitude: from.decimalLatitude + northMeters / metersPerDegree,
    decimalLongitude: longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
  }
}
