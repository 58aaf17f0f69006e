import type { Shape } from '../contracts/shapes.ts'
import { enclosingBox, outline, type Rectangle, type Vertex } from './outline.ts'

/** Number of columns in which two shapes are compared. */
const columns = 512

/**
 * Intersection over union of two shapes in pixels of one image. 0 if the shapes are disjoint or have no area (points and lines), and 1 if the
 * shapes are equal.
 *
 * Axis-aligned boxes are compared exactly. Other shapes are compared by the lengths that they cover in 512 evenly spaced columns. Holes are
 * subtracted. The error is below 0.005 for shapes without fine serrations.
 * Source: Everingham et al. 2010, The PASCAL VOC Challenge, doi:10.1007/s11263-009-0275-4.
 */
export function shapeOverlap(a: Shape, b: Shape): number {
  const [boxA, boxB] = [enclosingBox(a), enclosingBox(b)]
  const common = boxIntersection(boxA, boxB)
  if (!(common > 0)) return 0
  if (a.kind === 'box' && b.kind === 'box') return common / (a.width * a.height + b.width * b.height - common)
  const left = Math.min(boxA.x, boxB.x)
  const step = (Math.max(boxA.x + boxA.width, boxB.x + boxB.width) - left) / columns
  const [ringsA, ringsB] = [ringsOf(a), ringsOf(b)]
  let [both, either] = [0, 0]
  for (let column = 0; column < columns; column++) {
    const x = left + (column + 0.5) * step
    const [cutsA, cutsB] = [cutsAt(x, ringsA), cutsAt(x, ringsB)]
    const shared = commonLength(cutsA, cutsB)
    both += shared
    either += lengthOf(cutsA) + lengthOf(cutsB) - shared
  }
  return either > 0 ? both / either : 0
}

function boxIntersection(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

function ringsOf(shape: Shape): readonly (readonly Vertex[])[] {
  if (shape.kind === 'point' || shape.kind === 'line') return []
  return shape.kind === 'polygon' ? [shape.points, ...(shape.holes ?? [])] : [outline(shape, 128)]
}

/** Positions where a column enters and leaves the rings by the even-odd rule, ascending. */
function cutsAt(x: number, rings: readonly (readonly Vertex[])[]): number[] {
  const cuts: number[] = []
  for (const ring of rings) {
    let [lastX, lastY] = ring.at(-1) ?? [0, 0]
    for (const [nextX, nextY] of ring) {
      if (lastX > x !== nextX > x) cuts.push(lastY + ((x - lastX) / (nextX - lastX)) * (nextY - lastY))
      lastX = nextX
      lastY = nextY
    }
  }
  return cuts.sort((a, b) => a - b)
}

function lengthOf(cuts: readonly number[]): number {
  let length = 0
  for (let at = 0; at + 1 < cuts.length; at += 2) length += (cuts[at + 1] ?? 0) - (cuts[at] ?? 0)
  return length
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  let [length, atA, atB] = [0, 0, 0]
  while (atA + 1 < a.length && atB + 1 < b.length) {
    const [endA, endB] = [a[atA + 1] ?? 0, b[atB + 1] ?? 0]
    length += Math.max(0, Math.min(endA, endB) - Math.max(a[atA] ?? 0, b[atB] ?? 0))
    if (endA < endB) atA += 2
    else atB += 2
  }
  return length
}
