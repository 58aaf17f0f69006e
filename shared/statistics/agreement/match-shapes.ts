import type { Shape } from '../../contracts/shapes.ts'
import { enclosingBox, isInRing, outline, type Rectangle, shapeArea } from '../../geometry/outline.ts'
import { shapeOverlap } from '../../geometry/shape-overlap.ts'
import type { NamePair } from './confusion.ts'

/** Shape of an annotation on an image, with its label. */
export interface NamedShape {
  shape: Shape
  category: string
}

export interface ShapeMatch {
  /** Indices in the two lists. */
  first: number
  second: number
  /**
   * Closeness of a match, 0–1. Two areas: their overlap. Two points: 1 minus their distance as a share of the limit. A point in an area: 1 minus its
   * distance from the middle of the area's bounding box, divided by the box diagonal.
   */
  closeness: number
}

export interface ShapeMatches {
  matches: ShapeMatch[]
  /** Indices of shapes without a partner. */
  onlyFirst: number[]
  onlySecond: number[]
}

export interface MatchLimits {
  /** Minimum intersection over union of two areas, above 0 and up to 1. */
  leastOverlap?: number
  /** Maximum distance between two points, in pixels. A line counts as the middle of its bounding box. */
  mostDistancePx?: number
}

/**
 * Matches between the shapes of two annotators on one image. Matched shapes belong to the same individual, whatever their labels.
 *
 * Two areas match at an intersection over union of at least `leastOverlap`. Two points match at a distance of up to `mostDistancePx`. A point
 * and an area match when the point lies inside. Matching is greedy: the closest pair first, each shape once. Of equally close pairs, one with
 * equal labels comes first, then the first in the lists. Swapping the annotators merely swaps the result. With an empty list, there are no
 * matches. Source: greedy matching at IoU 0.5 as in Everingham et al. 2010, doi:10.1007/s11263-009-0275-4. The order is by overlap, because
 * annotations by people have no scores.
 * @throws RangeError when a limit is out of its range
 */
export function matchShapes(
  first: readonly NamedShape[],
  second: readonly NamedShape[],
  { leastOverlap = 0.5, mostDistancePx = 20 }: MatchLimits = {}
): ShapeMatches {
  if (!(leastOverlap > 0 && leastOverlap <= 1)) throw new RangeError(`An overlap of ${leastOverlap} is not above 0 and up to 1`)
  if (!(mostDistancePx > 0)) throw new RangeError(`A distance of ${mostDistancePx} px is not above 0`)
  const [marksA, marksB] = [first.map(markOf), second.map(markOf)]
  const candidates: (ShapeMatch & { isSameName: boolean })[] = []
  for (const [a, markA] of marksA.entries())
    for (const [b, markB] of marksB.entries()) {
      const closeness = closenessOf(markA, markB, leastOverlap, mostDistancePx)
      if (closeness !== null) candidates.push({ first: a, second: b, closeness, isSameName: markA.category === markB.category })
    }
  candidates.sort(
    (a, b) =>
      b.closeness - a.closeness ||
      Number(b.isSameName) - Number(a.isSameName) ||
      Math.min(a.first, a.second) - Math.min(b.first, b.second) ||
      Math.max(a.first, a.second) - Math.max(b.first, b.second)
  )
  const [freeA, freeB] = [new Set(marksA.keys()), new Set(marksB.keys())]
  const matches: ShapeMatch[] = []
  for (const { first: a, second: b, closeness } of candidates) {
    if (!(freeA.has(a) && freeB.has(b))) continue
    freeA.delete(a)
    freeB.delete(b)
    matches.push({ first: a, second: b, closeness })
  }
  return { matches, onlyFirst: [...freeA], onlySecond: [...freeB] }
}

/** Pairs of labels for a confusion matrix, with the first annotator as the reference. A shape without a partner is paired with the background. */
export function pairNames(
  first: readonly { category: string }[],
  second: readonly { category: string }[],
  { matches, onlyFirst, onlySecond }: ShapeMatches
): NamePair[] {
  const nameA = (at: number) => first[at]?.category ?? null
  const nameB = (at: number) => second[at]?.category ?? null
  return [
    ...matches.map(match => ({ reference: nameA(match.first), predicted: nameB(match.second) })),
    ...onlyFirst.map(at => ({ reference: nameA(at), predicted: null })),
    ...onlySecond.map(at => ({ reference: null, predicted: nameB(at) }))
  ]
}

interface Mark extends NamedShape {
  box: Rectangle
  area: number
}

function markOf({ shape, category }: NamedShape): Mark {
  return { shape, category, box: enclosingBox(shape), area: shapeArea(shape) }
}

/** Closeness of two shapes, 0–1; null when they are too far apart. */
function closenessOf(a: Mark, b: Mark, leastOverlap: number, mostDistancePx: number): number | null {
  if (a.area > 0 && b.area > 0) {
    const isApart = a.box.x > b.box.x + b.box.width || b.box.x > a.box.x + a.box.width
    if (isApart || Math.min(a.area, b.area) < 0.99 * leastOverlap * Math.max(a.area, b.area)) return null
    const overlap = shapeOverlap(a.shape, b.shape)
    return overlap >= leastOverlap ? overlap : null
  }
  const distance = Math.hypot(middle(a).x - middle(b).x, middle(a).y - middle(b).y)
  if (a.area > 0 || b.area > 0) {
    const [area, point] = a.area > 0 ? [a, b] : [b, a]
    return isInside(middle(point), area.shape) ? 1 - distance / Math.hypot(area.box.width, area.box.height) : null
  }
  return distance <= mostDistancePx ? 1 - distance / mostDistancePx : null
}

function middle({ box }: Mark): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function isInside({ x, y }: { x: number; y: number }, shape: Shape): boolean {
  const isInHole = shape.kind === 'polygon' && shape.holes?.some(hole => isInRing(x, y, hole))
  return isInRing(x, y, outline(shape)) && !isInHole
}
