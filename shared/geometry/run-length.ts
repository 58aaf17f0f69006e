import type { Vertex } from './outline.ts'

/*
 * Run-length masks. A mask is stored as stretches: the covered pieces of each column (or row). A small object in an image of a hundred
 * megapixels therefore costs little memory.
 */

/** Covered stretches of each column x: `[from, to, from, to, …]` in pixel edges along y, ascending and separate. */
export type Stretches = Map<number, number[]>

const mostStretches = 200_000

/**
 * Reads COCO's compressed counts. Each character holds 6 bits: a continuation bit and 5 bits of the value. From the fourth run on, each
 * value is the difference from the run two before it. Returns null for any other text.
 * Source: maskApi.c of the COCO API, rleFrString.
 */
export function countsOfString(text: string): number[] | null {
  const counts: number[] = []
  for (let at = 0; at < text.length; ) {
    let value = 0
    let shift = 0
    for (;;) {
      const six = text.charCodeAt(at++) - 48
      if (!(six >= 0 && six < 64) || shift > 30) return null
      value |= (six & 31) << shift
      shift += 5
      if (six & 32) continue
      if (six & 16 && shift < 32) value |= -1 << shift
      break
    }
    if (counts.length > 2) value += counts[counts.length - 2] ?? 0
    counts.push(value)
  }
  return counts
}

/** Inverse of {@link countsOfString}. */
export function stringOfCounts(counts: readonly number[]): string {
  let text = ''
  for (const [index, count] of counts.entries()) {
    let value = index > 2 ? count - (counts[index - 2] ?? 0) : count
    for (let more = true; more; ) {
      const five = value & 31
      value >>= 5
      more = five & 16 ? value !== -1 : value !== 0
      text += String.fromCharCode((more ? five | 32 : five) + 48)
    }
  }
  return text
}

/**
 * Converts run lengths to stretches. The runs begin with zeros and go column by column. For runs that go row by row, `height` is the length
 * of a row. Returns null when the runs do not add up to `height` × `width`, or when there are more than 200,000 stretches.
 */
export function stretchesOfCounts(counts: readonly number[], height: number, width: number): Stretches | null {
  if (!(height > 0 && width > 0) || height * width > 0x7fffffff) return null
  const stretches: Stretches = new Map()
  let at = 0
  let held = 0
  for (const [index, count] of counts.entries()) {
    if (!Number.isInteger(count) || count < 0) return null
    const end = at + count
    if (end > height * width) return null
    if (index % 2 === 1) {
      while (at < end) {
        if (++held > mostStretches) return null
        const column = Math.floor(at / height)
        const columnEnd = Math.min(end, (column + 1) * height)
        const known = stretches.get(column)
        const [from, to] = [at - column * height, columnEnd - column * height]
        if (!known) stretches.set(column, [from, to])
        else if (known.at(-1) === from) known[known.length - 1] = to
        else known.push(from, to)
        at = columnEnd
      }
    }
    at = end
  }
  return at === height * width ? stretches : null
}

/** Inverse of {@link stretchesOfCounts}. The columns must be in ascending order. */
export function countsOfStretches(stretches: Stretches, height: number, width: number): number[] {
  const counts: number[] = []
  let at = 0
  for (const [column, pieces] of stretches) {
    for (let piece = 0; piece < pieces.length; piece += 2) {
      const from = column * height + (pieces[piece] ?? 0)
      const length = (pieces[piece + 1] ?? 0) - (pieces[piece] ?? 0)
      if (from === at && counts.length > 0) counts[counts.length - 1] = (counts.at(-1) ?? 0) + length
      else counts.push(from - at, length)
      at = from + length
    }
  }
  if (at < height * width) counts.push(height * width - at)
  return counts
}

/** Pixels whose centres lie inside the rings, clipped to the picture. By the even-odd rule, a ring inside another ring is a hole. */
export function stretchesOfRings(rings: readonly (readonly Vertex[])[], height: number, width: number): Stretches {
  const crossings = new Map<number, number[]>()
  for (const ring of rings) {
    let last = ring.at(-1)
    for (const vertex of ring) {
      if (last) addCrossings(crossings, last, vertex, width)
      last = vertex
    }
  }
  const stretches: Stretches = new Map()
  for (const column of [...crossings.keys()].sort((a, b) => a - b)) {
    const ys = (crossings.get(column) ?? []).sort((a, b) => a - b)
    const pieces: number[] = []
    for (let at = 0; at + 1 < ys.length; at += 2) {
      const from = Math.max(0, Math.ceil((ys[at] ?? 0) - 0.5))
      const to = Math.min(height, Math.ceil((ys[at + 1] ?? 0) - 0.5))
      if (to <= from) continue
      if (pieces.at(-1) === from) pieces[pieces.length - 1] = to
      else pieces.push(from, to)
    }
    if (pieces.length > 0) stretches.set(column, pieces)
  }
  return stretches
}

/** Adds the points where an edge crosses the centre lines of columns. A vertex on such a line counts only as the left end of an edge. */
function addCrossings(crossings: Map<number, number[]>, [ax, ay]: Vertex, [bx, by]: Vertex, width: number): void {
  const [left, right] = [Math.min(ax, bx), Math.max(ax, bx)]
  const first = Math.max(0, Math.ceil(left - 0.5))
  const end = Math.min(width, Math.ceil(right - 0.5))
  for (let column = first; column < end; column++) {
    const y = ay + ((column + 0.5 - ax) / (bx - ax)) * (by - ay)
    const known = crossings.get(column)
    if (known) known.push(y)
    else crossings.set(column, [y])
  }
}
