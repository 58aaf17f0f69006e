/** Where something was at a moment, as a track keeps it. */
export interface Fix {
  /** Milliseconds since 1970, UTC. */
  timeMs: number
  /** −90 to 90, WGS 84. */
  latitude: number
  /** −180 to 180, WGS 84. */
  longitude: number
  /** Below the surface, positive down. */
  depthInMeters: number | null
  /** Above the sea floor. */
  altitudeInMeters: number | null
  /** 0–360, clockwise from true north. */
  headingDegrees: number | null
  /** Bow up is positive. */
  pitchDegrees: number | null
  /** Starboard down is positive. */
  rollDegrees: number | null
}

/** A longitude of any turn in −180 (not included) to 180. */
export function wrapLongitude(degrees: number): number {
  const turned = ((((degrees + 180) % 360) + 360) % 360) - 180
  return turned === -180 ? 180 : turned
}

/** A direction of any turn in 0 to 360 (not included). */
export const wrapHeading = (degrees: number): number => ((degrees % 360) + 360) % 360
