import type { Vertex } from '../../../../shared/geometry/outline.ts'

/*
 * Lines as texels, from which the vertex shader makes triangle strips: two vertices for every texel, left and right of the line.
 *
 * A texel is (x, y, slot, along). `along` is the length of the way from the line's start, in pixels of the picture, for dashes.
 * Before and after the vertices of a line stands one texel that is not drawn: its x, y is the neighbour that the joint at the end needs
 * (the ring's other side, or the line carried on), and its `along` says which end it is.
 */
export const beforeRing = -1
export const afterRing = -2
export const beforeLine = -3
export const afterLine = -4

/** Vertices nearer than this to the one before, in pixels of the picture, have no direction that 32 bits could hold. */
const nearest = 1 / 64

/** Texels that grow as they are written. */
export class Texels {
  data: Float32Array
  count = 0

  constructor(capacity = 1024) {
    this.data = new Float32Array(capacity * 4)
  }

  push(x: number, y: number, z: number, w: number): void {
    const at = this.count * 4
    if (at === this.data.length) {
      const larger = new Float32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[at] = x
    this.data[at + 1] = y
    this.data[at + 2] = z
    this.data[at + 3] = w
    this.count++
  }
}

/**
 * Writes one line.
 * @returns the texel of each vertex that was written, in order; none when all vertices lie on one place
 */
export function writeStrip(texels: Texels, line: readonly Vertex[], slot: number, isRing: boolean): { from: number; vertices: Vertex[] } {
  const vertices = apart(line, isRing)
  const isClosed = isRing && vertices.length > 2
  const [first, second] = vertices
  const last = vertices.at(-1)
  const lastButOne = vertices.at(-2)
  if (!first || !second || !last || !lastButOne) return { from: texels.count, vertices: [] }

  const before = isClosed ? last : beyond(second, first)
  texels.push(before[0], before[1], slot, isClosed ? beforeRing : beforeLine)
  const from = texels.count
  let along = 0
  let [lastX, lastY] = first
  for (const [x, y] of isClosed ? [...vertices, first] : vertices) {
    along += Math.hypot(x - lastX, y - lastY)
    texels.push(x, y, slot, along)
    lastX = x
    lastY = y
  }
  const after = isClosed ? second : beyond(lastButOne, last)
  texels.push(after[0], after[1], slot, isClosed ? afterRing : afterLine)
  return { from, vertices }
}

/** As far again in the same direction. */
const beyond = ([ax, ay]: Vertex, [bx, by]: Vertex): Vertex => [2 * bx - ax, 2 * by - ay]

function apart(line: readonly Vertex[], isClosed: boolean): Vertex[] {
  const kept: Vertex[] = []
  for (const vertex of line) {
    const last = kept.at(-1)
    if (!last || isApart(last, vertex)) kept.push(vertex)
  }
  const [first] = kept
  while (isClosed && first && kept.length > 1 && !isApart(first, kept.at(-1) as Vertex)) kept.pop()
  return kept
}

const isApart = ([ax, ay]: Vertex, [bx, by]: Vertex) => Math.abs(ax - bx) > nearest || Math.abs(ay - by) > nearest
