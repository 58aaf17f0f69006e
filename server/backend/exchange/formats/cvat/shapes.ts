import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../../../shared/geometry/outline.ts'
import { stretchesOfCounts } from '../../../../../shared/geometry/run-length.ts'
import { numberOf } from '../../../files/reading.ts'
import type { XmlElement } from '../../../files/xml.ts'
import { maskPolygons, opened, type ReadShapes } from '../coco/shapes.ts'

type Read = ReadShapes | { refusal: string; attribute: string }

/** Elements of an image that are shapes. A `points` element with several points becomes several annotations. So does a mask with several parts. */
export const cvatShapeNames = ['box', 'polygon', 'polyline', 'points', 'ellipse', 'mask'] as const

/** Converts an element to shapes. Source: CVAT documentation, "CVAT for images 1.1"; rotation and ellipse as in CVAT's own exporter. */
export function cvatShapes(element: XmlElement): Read {
  const rotation = numberOf(element.attributes.get('rotation')) ?? 0
  switch (element.name) {
    case 'box': {
      const sides = numbers(element, 'xtl', 'ytl', 'xbr', 'ybr')
      if ('attribute' in sides) return { ...sides, refusal: 'A box needs the numbers xtl, ytl, xbr and ybr' }
      const [x = 0, y = 0, right = 0, bottom = 0] = sides
      const [width, height] = [right - x, bottom - y]
      if (rotation % 360 === 0) return one({ kind: 'box', x, y, width, height })
      return one({ kind: 'rotatedBox', x: x + width / 2, y: y + height / 2, width, height, rotation: rotation % 360 })
    }
    case 'ellipse': {
      const given = numbers(element, 'cx', 'cy', 'rx', 'ry')
      if ('attribute' in given) return { ...given, refusal: 'An ellipse needs the numbers cx, cy, rx and ry' }
      const [x = 0, y = 0, radiusX = 0, radiusY = 0] = given
      if (radiusX === radiusY) return one({ kind: 'circle', x, y, radius: radiusX })
      return one({ kind: 'ellipse', x, y, radiusX, radiusY, rotation: rotation % 360 })
    }
    case 'mask':
      return maskOf(element)
    default: {
      const points = verticesOf(element.attributes.get('points') ?? '')
      if (!points) return { refusal: 'Its points are not pairs of numbers such as 1.5,2;3,4', attribute: 'points' }
      if (element.name === 'polygon') return one({ kind: 'polygon', points: opened(points) })
      if (element.name === 'polyline') return one({ kind: 'line', points })
      return { shapes: points.map(([x, y]): Shape => ({ kind: 'point', x, y })), changes: [] }
    }
  }
}

const one = (shape: Shape): Read => ({ shapes: [shape], changes: [] })

/** Numeric values of attributes, or the name of the first attribute that is not a number. */
function numbers(element: XmlElement, ...names: string[]): number[] | { attribute: string } {
  const read: number[] = []
  for (const attribute of names) {
    const value = numberOf(element.attributes.get(attribute))
    if (value === null) return { attribute }
    read.push(value)
  }
  return read
}

function verticesOf(text: string): Vertex[] | null {
  const points: Vertex[] = []
  for (const pair of text.split(';')) {
    const [x, y, more] = pair.split(',').map(numberOf)
    if (x == null || y == null || more !== undefined) return null
    points.push([x, y])
  }
  return points
}

/** Shapes of a mask. The run lengths go row by row within the box of the mask. They are decoded column by column before x and y are swapped. */
function maskOf(element: XmlElement): Read {
  const given = numbers(element, 'left', 'top', 'width', 'height')
  const counts = (element.attributes.get('rle') ?? '').split(',').map(numberOf)
  const needed = 'A mask needs left, top, width, height and run lengths'
  if ('attribute' in given) return { ...given, refusal: needed }
  if (counts.some(count => count === null)) return { refusal: needed, attribute: 'rle' }
  const [left = 0, top = 0, width = 0, height = 0] = given
  const stretches = stretchesOfCounts(filledUp(counts as number[], width * height), width, height)
  if (!stretches) return { refusal: `The run lengths do not fill a mask of ${width} × ${height} pixels`, attribute: 'rle' }
  if (stretches.size === 0) return { refusal: 'The mask is empty', attribute: 'rle' }
  const { shapes, changes } = maskPolygons(stretches)
  const turned = (ring: Vertex[]) => ring.map(([row, column]): Vertex => [column + left, row + top]).reverse()
  return {
    changes,
    shapes: shapes.map(shape =>
      shape.kind === 'polygon' ? { ...shape, points: turned(shape.points), ...(shape.holes && { holes: shape.holes.map(turned) }) } : shape
    )
  }
}

/** Adds the last run of zeros, which some programs omit, to the run lengths. */
function filledUp(counts: number[], pixelCount: number): number[] {
  const missing = pixelCount - counts.reduce((sum, count) => sum + count, 0)
  return missing > 0 && counts.length % 2 === 0 ? [...counts, missing] : counts
}
