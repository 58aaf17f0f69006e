import type { Vertices } from '../vertices.ts'

const fewestSegments = 8
const mostSegments = 256
/** Tolerance at the finest level of detail, in pixels of the picture. It is a quarter of a CSS pixel at 400 % zoom. */
const finestTolerance = 1 / 16

/** Share of the tolerance that applies to curves, because corners are more visible in a curve than in a straight line. */
export const curveShare = 0.2

/** Number of segments that approximate a circle, with the middle of each chord within the tolerance. */
export function segmentsOf(radius: number, tolerance: number): number {
  const stray = Math.min(tolerance || finestTolerance, radius)
  const enough = Math.ceil(Math.PI / Math.acos(1 - stray / radius))
  return Math.min(Math.max(enough, fewestSegments), mostSegments)
}

let keep = new Uint8Array(256)
const open: number[] = []

/** Simplifies a ring like {@link simplifyLine}. A ring that would have fewer than three vertices stays unchanged. */
export function simplifyRing(ring: Vertices, tolerance: number): void {
  const { count } = ring
  if (tolerance === 0 || count < 3) return
  ring.push(ring.data[0]!, ring.data[1]!)
  const isStillRing = choose(ring, tolerance) > 3
  ring.count = count
  if (isStillRing) leaveOut(ring)
}

/**
 * Removes vertices from a line. Every removed vertex lies within the tolerance of the new line.
 * Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
 */
export function simplifyLine(line: Vertices, tolerance: number): void {
  if (tolerance === 0 || line.count < 3) return
  choose(line, tolerance)
  leaveOut(line)
}

/** Marks the vertices to keep. @returns their number */
function choose(line: Vertices, tolerance: number): number {
  const { count } = line
  if (count > keep.length) keep = new Uint8Array(count * 2)
  keep.fill(0, 0, count)
  keep[0] = keep[count - 1] = 1
  let kept = 2
  open.push(0, count - 1)
  while (open.length > 0) {
    const end = open.pop()!
    const start = open.pop()!
    const at = farthestFrom(line.data, start, end, tolerance)
    if (at < 0) continue
    keep[at] = 1
    kept++
    open.push(start, at, at, end)
  }
  return kept
}

function leaveOut(line: Vertices): void {
  let kept = 0
  for (let index = 0; index < line.count; index++) if (keep[index]) line.move(index, kept++)
  line.count = kept
}

function farthestFrom(data: Float64Array, start: number, end: number, tolerance: number): number {
  const ax = data[start * 2]!
  const ay = data[start * 2 + 1]!
  const dx = data[end * 2]! - ax
  const dy = data[end * 2 + 1]! - ay
  const square = dx * dx + dy * dy
  let farthest = tolerance * tolerance
  let found = -1
  for (let index = start + 1; index < end; index++) {
    const x = data[index * 2]! - ax
    const y = data[index * 2 + 1]! - ay
    const share = square === 0 ? 0 : Math.min(Math.max((x * dx + y * dy) / square, 0), 1)
    const [awayX, awayY] = [x - share * dx, y - share * dy]
    const distance = awayX * awayX + awayY * awayY
    if (distance > farthest) {
      farthest = distance
      found = index
    }
  }
  return found
}
