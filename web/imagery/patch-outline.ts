import type { Shape } from '../../shared/contracts/shapes.ts'
import { outline, type Vertex } from '../../shared/geometry/outline.ts'
import { patchRegion } from '../../shared/geometry/patch-region.ts'
import { simplifyRing } from '../../shared/geometry/simplify-ring.ts'

/** Side of the square that contains a crop and its outline, in units of the path. */
export const patchSide = 256

/** Radius of the ring around a point. */
const pointRadius = 14
const mostVertices = 48
const mostHoles = 8

interface Marked {
  shape: Shape | null
  mediaWidth: number
  mediaHeight: number
}

/**
 * Outline of an annotation in its crop, as an SVG path in a square of side {@link patchSide}. A list may contain 100,000 paths, so each path
 * has integer coordinates and few vertices. Null for a label of the whole image and for a shape outside its image.
 */
export function patchOutline({ shape, mediaWidth, mediaHeight }: Marked): string | null {
  const region = shape && patchRegion(shape, mediaWidth, mediaHeight)
  if (!shape || !region) return null
  const scale = patchSide / Math.max(region.width, region.height)
  const [left, top] = [(patchSide - region.width * scale) / 2, (patchSide - region.height * scale) / 2]
  const placed = ([x, y]: Vertex): Vertex => [(x - region.x) * scale + left, (y - region.y) * scale + top]
  if (shape.kind === 'point') {
    const [x, y] = placed([shape.x, shape.y]).map(Math.round)
    return `M${x! - pointRadius} ${y}a${pointRadius} ${pointRadius} 0 1 0 ${2 * pointRadius} 0a${pointRadius} ${pointRadius} 0 1 0${-2 * pointRadius} 0`
  }
  const rings = [outline(shape), ...((shape.kind === 'polygon' && shape.holes) || []).slice(0, mostHoles)]
  const isOpen = shape.kind === 'line'
  return rings.map(ring => pathOf(fewer(ring.map(placed), isOpen), isOpen)).join('')
}

function fewer(ring: Vertex[], isOpen: boolean): Vertex[] {
  let kept = ring
  for (let tolerance = 1; kept.length > mostVertices; tolerance *= 2) kept = simplifyRing(ring, tolerance)
  return isOpen && kept !== ring ? [...kept, ...ring.slice(-1)] : kept
}

const pathOf = (ring: readonly Vertex[], isOpen: boolean) =>
  `M${ring.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}${isOpen ? '' : 'Z'}`
