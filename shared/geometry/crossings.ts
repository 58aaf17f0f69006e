import type { Vertex } from './outline.ts'

export type Edge = readonly [Vertex, Vertex]

/** Edges of a closed ring, from each vertex to the next. */
export const edgesOf = (ring: readonly Vertex[]): Edge[] => ring.map((vertex, at) => [vertex, ring[(at + 1) % ring.length] ?? vertex])

export interface Crossing {
  /** Places of the edges in the list. */
  first: number
  second: number
  at: Vertex
}

/**
 * Pairs of edges that pass through each other, each once; edges that only touch, or lie on each other, are none. A sweep from the top:
 * for outlines of things it takes n log n, whatever n is.
 */
export function* crossingsAmong(edges: readonly Edge[]): Generator<Crossing, void, undefined> {
  const top = ([[, a], [, b]]: Edge) => Math.min(a, b)
  const bottom = ([[, a], [, b]]: Edge) => Math.max(a, b)
  const order = edges.map((_, at) => at).sort((a, b) => top(edges[a]!) - top(edges[b]!))
  let open: number[] = []
  for (const next of order) {
    const edge = edges[next]!
    open = open.filter(at => bottom(edges[at]!) >= top(edge))
    for (const other of open) {
      const at = crossingOf(edges[other]!, edge)
      if (at) yield { first: Math.min(other, next), second: Math.max(other, next), at }
    }
    open.push(next)
  }
}

/** Whether an outline crosses itself. */
export const crossesItself = (ring: readonly Vertex[]): boolean => !crossingsAmong(edgesOf(ring)).next().done

/** Positive when c lies to the right of the way from a to b, as seen on the screen. */
const side = (a: Vertex, b: Vertex, c: Vertex) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

function crossingOf([a, b]: Edge, [c, d]: Edge): Vertex | null {
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return null
  const [sideA, sideB] = [side(c, d, a), side(c, d, b)]
  if (!(sideA * sideB < 0) || !(side(a, b, c) * side(a, b, d) < 0)) return null
  const part = sideA / (sideA - sideB)
  return [a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]
}
