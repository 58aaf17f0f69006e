import type { Polygon, Shape } from '../../../shared/contracts/shapes.ts'
import { crossesItself } from '../../../shared/geometry/crossings.ts'
import { enclosingBox, extent, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import { holeFault } from './holes.ts'
import { isDegenerate, roomFor, rounded } from './picture-bounds.ts'

/** How a shape of the picture is to look. */
export interface Edit {
  id: string
  shape: Shape
}

export type Edited = { shape: Shape } | { refusal: string }

/** Moves a shape by a distance in pixels of the picture, wherever that leads. */
export function moved<Form extends Shape>(shape: Form, dx: number, dy: number): Form
export function moved(shape: Shape, dx: number, dy: number): Shape {
  return mapped(shape, ([x, y]) => [x + dx, y + dy])
}

/**
 * Moves shapes together as far as the picture has room for the outermost of them, so that they keep their places to each other.
 * One that reaches over the edge already goes no further out.
 */
export function movedInside<Form extends Shape>(shapes: readonly Form[], dx: number, dy: number, picture: Size): Form[] {
  const box = extent(
    shapes.flatMap((shape): Vertex[] => {
      const { x, y, width, height } = enclosingBox(shape)
      return [
        [x, y],
        [x + width, y + height]
      ]
    })
  )
  const held = (way: number, from: number, length: number, size: number) =>
    Math.min(Math.max(way, Math.min(0, -from)), Math.max(0, size - from - length))
  const [right, down] = [held(dx, box.x, box.width, picture.width), held(dy, box.y, box.height, picture.height)]
  return shapes.map(shape => moved(shape, right, down))
}

/** One shape moved by keys or a field: it stops at the edge of the picture. */
export const nudged = (shape: Shape, dx: number, dy: number, picture: Size): Shape => movedInside([shape], dx, dy, picture)[0] ?? shape

/** Width and height along the shape's own axes, in pixels of the picture; of a line or a polygon, of the upright box around it. */
export function sizeOf(shape: Shape): Size {
  switch (shape.kind) {
    case 'point':
      return { width: 0, height: 0 }
    case 'box':
    case 'rotatedBox':
      return { width: shape.width, height: shape.height }
    case 'circle':
      return { width: 2 * shape.radius, height: 2 * shape.radius }
    case 'ellipse':
      return { width: 2 * shape.radiusX, height: 2 * shape.radiusY }
    case 'line':
    case 'polygon': {
      const { width, height } = enclosingBox(shape)
      return { width, height }
    }
  }
}

/**
 * The shape with another size about its middle, as {@link sizeOf} measures it; as much of the change as the picture has room for.
 * A circle takes the side that differs from its own, a point has no size, a straight line keeps the side that it does not have.
 * A side shorter than a tenth of a pixel is not made.
 */
export function scaledTo(shape: Shape, size: Size, picture: Size): Shape {
  const before = sizeOf(shape)
  const width = Math.max(size.width, Math.min(before.width, leastSide))
  const height = Math.max(size.height, Math.min(before.height, leastSide))
  return roomFor(picture, share =>
    sized(shape, before, {
      width: (1 - share) * before.width + share * width,
      height: (1 - share) * before.height + share * height
    })
  )
}

const leastSide = 0.1

function sized(shape: Shape, before: Size, { width, height }: Size): Shape {
  switch (shape.kind) {
    case 'point':
      return shape
    case 'box': {
      const [x, y] = [shape.x + (shape.width - width) / 2, shape.y + (shape.height - height) / 2]
      return { kind: 'box', x, y, width, height }
    }
    case 'rotatedBox':
      return { ...shape, width, height }
    case 'circle':
      return { ...shape, radius: (width === before.width ? height : width) / 2 }
    case 'ellipse':
      return { ...shape, radiusX: width / 2, radiusY: height / 2 }
    case 'line':
    case 'polygon': {
      const box = enclosingBox(shape)
      const [centreX, centreY] = [box.x + box.width / 2, box.y + box.height / 2]
      const [wider, higher] = [before.width > 0 ? width / before.width : 1, before.height > 0 ? height / before.height : 1]
      return mapped(shape, ([x, y]) => [centreX + (x - centreX) * wider, centreY + (y - centreY) * higher])
    }
  }
}

/** Wider and higher by so many pixels of the picture, for keys. */
export function resizedBy(shape: Shape, wider: number, higher: number, picture: Size): Shape {
  const { width, height } = sizeOf(shape)
  return scaledTo(shape, { width: width + wider, height: height + higher }, picture)
}

/** Ring 0 is the outline or the line, the holes follow. A hole of three corners goes as a whole. */
export function withoutVertex(shape: Shape, ring: number, index: number): Edited {
  if (shape.kind === 'line') {
    if (shape.points.length <= 2) return { refusal: 'A line needs at least two points.' }
    return checked({ ...shape, points: without(shape.points, index) })
  }
  if (shape.kind !== 'polygon') return { refusal: 'This shape has no vertices to take out.' }
  if (ring === 0) {
    if (shape.points.length <= 3) return { refusal: 'A polygon needs at least three corners.' }
    return uncrossed(shape, checked({ ...shape, points: without(shape.points, index) }))
  }
  const holes = (shape.holes ?? []).flatMap((hole, at) => (at !== ring - 1 ? [hole] : hole.length <= 3 ? [] : [without(hole, index)]))
  const { holes: _, ...whole } = shape
  return uncrossed(shape, checked({ ...whole, ...(holes.length > 0 && { holes }) }))
}

const without = <T>(of: readonly T[], index: number): T[] => of.filter((_, at) => at !== index)

/** Refuses an edit that has an outline or a hole cross itself; one that did so before may be put right step by step. */
export function uncrossed(before: Shape, edited: Edited): Edited {
  if ('refusal' in edited || edited.shape.kind !== 'polygon' || before.kind !== 'polygon') return edited
  const ringsOf = ({ points, holes = [] }: Polygon) => [points, ...holes]
  if (ringsOf(before).some(crossesItself)) return edited
  return ringsOf(edited.shape).some(crossesItself) ? { refusal: 'The outline would cross itself.' } : edited
}

/** Refuses, with the reason as a sentence, a shape without extent and a polygon whose holes do not lie inside. */
export function checked(shape: Shape): Edited {
  if (isDegenerate(shape)) return { refusal: shape.kind === 'line' ? 'That would leave no length.' : 'That would leave no area.' }
  const fault = shape.kind === 'polygon' && shape.holes ? holeFault(shape) : null
  return fault === null ? { shape } : { refusal: fault }
}

/** What a gesture did, ready to be kept: all of it, or nothing and the reason as a sentence. */
export function settledEdits(edits: readonly Edit[]): { edits: Edit[]; message?: string } {
  const settled: Edit[] = []
  for (const { id, shape } of edits) {
    const end = checked(rounded(shape))
    if ('refusal' in end) return { edits: [], message: end.refusal }
    settled.push({ id, shape: end.shape })
  }
  return { edits: settled }
}

function mapped(shape: Shape, move: (vertex: Vertex) => Vertex): Shape {
  if (shape.kind === 'line') return { ...shape, points: shape.points.map(move) }
  if (shape.kind === 'polygon') {
    const holes = shape.holes?.map(hole => hole.map(move))
    return { ...shape, points: shape.points.map(move), ...(holes && { holes }) }
  }
  const [x, y] = move([shape.x, shape.y])
  return { ...shape, x, y }
}
