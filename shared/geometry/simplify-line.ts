import type { Vertex } from './outline.ts'

/**
 * Marks the vertices that a simplified line keeps. No other vertex lies further than `tolerance` from the marked line. Each stretch is given
 * by the indices of its two ends, which are already marked. An index past the end of the line wraps to its beginning, as in a ring. Source:
 * Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
 */
export function markNeeded(line: readonly Vertex[], stretches: [number, number][], tolerance: number, needed: Uint8Array): void {
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [start, end] = stretch
    const [ax, ay] = line[start] as Vertex
    const [bx, by] = line[end % line.length] as Vertex
    const square = (bx - ax) ** 2 + (by - ay) ** 2
    let [farthest, at] = [tolerance, -1]
    for (let index = start + 1; index < end; index++) {
      const [x, y] = line[index] as Vertex
      // distance from the edge itself, because a path that doubles back can reach past the ends of the edge
      const share = square === 0 ? 0 : Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1)
      const distance = Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
      if (distance > farthest) [farthest, at] = [distance, index]
    }
    if (at < 0) continue
    needed[at] = 1
    stretches.push([start, at], [at, end])
  }
}

/**
 * Simplifies a line by removing vertices between its ends. No removed vertex lies further than `tolerance` from the new line. The tolerance
 * is in the unit of the vertices.
 */
export function simplifyLine<V extends Vertex>(line: readonly V[], tolerance: number): V[] {
  if (line.length < 3) return [...line]
  const needed = new Uint8Array(line.length)
  needed[0] = needed[line.length - 1] = 1
  markNeeded(line, [[0, line.length - 1]], tolerance, needed)
  return line.filter((_, index) => needed[index])
}
