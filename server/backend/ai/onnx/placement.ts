import type { ModelInput } from '../../../../shared/contracts/uploaded-models.ts'
import type { Rectangle, Vertex } from '../../../../shared/geometry/outline.ts'

/** Position of a region of an image in the input of a model. */
export interface Placement {
  /** Region of the image, in pixels. */
  region: Rectangle
  /** Size of the resized region, in pixels of the input. */
  width: number
  height: number
  /** Offset of the resized region in the input. It is negative where the region is cropped. */
  dx: number
  dy: number
  /** Pixels of the input per pixel of the image. */
  scaleX: number
  scaleY: number
}

/** Places a region of an image in the input by the rule `resize` of the manifest. */
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

/** Maps a point of the input to pixels of the image, clamped to the region. */
export function onImage({ region, dx, dy, scaleX, scaleY }: Placement, [x, y]: Vertex): Vertex {
  return [region.x + within((x - dx) / scaleX, region.width), region.y + within((y - dy) / scaleY, region.height)]
}

const within = (value: number, most: number) => Math.min(Math.max(value, 0), most)
