import type { Size } from '../imagery/viewport.ts'

/** How coarsely shapes are drawn when they are seen from afar. Lengths in pixels of the picture. */
export interface Detail {
  /** For less than this many device pixels per pixel of the picture. */
  below: number
  /** Largest distance of a line from the true outline: three quarters of a device pixel at the nearest zoom it is used for. */
  tolerance: number
  /** Any shape whose longer side is at most this is one quad: its two lines touch, so that nobody sees what it was. */
  markSide: number
  /** An upright box or ellipse up to this is one quad too, which looks the same; a larger one would paint too much of nothing. */
  quadSide: number
}

const strayPx = 0.75
const markPx = 6
/** Where shapes crowd as much as can be, lines are half as wide: they may stray so far, and shapes up to so large are marks. */
const mostStrayPx = 1
const mostMarkPx = 8
const quadPx = 20

const upTo = (below: number): Detail => ({ below, tolerance: strayPx / below, markSide: markPx / below, quadSide: quadPx / below })

/** The finest first. */
export const details: readonly Detail[] = [
  { below: Number.POSITIVE_INFINITY, tolerance: 0, markSide: 0, quadSide: 0 },
  upTo(0.5),
  upTo(0.25),
  upTo(0.125),
  upTo(0.0625)
]

/** The coarsest detail that shows no difference at this zoom, as an index into {@link details}. */
export function detailFor(devicePixelsPerPixel: number): number {
  return details.findLastIndex(({ below }) => devicePixelsPerPixel < below)
}

/**
 * A detail, coarser where shapes crowd: on a slow card each line takes its time.
 * @param spacing pixels of the picture from one shape to the next, were they spread evenly; device pixels are taken for CSS pixels, so
 *   that finer screens show finer lines
 */
export function forSpacing(detail: Detail, spacing: number): Detail {
  const { below, tolerance, markSide } = detail
  const crowding = (1 - symbolShare(spacing * below)) / (1 - smallest)
  return {
    ...detail,
    tolerance: tolerance * (1 + (mostStrayPx / strayPx - 1) * crowding),
    markSide: markSide * (1 + (mostMarkPx / markPx - 1) * crowding)
  }
}

/** From so many CSS pixels between neighbours on, points and lines have their full size. */
const roomyPx = 24
const smallest = 0.5

/**
 * How large points are, and how wide lines: smaller where shapes crowd, so that more is seen of them and of the picture.
 * @param spacingPx CSS pixels from one shape to the next, were they spread evenly
 * @returns share of the full size, 0.5 to 1
 */
export function symbolShare(spacingPx: number): number {
  return Math.min(Math.max(spacingPx / roomyPx, smallest), 1)
}

/** Pixels of a picture from one shape to the next, were they spread evenly. */
export const spacingOf = (count: number, { width, height }: Size): number => Math.sqrt((width * height) / Math.max(count, 1))
