import type { ModelInput } from '../../../../shared/contracts/uploaded-models.ts'
import type { Rectangle, Vertex } from '../../../../shared/geometry/outline.ts'

/** Square window around a point or area: its centre and side length, in image pixels. */
export interface Window {
  x: number
  y: number
  sidePx: number
}

/** Returns a square window around a point, shrunk and shifted to fit within the image. */
export function windowAround({ x, y, sidePx }: Window, { width, height }: { width: number; height: number }): Rectangle {
  const side = Math.max(1, Math.min(Math.round(sidePx), width, height))
  const start = (middle: number, length: number) => Math.min(Math.max(Math.round(middle - side / 2), 0), length - side)
  return { x: start(x, width), y: start(y, height), width: side, height: side }
}

/** Position of an image region within the model input. */
export interface Placement {
  /** Region in image pixels. */
  region: Rectangle
  /** Size of the resized region, in input pixels. */
  width: number
  height: number
  /** Offset of the resized region in the input, in input pixels. It is negative if the region is cropped. */
  dx: number
  dy: number
  /** Input pixels per image pixel. */
  scaleX: number
  scaleY: number
}

/** Places an image region in the model input according to the `resize` rule of the manifest. */
export function placementOf({ size: [wide = 1, high = 1], resize }: Pick<ModelInput, 'size' | 'resize'>, region: Rectangle): Placement {
  const [across, down] = [wide / region.width, high / region.height]
  const isWhole = resize === 'letterbox' || resize === 'corner'
  const ratio = isWhole ? Math.min(across, down) : Math.max(across, down)
  const width = resize === 'stretch' ? wide : Math.max(1, Math.round(region.width * ratio))
  const height = resize === 'stretch' ? high : Math.max(1, Math.round(region.height * ratio))
  return {
    region,
    width,
    height,
    dx: resize === 'corner' ? 0 : Math.floor((wide - width) / 2),
    dy: resize === 'corner' ? 0 : Math.floor((high - height) / 2),
    // The resized region is rounded to whole pixels, so its scale differs slightly from `ratio`.
    scaleX: width / region.width,
    scaleY: height / region.height
  }
}

/** Maps a point from input pixels to image pixels, clamped to the region. */
export function onImage({ region, dx, dy, scaleX, scaleY }: Placement, [x, y]: Vertex): Vertex {
  return [region.x + within((x - dx) / scaleX, region.width), region.y + within((y - dy) / scaleY, region.height)]
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
