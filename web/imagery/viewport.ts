/** Position on the screen, in CSS pixels from the top-left corner of the canvas. */
export interface ScreenPoint {
  x: number
  y: number
}

/** Position in the picture, in pixels from its top-left corner. The branded type keeps the two coordinate systems apart. */
export type MediaPoint = { x: number; y: number } & { readonly space: 'media' }

export interface Size {
  width: number
  height: number
}

/** Size of a canvas in CSS pixels. */
export interface View extends Size {
  /** Margin at the left and right of a picture that is shown whole. It is reserved for the tools. */
  margin?: number
}

/** Visible part of a picture: the pixel at the centre of the canvas, and the zoom. */
export interface Viewport {
  centerX: number
  centerY: number
  /** CSS pixels per pixel of the picture. */
  scale: number
}

/** Maximum zoom, at which a pixel of the picture is 16 CSS pixels wide. */
export const largestScale = 16

const mediaPoint = (x: number, y: number): MediaPoint => ({ x, y }) as MediaPoint

/** Scale at which the whole picture is visible. Small pictures are not enlarged beyond their own pixels. */
export function fitScale({ width, height, margin = 0 }: View, media: Size): number {
  return Math.min((width - 2 * Math.min(margin, width / 4)) / media.width, height / media.height, 1)
}

export function fitted(view: View, media: Size): Viewport {
  return { centerX: media.width / 2, centerY: media.height / 2, scale: fitScale(view, media) }
}

export function toMedia(viewport: Viewport, view: Size, { x, y }: ScreenPoint): MediaPoint {
  return mediaPoint(viewport.centerX + (x - view.width / 2) / viewport.scale, viewport.centerY + (y - view.height / 2) / viewport.scale)
}

export function toScreen(viewport: Viewport, view: Size, { x, y }: MediaPoint): ScreenPoint {
  return { x: (x - viewport.centerX) * viewport.scale + view.width / 2, y: (y - viewport.centerY) * viewport.scale + view.height / 2 }
}

/** Viewport after a zoom that keeps the pixel under `at` in place. The scale stays between that of the whole picture and {@link largestScale}. */
export function zoomedAt(viewport: Viewport, view: View, media: Size, at: ScreenPoint, factor: number): Viewport {
  const scale = Math.min(Math.max(viewport.scale * factor, fitScale(view, media)), largestScale)
  const kept = toMedia(viewport, view, at)
  return settled(
    { scale, centerX: kept.x - (at.x - view.width / 2) / scale, centerY: kept.y - (at.y - view.height / 2) / scale },
    view,
    media
  )
}

/** Viewport after the picture is moved on the screen: positive is right and down. */
export function panned(viewport: Viewport, view: View, media: Size, dx: number, dy: number): Viewport {
  return settled(
    { ...viewport, centerX: viewport.centerX - dx / viewport.scale, centerY: viewport.centerY - dy / viewport.scale },
    view,
    media
  )
}

/** Nearest viewport without wasted space. Along each axis, a picture that fits is centred, and a larger one fills the canvas. */
export function settled(viewport: Viewport, view: View, media: Size): Viewport {
  const scale = Math.max(viewport.scale, fitScale(view, media))
  const along = (center: number, seen: number, whole: number) =>
    seen >= whole ? whole / 2 : Math.min(Math.max(center, seen / 2), whole - seen / 2)
  return {
    scale,
    centerX: along(viewport.centerX, view.width / scale, media.width),
    centerY: along(viewport.centerY, view.height / scale, media.height)
  }
}

/**
 * Interpolates between two viewports, with `share` from 0 to 1. The logarithm of the scale changes linearly, which is perceived as an even
 * zoom. The centre changes with 1/scale, so that a zoom about a point keeps that point in place.
 */
export function between(from: Viewport, to: Viewport, share: number): Viewport {
  if (share >= 1) return to
  const scale = from.scale * (to.scale / from.scale) ** share
  const apart = 1 / to.scale - 1 / from.scale
  const way = Math.abs(to.scale / from.scale - 1) < 1e-6 ? share : (1 / scale - 1 / from.scale) / apart
  return { scale, centerX: from.centerX + (to.centerX - from.centerX) * way, centerY: from.centerY + (to.centerY - from.centerY) * way }
}

/** True when the centres of two viewports are within a tenth of a CSS pixel, and their scales within 0.1 %. */
export function alike(a: Viewport, b: Viewport): boolean {
  const shift = Math.max(Math.abs(a.centerX - b.centerX), Math.abs(a.centerY - b.centerY)) * b.scale
  return shift < 0.1 && Math.abs(a.scale / b.scale - 1) < 1e-3
}

export interface Rectangle {
  left: number
  top: number
  right: number
  bottom: number
}

/** Visible part of the picture, in pixels of the picture. */
export function seenPart(viewport: Viewport, view: Size, media: Size): Rectangle {
  const halfWidth = view.width / 2 / viewport.scale
  const halfHeight = view.height / 2 / viewport.scale
  return {
    left: Math.max(0, viewport.centerX - halfWidth),
    top: Math.max(0, viewport.centerY - halfHeight),
    right: Math.min(media.width, viewport.centerX + halfWidth),
    bottom: Math.min(media.height, viewport.centerY + halfHeight)
  }
}
