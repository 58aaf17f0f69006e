import earcut from 'earcut'
import type { Vertices } from './vertices.ts'

/** Growing array of vertex indices, three for each triangle. */
export class Triangles {
  data = new Uint32Array(1024)
  count = 0

  push(a: number, b: number, c: number): void {
    if (this.count + 3 > this.data.length) {
      const larger = new Uint32Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.count] = a
    this.data[this.count + 1] = b
    this.data[this.count + 2] = c
    this.count += 3
  }
}

/** Triangulates a convex ring. @param from index of the first vertex; the others follow */
export function cutConvex(ring: Vertices, from: number, into: Triangles): void {
  for (let next = 2; next < ring.count; next++) into.push(from, from + next - 1, from + next)
}

/** Triangulates any ring, like {@link cutConvex}. */
export function cut(ring: Vertices, from: number, into: Triangles): void {
  const corners = earcut(ring.data.subarray(0, ring.count * 2))
  for (let at = 0; at < corners.length; at += 3) into.push(from + corners[at]!, from + corners[at + 1]!, from + corners[at + 2]!)
}

/** Rings of one area: the outer ring first, then its holes. */
export class HollowArea {
  readonly #flat: number[] = []
  readonly #holes: number[] = []
  readonly #numbers: number[] = []

  add(ring: Vertices, from: number): void {
    if (this.#numbers.length > 0) this.#holes.push(this.#numbers.length)
    for (let index = 0; index < ring.count; index++) {
      this.#flat.push(ring.data[index * 2]!, ring.data[index * 2 + 1]!)
      this.#numbers.push(from + index)
    }
  }

  cut(into: Triangles): void {
    const corners = earcut(this.#flat, this.#holes).map(corner => this.#numbers[corner]!)
    for (let at = 0; at < corners.length; at += 3) into.push(corners[at]!, corners[at + 1]!, corners[at + 2]!)
  }
}
