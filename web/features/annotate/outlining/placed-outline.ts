import type { Polygon } from '../../../../shared/contracts/shapes.ts'
import type { Vertex } from '../../../../shared/geometry/outline.ts'
import { kindOf } from '../../../canvas/shapes/kinds.ts'

const rounded = (value: number) => Math.round(value * 100) / 100

/**
 * Polygon of an image, rounded to hundredths of a pixel; null when it is degenerate or has too few vertices.
 * @param place converts a vertex to pixels of the image
 */
export function placedOutline({ points, holes }: Polygon, place: (vertex: Vertex) => Vertex = vertex => vertex): Polygon | null {
  const onImage = (ring: readonly Vertex[]) =>
    ring.map((vertex): Vertex => {
      const [x, y] = place(vertex)
      return [rounded(x), rounded(y)]
    })
  const outline: Polygon = { kind: 'polygon', points: onImage(points), ...(holes && { holes: holes.map(onImage) }) }
  return kindOf(outline).fault(outline) === null && !kindOf(outline).isDegenerate(outline) ? outline : null
}
