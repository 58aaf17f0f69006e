import type { Shape } from '../../../shared/contracts/shapes.ts'
import { enclosingBox, extent, type Vertex } from '../../../shared/geometry/outline.ts'
import type { Size } from '../../imagery/viewport.ts'
import { roomFor } from './bounds.ts'
import { kindOf } from './kinds.ts'
import type { Edited } from './shape-kind.ts'

/** New version of a shape in the picture. */
export interface Edit {
  id: string
  shape: Shape
}

/** Moves a shape by a distance in pixels of the picture, even beyond the edge of the picture. */
export function moved<Form extends Shape>(shape: Form, dx: number, dy: number): Form {
  return kindOf(shape).mapped(shape, ([x, y]) => [x + dx, y + dy])
}

/**
 * Moves shapes together. They stop when the first one reaches the edge of the picture, so that their relative positions stay the same.
 * A shape that already crosses the edge moves no further out.
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

/** Moves a shape by keys or a form field. It stops at the edge of the picture. */
export const nudged = (shape: Shape, dx: number, dy: number, picture: Size): Shape => movedInside([shape], dx, dy, picture)[0] ?? shape

/**
 * Resizes a shape about its centre along its own axes, as far as it stays inside the picture.
 * For a circle, the side that differs from the current diameter counts. A point has no size.
 * A horizontal or vertical line keeps its zero side. No other side is reduced below a tenth of a pixel.
 */
export function scaledTo(shape: Shape, size: Size, picture: Size): Shape {
  const kind = kindOf(shape)
  const before = kind.size(shape)
  const width = Math.max(size.width, Math.min(before.width, leastSide))
  const height = Math.max(size.height, Math.min(before.height, leastSide))
  return roomFor(picture, share =>
    kind.resized(shape, {
      width: (1 - share) * before.width + share * width,
      height: (1 - share) * before.height + share * height
    })
  )
}

const leastSide = 0.1

/** Resizes a shape by a number of pixels of the picture, for keys. */
export function resizedBy(shape: Shape, wider: number, higher: number, picture: Size): Shape {
  const { width, height } = kindOf(shape).size(shape)
  return scaledTo(shape, { width: width + wider, height: height + higher }, picture)
}

/** Shape without one vertex. Ring 0 is the outline or the line; the holes follow. A hole with three corners is removed entirely. */
export function withoutVertex(shape: Shape, ring: number, index: number): Edited {
  const edited = kindOf(shape).withoutVertex(shape, ring, index)
  return 'refusal' in edited ? edited : uncrossed(shape, checked(edited.shape))
}

/** Refuses an edit that makes an outline or hole cross itself. A shape that already crossed itself may be corrected step by step. */
export function uncrossed(before: Shape, edited: Edited): Edited {
  if ('refusal' in edited || kindOf(before).crossesItself(before)) return edited
  return kindOf(edited.shape).crossesItself(edited.shape) ? { refusal: 'The outline would cross itself.' } : edited
}

/** Refuses a shape without extent, and a polygon with invalid holes. The refusal is a message to show. */
export function checked(shape: Shape): Edited {
  const fault = kindOf(shape).fault(shape)
  return fault === null ? { shape } : { refusal: fault }
}

export const rounded = <Form extends Shape>(shape: Form): Form => kindOf(shape).rounded(shape)

export const isDegenerate = (shape: Shape): boolean => kindOf(shape).isDegenerate(shape)

/** Edits of a gesture, ready to be stored. If one of them is refused, none is returned, and `message` states the reason. */
export function settledEdits(edits: readonly Edit[]): { edits: Edit[]; message?: string } {
  const settled: Edit[] = []
  for (const { id, shape } of edits) {
    const end = checked(rounded(shape))
    if ('refusal' in end) return { edits: [], message: end.refusal }
    settled.push({ id, shape: end.shape })
  }
  return { edits: settled }
}
