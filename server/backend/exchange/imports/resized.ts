import type { Shape } from '../../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import type { ImageSize } from '../../files/reading.ts'
import type { DatasetImage } from '../dataset.ts'

/**
 * Size ratio of an image in the project to its copy in a file. The ratio is 1 when the file does not record a size.
 * @returns null when the proportions differ by more than rounding, because the image or its copy was cropped or rotated
 */
export function enlargement({ width, height }: Pick<DatasetImage, 'width' | 'height'>, has: ImageSize): number | null {
  if (!width || !height || (width === has.width && height === has.height)) return 1
  const apart = Math.abs(width * has.height - height * has.width)
  return apart <= Math.max(width, height, has.width, has.height) ? (has.width + has.height) / (width + height) : null
}

/** Scales a shape to an image that is `factor` times as large. */
export function enlarged(shape: Shape, factor: number): Shape {
  const vertex = ([x, y]: Vertex): Vertex => [x * factor, y * factor]
  switch (shape.kind) {
    case 'line':
      return { ...shape, points: shape.points.map(vertex) }
    case 'polygon':
      return { ...shape, points: shape.points.map(vertex), ...(shape.holes && { holes: shape.holes.map(hole => hole.map(vertex)) }) }
    case 'point':
      return { ...shape, x: shape.x * factor, y: shape.y * factor }
    case 'circle':
      return { ...shape, x: shape.x * factor, y: shape.y * factor, radius: shape.radius * factor }
    case 'ellipse':
      return { ...shape, x: shape.x * factor, y: shape.y * factor, radiusX: shape.radiusX * factor, radiusY: shape.radiusY * factor }
    default:
      return { ...shape, x: shape.x * factor, y: shape.y * factor, width: shape.width * factor, height: shape.height * factor }
  }
}
