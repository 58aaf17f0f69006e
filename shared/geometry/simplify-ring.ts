import type { Vertex } from './outline.ts'

/**
 * Ring with fewer vertices. No removed vertex lies further than `tolerance` pixels from the new line.
 * Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
 */
export function simplifyRing(ring: readonly Vertex[], tolerance: number): Vertex[] {
  if (ring.length < 4) return [...ring]
  const keep = new Uint8Array(ring.length)
  const half = ring.length >> 1
  keep[0] = keep[half] = 1
  const open: [number, number][] = [
    [0, half],
    [half, ring.length]
  ]
  for (let span = open.pop(); span; span = open.pop()) {
    const [start, end] = span
    const [ax, ay] = ring[start] as Vertex
    const [bx, by] = ring[end % ring.length] as Vertex
    const square = (bx - ax) ** 2 + (by - ay) ** 2
    let [farthest, at] = [tolerance, -1]
    for (let index = start + 1; index < end; index++) {
      const [x, y] = ring[index] as Vertex
      // distance from the edge itself, because a path that doubles back can reach past the ends of the edge
      const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1)
      const distance = Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
      if (distance > farthest) [farthest, at] = [distance, index]
    }
    if (at < 0) continue
    keep[at] = 1
    open.push([start, at], [at, end])
  }
  const kept = ring.filter((_, index) => keep[index])
  return kept.length >= 3 ? kept : ring.filter((_, index) => index < 2 || index === half)
}
