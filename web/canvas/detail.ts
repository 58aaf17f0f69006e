import type { Size } from '../imagery/viewport.ts'

/** Level of detail of shapes at a low zoom. Lengths are in pixels of the picture. */
export interface Detail {
  /** Zoom below which the detail applies, in device pixels per pixel of the picture. */
  below: number
  /** Largest deviation of a line from the true outline: 0.75 device pixels at the detail's highest zoom. */
  tolerance: number
  /** Longest side of a shape that is always drawn as one quad. Opposite lines of its outline touch, so its form is not recognisable. */
  markSide: number
  /**
   * Longest side of an axis-aligned box or ellipse that is drawn as one quad, with the same result on the screen. A larger quad would cover
   * too many empty pixels.
   */
  quadSide: number
}

const strayPx = 0.75
const markPx = 6
/** Deviation from the outline, and size of a mark, where shapes are most crowded. Both are in device pixels. Lines are half as wide there. */
const mostStrayPx = 1
const mostMarkPx = 8
const quadPx = 20

const upTo = (below: number): Detail => ({ below, tolerance: strayPx / below, markSide: markPx / below, quadSide: quadPx / below })

/** Levels of detail, the finest first. */
export const details: readonly Detail[] = [
  { below: Number.POSITIVE_INFINITY, tolerance: 0, markSide: 0, quadSide: 0 },
  upTo(0.5),
  upTo(0.25),
  upTo(0.125),
  upTo(0.0625)
]

/** Coarsest level of detail without a visible difference at this zoom, as an index into {@link details}. */
export function detailFor(devicePixelsPerPixel: number): number {
  return details.findLastIndex(({ below }) => devicePixelsPerPixel < below)
}

/**
 * Level of detail for a spacing of shapes. It is coarser where shapes are crowded, because every line takes time on a slow graphics card.
 * @param spacing pixels of the picture between evenly spread shapes; device pixels count as CSS pixels, so that finer screens get finer lines
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

/** Spacing in CSS pixels at and above which points and lines have their full size. */
const roomyPx = 24
const smallest = 0.5

/**
 * Share of the full point size and line width. Both shrink where shapes are crowded, so that shapes and picture stay visible.
 * @param spacingPx CSS pixels between evenly spread shapes
 * @returns share of the full size, 0.5 to 1
 */
export function symbolShare(spacingPx: number): number {
  return Math.min(Math.max(spacingPx / roomyPx, smallest), 1)
}

/** Spacing of evenly spread shapes, in pixels of the picture. */
export const spacingOf = (count: number, { width, height }: Size): number => Math.sqrt((width * height) / Math.max(count, 1))
