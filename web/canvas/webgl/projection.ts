import type { Rectangle } from '../../imagery/viewport.ts'

/** Projection of the picture onto a framebuffer. Lengths are in device pixels, the centre in pixels of the picture. */
export interface Projection {
  /** Position in the picture at the centre of the framebuffer. */
  centerX: number
  centerY: number
  /** Device pixels per pixel of the picture. */
  scale: number
  /** Device pixels per CSS pixel. */
  ratio: number
  width: number
  height: number
}

/** Rectangle that is drawn, in pixels of the picture. It may extend beyond the edges of the picture. */
export function planePart({ centerX, centerY, scale, width, height }: Projection): Rectangle {
  const [halfWidth, halfHeight] = [width / 2 / scale, height / 2 / scale]
  return { left: centerX - halfWidth, top: centerY - halfHeight, right: centerX + halfWidth, bottom: centerY + halfHeight }
}

/** Rectangle in device pixels from the top left. Edges lie on whole pixels, so that neighbouring tiles meet without a seam. */
export function onDevicePixels({ left, top, right, bottom }: Rectangle, { centerX, centerY, scale, width, height }: Projection): Rectangle {
  return {
    left: Math.round((left - centerX) * scale + width / 2),
    top: Math.round((top - centerY) * scale + height / 2),
    right: Math.round((right - centerX) * scale + width / 2),
    bottom: Math.round((bottom - centerY) * scale + height / 2)
  }
}
