import type { Rectangle } from '../../../../imagery/viewport.ts'

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
export function onDevicePixels({ left, top, right, bottom }: Rectangle, to: Projection): Rectangle {
  const x = (pixel: number) => Math.round((pixel - to.centerX) * to.scale + to.width / 2)
  const y = (pixel: number) => Math.round((pixel - to.centerY) * to.scale + to.height / 2)
  return { left: x(left), top: y(top), right: x(right), bottom: y(bottom) }
}
