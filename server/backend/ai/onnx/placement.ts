import type { ModelInput } from '../../../../shared/contracts/uploaded-models.ts'
import type { Rectangle, Vertex } from '../../../../shared/geometry/outline.ts'

/** Place of a part of an image in the input of a model. */
export interface Placement {
  /** Part of the image, in pixels. */
  region: Rectangle
  /** Size of the part after it was resized, in pixels of the input. */
  width: number
  height: number
  /** Offset of the resized part in the input. It is negative where the part is cut. */
  dx: number
  dy: number
  /** Pixels of the input per pixel of the image. */
  scaleX: number
  scaleY: number
}

/** Placement of a part of an image, by the rule of the manifest. */
export function placementOf({ size: [wide = 1, high = 1], resize }: Pick<ModelInput, 'size' | 'resize'>, region: Rectangle): Placement {
  const [across, down] = [wide / region.width, high / region.height]
  const ratio = resize === 'letterbox' ? Math.min(across, down) : Math.max(across, down)
  const width = resize === 'stretch' ? wide : Math.max(1, Math.round(region.width * ratio))
  const height = resize === 'stretch' ? high : Math.max(1, Math.round(region.height * ratio))
  return {
    region,
    width,
    height,
    dx: Math.floor((wide - width) / 2),
    dy: Math.floor((high - height) / 2),
    // The resized part has whole pixels, so its scale differs slightly from the ratio.
    scaleX: width / region.width,
    scaleY: height / region.height
  }
}

/** Point of the input in pixels of the image, within the part that the input shows. */
export function onImage({ region, dx, dy, scaleX, scaleY }: Placement, [x, y]: Vertex): Vertex {
  return [region.x + within((x - dx) / scaleX, region.width), region.y + within((y - dy) / scaleY, region.height)]
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
