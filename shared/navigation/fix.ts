/** Position, attitude and time of a platform at one moment, in the form that a track stores. */
export interface Fix {
  /** Milliseconds since 1970, UTC. */
  timeMs: number
  /** Degrees, −90 to 90, WGS 84. */
  latitude: number
  /** Degrees, −180 to 180, WGS 84. */
  longitude: number
  /** Depth below the surface, positive down. */
  depthInMeters: number | null
  /** Height above the sea floor. */
  altitudeInMeters: number | null
  /** 0–360, clockwise from true north. */
  headingDegrees: number | null
  /** Bow up is positive. */
  pitchDegrees: number | null
  /** Starboard down is positive. */
  rollDegrees: number | null
}

/** Wraps a longitude to (−180, 180]. */
export function wrapLongitude(degrees: number): number {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180
  return turned === -180 ? 180 : turned
}

/** Wraps a direction to [0, 360). */
export const wrapHeading = (degrees: number): number => ((degrees % 360) + 360) % 360
