import type { Vertex } from '../../shared/geometry/outline.ts'

/** Reusable buffer of one line as `x, y, x, y, …`. With an array per vertex, allocation would take most of the time for many shapes. */
export class Vertices {
  data = new Float64Array(128)
  count = 0

  /** Replaces the content with a line. */
  take(line: readonly Vertex[]): void {
    this.#reserve(line.length)
    const { data } = this
    for (let index = 0; index < line.length; index++) {
      const vertex = line[index]!
      data[index * 2] = vertex[0]
      data[index * 2 + 1] = vertex[1]
    }
    this.count = line.length
  }

  push(x: number, y: number): void {
    this.#reserve(this.count + 1)
    this.data[this.count * 2] = x
    this.data[this.count * 2 + 1] = y
    this.count++
  }

  /** Copies a vertex to the index of an earlier one. */
  move(from: number, to: number): void {
    this.data[to * 2] = this.data[from * 2]!
    this.data[to * 2 + 1] = this.data[from * 2 + 1]!
  }

  #reserve(count: number): void {
    if (count * 2 <= this.data.length) return
    const larger = new Float64Array(2 ** Math.ceil(Math.log2(count * 2)))
    larger.set(this.data)
    this.data = larger
  }
}
