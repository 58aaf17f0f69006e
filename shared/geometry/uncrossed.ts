import { crossingsAmong, edgesOf } from './crossings.ts'
import type { Vertex } from './outline.ts'

/** Maximum number of crossings. An outline with more does not outline an object. */
const mostCrossings = 200

/**
 * Equivalent outline that touches itself instead of crossing itself. At each crossing, the section between the two passes is reversed. The
 * edges stay the same, so the outline covers the regions that were enclosed an odd number of times. Null with more than 200 crossings.
 * @throws Tangled
 */
export function uncrossed(ring: readonly Vertex[]): Vertex[] | null {
  let way = [...ring]
  for (let times = 0; times <= mostCrossings; times++) {
    const { value: crossing } = crossingsAmong(edgesOf(way)).next()
    if (!crossing) return way
    const { first, second, at } = crossing
    const between = way.slice(first + 1, second + 1).reverse()
    way = [...way.slice(0, first + 1), at, ...between, at, ...way.slice(second + 1)]
  }
  return null
}
