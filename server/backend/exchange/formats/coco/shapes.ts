import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { polygonsOfStretches } from '../../../../../shared/geometry/mask-polygons.ts'
import { enclosingBox, type Rectangle, type Vertex } from '../../../../../shared/geometry/outline.ts'
import { countsOfString, type Stretches, stretchesOfCounts } from '../../../../../shared/geometry/run-length.ts'
import { simplifyRing } from '../../../../../shared/geometry/simplify-ring.ts'
import { isObject, type JsonObject, numbersOf } from '../../../files/json.ts'
import type { ImageSize } from '../../../files/reading.ts'
import { enlarged, enlargement } from '../../imports/resized.ts'

const mostVertices = 10_000

export interface ReadShapes {
  shapes: Shape[]
  changes: string[]
}

export type Unreadable = { refusal: string; field: 'segmentation' | 'bbox' }

/**
 * Shapes of a COCO annotation, with one shape for each part. The shapes come from Isobath's own record if that record agrees with the box. Otherwise
 * they come from the mask or polygons, or from the box if there are neither.
 */
export function cocoShapes({ bbox, segmentation }: JsonObject, own: Shape | null, size: ImageSize | null): ReadShapes | Unreadable {
  const box = numbersOf(bbox)
  if (own && box && isAround(boxOnImage(enclosingBox(own), size), box)) return { shapes: [own], changes: [] }
  if (isObject(segmentation)) return maskShapes(segmentation, size)
  if (Array.isArray(segmentation) && segmentation.length > 0) return polygonShapes(segmentation, box)
  if (box?.length !== 4) return { refusal: 'The box must be a list of four numbers: x, y, width, height', field: 'bbox' }
  const [x = 0, y = 0, width = 0, height = 0] = box
  const isNone = segmentation === undefined || segmentation === null || Array.isArray(segmentation)
  const changes = isNone ? [] : ['The segmentation is neither a list of polygons nor a mask: the box was used']
  return { shapes: [{ kind: 'box', x, y, width, height }], changes }
}

/** Field of a COCO annotation from which its shape is read. */
export const placeOfShape = ({ segmentation }: JsonObject): Unreadable['field'] =>
  isObject(segmentation) || (Array.isArray(segmentation) && segmentation.length > 0) ? 'segmentation' : 'bbox'

/** Returns the part of a box that lies within its image. */
export function boxOnImage({ x, y, width, height }: Rectangle, size: ImageSize | null): Rectangle {
  if (!size) return { x, y, width, height }
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return { x: left, y: top, width: Math.min(x + width, size.width) - left, height: Math.min(y + height, size.height) - top }
}

/**
 * True when the bounding box of the shape matches `box` to within a pixel. Otherwise another program has changed the box, and Isobath's record of the
 * shape is outdated.
 */
function isAround({ x, y, width, height }: Rectangle, box: readonly number[]): boolean {
  return [x, y, width, height].every((value, index) => Math.abs(value - (box[index] ?? Infinity)) <= 1.01)
}

function polygonShapes(segmentation: readonly unknown[], box: readonly number[] | null): ReadShapes | Unreadable {
  const shapes: Shape[] = []
  // VGG Image Annotator writes the numbers of its only polygon without a list around them.
  const parts = segmentation.every(part => typeof part === 'number') ? [segmentation] : segmentation
  for (const part of parts) {
    const numbers = numbersOf(part)
    if (!numbers || numbers.length < 6 || numbers.length % 2 !== 0)
      return { refusal: 'A polygon must be a list of at least three pairs of numbers', field: 'segmentation' }
    const points: Vertex[] = []
    for (let at = 0; at < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0])
    shapes.push(isBox(points, box) ?? { kind: 'polygon', points: opened(points) })
  }
  return { shapes, changes: [] }
}

/** Removes the repeated first vertex that some programs write at the end of a ring. */
export function opened(points: Vertex[]): Vertex[] {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 3 && first && last && first[0] === last[0] && first[1] === last[1] ? points.slice(0, -1) : points
}

/** Returns the box if the polygon consists of its four corners, else null. */
export function isBox(points: readonly Vertex[], box: readonly number[] | null): Shape | null {
  const ring = opened([...points])
  if (ring.length !== 4 || box?.length !== 4) return null
  const [x = 0, y = 0, width = 0, height = 0] = box
  const expected = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height]
  ]
  const isCorner = ([cornerX, cornerY]: Vertex, index: number) =>
    Math.abs(cornerX - (expected[index]?.[0] ?? NaN)) < 1e-5 && Math.abs(cornerY - (expected[index]?.[1] ?? NaN)) < 1e-5
  return ring.every(isCorner) ? { kind: 'box', x, y, width, height } : null
}

/** Shapes of a mask. A mask may differ in size from its image. Such a mask belongs to a scaled copy or an unknown part of that image. */
function maskShapes({ size, counts }: JsonObject, image: ImageSize | null): ReadShapes | Unreadable {
  const [height = 0, width = 0] = numbersOf(size) ?? []
  const runs = typeof counts === 'string' ? countsOfString(counts) : numbersOf(counts)
  const stretches = runs && stretchesOfCounts(runs, height, width)
  if (!stretches) return { refusal: `The run lengths do not fill an image of ${width} × ${height} pixels`, field: 'segmentation' }
  if (stretches.size === 0) return { refusal: 'The mask is empty', field: 'segmentation' }
  const factor = image ? enlargement({ width, height }, image) : 1
  const sizes = `The mask has ${width} × ${height} pixels, but its image has ${image?.width} × ${image?.height}`
  if (factor === null) return { refusal: `${sizes}: it does not fit`, field: 'segmentation' }
  const { shapes, changes } = maskPolygons(stretches)
  if (factor === 1) return { shapes, changes }
  return { shapes: shapes.map(shape => enlarged(shape, factor)), changes: [...changes, `${sizes}: it was scaled to the image`] }
}

/** Outlines of a mask within the limits of a shape. Surplus vertices are thinned out and surplus holes are left out. */
export function maskPolygons(stretches: Stretches): ReadShapes {
  const changes = new Set<string>()
  const { polygons, specks } = polygonsOfStretches(stretches)
  if (specks === 1) changes.add('One small part or hole of a mask was left out')
  if (specks > 1) changes.add(`${specks} small parts and holes of a mask were left out`)
  const shapes = polygons.map(polygon => {
    const holes = polygon.holes ?? []
    if (holes.length === 101) changes.add('One hole of a mask was left out: a polygon has 100 at most')
    if (holes.length > 101) changes.add(`${holes.length - 100} holes of a mask were left out: a polygon has 100 at most`)
    const thin = (ring: Vertex[]) => {
      if (ring.length > mostVertices) changes.add('The outline of a mask was simplified to 10,000 points')
      // For a comb-shaped ring, the exact method takes time quadratic in the number of vertices. Long rings are therefore sampled first, and again
      // afterwards if necessary.
      let simple = sampled(ring, 2 * mostVertices)
      for (const tolerance of [0.8, 1.6]) if (simple.length > mostVertices) simple = simplifyRing(simple, tolerance)
      return sampled(simple, mostVertices)
    }
    return { ...polygon, points: thin(polygon.points), ...(holes.length > 0 && { holes: holes.slice(0, 100).map(thin) }) }
  })
  return { shapes, changes: [...changes] }
}

/** Returns every n-th vertex, so that at most `most` remain. */
function sampled(ring: Vertex[], most: number): Vertex[] {
  const step = Math.ceil(ring.length / most)
  return step === 1 ? ring : ring.filter((_, index) => index % step === 0)
}
