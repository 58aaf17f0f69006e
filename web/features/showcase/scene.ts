import type { LabelId } from './labels.ts'

/** An animal in the drawn frame. Its position is in fractions of the frame, and `radius` is a fraction of the frame's width. */
export type Organism = { kind: LabelId; x: number; y: number; radius: number; turn: number }

/** The drawn frame: its size, its fictional event, and the two laser points that give its scale. */
export const frame = {
  width: 1600,
  height: 1000,
  lasers: [
    { x: 0.45, y: 0.52 },
    { x: 0.55, y: 0.52 }
  ],
  laserSpacingInMeters: 0.2,
  eventId: 'isobath-sample:dive-1:frame-1',
  eventDate: '2026-06-08T11:42:07Z',
  decimalLatitude: 48.83,
  decimalLongitude: -16.5,
  depthInMeters: 4850
} as const

export const organisms: readonly Organism[] = [
  { kind: 'sea-cucumber', x: 0.27, y: 0.37, radius: 0.062, turn: -0.5 },
  { kind: 'sea-cucumber', x: 0.8, y: 0.8, radius: 0.048, turn: 0.5 },
  { kind: 'brittle-star', x: 0.12, y: 0.68, radius: 0.045, turn: 0.3 },
  { kind: 'brittle-star', x: 0.4, y: 0.75, radius: 0.038, turn: 1.1 },
  { kind: 'brittle-star', x: 0.64, y: 0.33, radius: 0.04, turn: 0.8 },
  { kind: 'brittle-star', x: 0.9, y: 0.52, radius: 0.033, turn: 2.2 },
  { kind: 'brittle-star', x: 0.53, y: 0.91, radius: 0.03, turn: 1.7 },
  { kind: 'sea-urchin', x: 0.475, y: 0.28, radius: 0.026, turn: 0 },
  { kind: 'sea-urchin', x: 0.25, y: 0.87, radius: 0.023, turn: 0.4 },
  { kind: 'sea-star', x: 0.69, y: 0.62, radius: 0.043, turn: 0.2 },
  { kind: 'sea-lily', x: 0.84, y: 0.24, radius: 0.058, turn: -0.25 },
  { kind: 'anemone', x: 0.1, y: 0.29, radius: 0.032, turn: 0.5 },
  { kind: 'anemone', x: 0.575, y: 0.71, radius: 0.024, turn: 1 },
  { kind: 'sponge', x: 0.33, y: 0.14, radius: 0.042, turn: 0.12 }
]

/**
 * Returns the area covered by the frame in square metres, for two parallel lasers and a flat floor seen from above:
 * (spacing × width / distance) × (spacing × height / distance), with the distance in pixels.
 */
export function frameAreaInSquareMeters(): number {
  const [left, right] = frame.lasers
  const pixels = Math.hypot((right.x - left.x) * frame.width, (right.y - left.y) * frame.height)
  const metersPerPixel = frame.laserSpacingInMeters / pixels
  return frame.width * metersPerPixel * frame.height * metersPerPixel
}
