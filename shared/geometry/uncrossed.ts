import { crossingsAmong, edgesOf } from './crossings.ts'
import type { Vertex } from './outline.ts'

/** An outline that crosses itself more often is no outline of anything. */
const mostCrossings = 200

/**
 * The same outline on a way that touches itself where it crossed itself: at each crossing the part between is walked the other way round.
 * It has the same edges, so it covers what was inside an odd number of times. Null where it crosses itself more than 200 times.
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
