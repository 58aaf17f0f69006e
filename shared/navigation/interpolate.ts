import { type Fix, wrapHeading, wrapLongitude } from './fix.ts'

/** Default maximum gap between fixes, in seconds. Fixes further apart are not joined unless a person raises the limit. */
export const usualGapSeconds = 30

/** Radius of a sphere with the volume of the earth. */
const earthRadiusInMeters = 6_371_000.8
const radians = Math.PI / 180

export interface Placed extends Fix {
  /** Seconds between the two fixes around the moment; 0 on a fix. */
  gapSeconds: number
  /** Distance between the two fixes around the moment. */
  spanInMeters: number
}

export type PlaceAt = Placed | 'outside' | 'gap'

/**
 * Interpolates the place on a track between two consecutive fixes.
 *
 * The position lies on the great circle. Depth, altitude, pitch and roll are interpolated linearly, and the heading along the shorter arc. A fact
 * that one of the fixes lacks is null. There is no extrapolation.
 * @returns `outside` when a neighbour is missing; `gap` when the fixes are further apart than `limitSeconds`, or antipodal
 */
export function placeBetween(before: Fix | undefined, after: Fix | undefined, timeMs: number, limitSeconds: number): PlaceAt {
  const exact = before?.timeMs === timeMs ? before : after?.timeMs === timeMs ? after : null
  if (exact) return { ...exact, gapSeconds: 0, spanInMeters: 0 }
  if (!before || !after || timeMs < before.timeMs || timeMs > after.timeMs) return 'outside'
  const gapSeconds = (after.timeMs - before.timeMs) / 1000
  if (gapSeconds > limitSeconds) return 'gap'
  const share = (timeMs - before.timeMs) / (after.timeMs - before.timeMs)
  const arc = arcBetween(before, after)
  const point = pointOnArc(before, after, share)
  if (!point) return 'gap'
  return {
    timeMs,
    ...point,
    depthInMeters: onLine(before.depthInMeters, after.depthInMeters, share),
    altitudeInMeters: onLine(before.altitudeInMeters, after.altitudeInMeters, share),
    headingDegrees: onCircle(before.headingDegrees, after.headingDegrees, share),
    pitchDegrees: onLine(before.pitchDegrees, after.pitchDegrees, share),
    rollDegrees: onLine(before.rollDegrees, after.rollDegrees, share),
    gapSeconds,
    spanInMeters: arc * earthRadiusInMeters
  }
}

type Point = Pick<Fix, 'latitude' | 'longitude'>

/** Point at a share (0–1) of the great circle between two points; null for antipodal points. */
export function pointOnArc(from: Point, to: Point, share: number): Point | null {
  const angle = arcBetween(from, to)
  if (angle < 1e-12) return { latitude: from.latitude, longitude: from.longitude }
  if (Math.PI - angle < 1e-9) return null
  const [a, b] = [Math.sin((1 - share) * angle) / Math.sin(angle), Math.sin(share * angle) / Math.sin(angle)]
  const [one, other] = [vectorOf(from), vectorOf(to)]
  const [x, y, z] = [a * one[0] + b * other[0], a * one[1] + b * other[1], a * one[2] + b * other[2]]
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / radians, longitude: wrapLongitude(Math.atan2(y, x) / radians) }
}

/** Central angle between two points in radians; exact for near and for antipodal points. */
function arcBetween(one: Point, other: Point): number {
  const [a, b] = [vectorOf(one), vectorOf(other)]
  const cross = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
  return Math.atan2(cross, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
}

function vectorOf({ latitude, longitude }: Point): [number, number, number] {
  const [phi, lambda] = [latitude * radians, longitude * radians]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const onLine = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? null : from + (to - from) * share

/** Direction at a share of the shorter arc between two directions; null for opposite directions, which have no shorter arc. */
function onCircle(from: number | null, to: number | null, share: number): number | null {
  if (from === null || to === null) return null
  const turn = wrapLongitude(to - from)
  return Math.abs(turn) === 180 ? null : wrapHeading(from + turn * share)
}
