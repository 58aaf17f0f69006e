import type { Vertex } from './outline.ts'

export type Edge = readonly [Vertex, Vertex]

/** Edges of a closed ring, from each vertex to the next. */
export const edgesOf = (ring: readonly Vertex[]): Edge[] => ring.map((vertex, at) => [vertex, ring[(at + 1) % ring.length] ?? vertex])

export interface Crossing {
  /** Indices of the two edges in the list. */
  first: number
  second: number
  at: Vertex
}

/** Maximum number of edge pairs to check. Outlines of real objects have far fewer pairs, because few of their edges are at the same height. */
const mostChecks = 2_000_000
const mostCrossings = 10_000

/** Error for a ring that is too complex to search for crossings in reasonable time. No person draws such a ring around an object. */
export class Tangled extends RangeError {
  constructor() {
    super('The outline is too tangled: it has too many corners at one height, or crosses itself too often')
  }
}

/**
 * Yields each pair of crossing edges once, found with a sweep line from the top. Edges that only touch or overlap are excluded.
 * @throws Tangled beyond 2,000,000 candidate pairs, or 10,000 crossings
 */
export function* crossingsAmong(edges: readonly Edge[]): Generator<Crossing, void, undefined> {
  let [checks, found] = [0, 0]
  const top = ([[, a], [, b]]: Edge) => Math.min(a, b)
  const bottom = ([[, a], [, b]]: Edge) => Math.max(a, b)
  const order = edges.map((_, at) => at).sort((a, b) => top(edges[a]!) - top(edges[b]!))
  let open: number[] = []
  for (const next of order) {
    const edge = edges[next]!
    open = open.filter(at => bottom(edges[at]!) >= top(edge))
    checks += open.length
    if (checks > mostChecks) throw new Tangled()
    for (const other of open) {
      const at = crossingOf(edges[other]!, edge)
      if (!at) continue
      found += 1
      if (found > mostCrossings) throw new Tangled()
      yield { first: Math.min(other, next), second: Math.max(other, next), at }
    }
    open.push(next)
  }
}

/** Whether an outline crosses itself, or is too tangled to check. */
export function crossesItself(ring: readonly Vertex[]): boolean {
  try {
    return !crossingsAmong(edgesOf(ring)).next().done
  } catch (error) {
    if (error instanceof Tangled) return true
    throw error
  }
}

/** Side of the line from a to b on which c lies. Positive: to the right, as seen on the screen. */
const side = (a: Vertex, b: Vertex, c: Vertex) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function crossingOf([a, b]: Edge, [c, d]: Edge): Vertex | null {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return null
  const [sideA, sideB] = [side(c, d, a), side(c, d, b)]
  if (!(sideA * sideB < 0) || !(side(a, b, c) * side(a, b, d) < 0)) return null
  const part = sideA / (sideA - sideB)
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
}
