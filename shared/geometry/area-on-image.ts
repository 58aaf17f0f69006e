import type { Polygon, Shape } from '../contracts/shapes.ts'
import { clipRing } from './clip.ts'
import { crossesItself, crossingsAmong, type Edge, edgesOf } from './crossings.ts'
import { enclosingBox, outline, ringArea, shapeArea, type Vertex } from './outline.ts'

interface Size {
  width: number
  height: number
}

/**
 * Number of vertices of the polygon for a circle or an ellipse that extends beyond the image. The relative error of the area of the whole
 * polygon is below 10⁻⁶.
 */
const roundSegments = 4096

/**
 * Area of an image that a shape covers, in square pixels; 0 for points and lines. The area beyond the edge is excluded. Holes are
 * subtracted once where they overlap, and not at all outside the outline. An outline that crosses itself covers the regions that it
 * encloses an odd number of times, as on the screen.
 * @throws Tangled when a polygon crosses itself or its holes too often
 */
export function areaOnImage(shape: Shape, image: Size): number {
  if (shape.kind === 'polygon') return polygonArea(shape, image)
  const { x, y, width, height } = enclosingBox(shape)
  if (x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height) return shapeArea(shape)
  if (shape.kind === 'point' || shape.kind === 'line') return 0
  return Math.abs(ringArea(clipRing(outline(shape, roundSegments), { x: 0, y: 0, ...image })))
}

function polygonArea(polygon: Polygon, image: Size): number {
  const { points, holes = [] } = polygon
  if (holes.length > 0 || crossesItself(points)) return regionArea(points, holes, image)
  return Math.abs(ringArea(clipRing(points, { x: 0, y: 0, ...image })))
}

/**
 * Area of a polygon within the image. The region is cut into slabs. There is a cut wherever a ring has a corner, crosses a ring or leaves the
 * image. The covered length changes linearly between two cuts. Its value at mid-height times the slab height is therefore the area of the slab.
 */
function regionArea(points: readonly Vertex[], holes: readonly (readonly Vertex[])[], { width, height }: Size): number {
  const rings = [points, ...holes]
  const edges = rings.flatMap((ring, at) => edgesOf(ring).map(edge => ({ edge, ring: at })))
  const cuts = [0, height]
  for (const ring of rings) for (const [, y] of ring) cuts.push(y)
  for (const { edge } of edges) for (const x of [0, width]) if (crossesUpright(edge, x)) cuts.push(heightAt(edge, x))
  for (const { at } of crossingsAmong(edges.map(({ edge }) => edge))) cuts.push(at[1])
  const heights = cuts.filter(y => y >= 0 && y <= height).sort((a, b) => a - b)

  const below = edges.toSorted((a, b) => top(a.edge) - top(b.edge))
  let open: typeof edges = []
  let area = 0
  let next = 0
  for (const [at, from] of heights.entries()) {
    const to = heights[at + 1]
    if (to === undefined || to === from) continue
    const middle = (from + to) / 2
    for (; next < below.length && top(below[next]!.edge) < middle; next++) open.push(below[next]!)
    open = open.filter(({ edge }) => bottom(edge) > middle)
    const places: number[][] = rings.map(() => [])
    for (const { edge, ring } of open) places[ring]!.push(Math.min(Math.max(placeAt(edge, middle), 0), width))
    const [outer = [], ...inner] = places.map(ofRing => ofRing.sort((a, b) => a - b))
    area += (to - from) * lengthWithout(outer, inner)
  }
  return area
}

/** Total length of `pieces` that the others do not cover. Each list alternates starts and ends. */
function lengthWithout(pieces: readonly number[], others: readonly number[][]): number {
  const taken = others.flatMap(ofOne => ofOne.flatMap((from, at) => (at % 2 === 0 ? [[from, ofOne[at + 1] ?? from] as const] : [])))
  taken.sort((a, b) => a[0] - b[0])
  let length = 0
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    let [from, to] = [pieces[at] ?? 0, pieces[at + 1] ?? 0]
    for (const [start, end] of taken) {
      if (start >= to) break
      if (end <= from) continue
      length += Math.max(0, start - from)
      from = end
    }
    length += Math.max(0, to - from)
  }
  return length
}

const top = ([[, a], [, b]]: Edge) => Math.min(a, b)
const bottom = ([[, a], [, b]]: Edge) => Math.max(a, b)
const crossesUpright = ([[a], [b]]: Edge, x: number) => (a - x) * (b - x) < 0
const heightAt = ([a, b]: Edge, x: number) => a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1])
const placeAt = ([a, b]: Edge, y: number) => a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])
