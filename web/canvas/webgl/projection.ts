import type { Rectangle } from '../../imagery/viewport.ts'

/** Where something is drawn, all in device pixels but the middle. */
export interface Projection {
  /** The picture's pixel in the middle. */
  centerX: number
  centerY: number
  /** Device pixels per pixel of the picture, and per CSS pixel. */
  scale: number
  ratio: number
  width: number
  height: number
}

/** The part of the picture's plane that is drawn, beyond the picture's edges too. */
export function planePart({ centerX, centerY, scale, width, height }: Projection): Rectangle {
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale]
  return { left: centerX - halfWidth, top: centerY - halfHeight, right: centerX + halfWidth, bottom: centerY + halfHeight }
}

/** In device pixels from the top left; edges on whole ones, so that neighbouring tiles meet without a seam. */
export function onDevicePixels({ left, top, right, bottom }: Rectangle, { centerX, centerY, scale, width, height }: Projection): Rectangle {
  return {
    left: Math.round((left - centerX) * scale + width / 2),
    top: Math.round((top - centerY) * scale + height / 2),
    right: Math.round((right - centerX) * scale + width / 2),
    bottom: Math.round((bottom - centerY) * scale + height / 2)
  }
}
