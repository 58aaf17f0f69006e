import type { Vertex } from './outline.ts'
import { markNeeded } from './simplify-line.ts'

/** Simplifies a ring by removing vertices. No removed vertex lies further than `tolerance`, in the unit of the vertices, from the new ring. */
export function simplifyRing(ring: readonly Vertex[], tolerance: number): Vertex[] {
  if (ring.length < 4) return [...ring]
  const needed = new Uint8Array(ring.length)
  const half = ring.length >> 1
  needed[0] = needed[half] = 1
  const stretches: [number, number][] = [
    [0, half],
    [half, ring.length]
  ]
  markNeeded(ring, stretches, tolerance, needed)
  const kept = ring.filter((_, index) => needed[index])
  return kept.length >= 3 ? kept : ring.filter((_, index) => index < 2 || index === half)
}
