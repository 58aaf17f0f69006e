import type { Vertex } from '../../shared/geometry/outline.ts'

/** One line as `x, y, x, y, …`, filled again and again: an array for every vertex is what takes longest of making tens of thousands ready. */
export class Vertices {
  data = new Float64Array(128)
  count = 0

  /** Holds this line and nothing else. */
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

  /** Puts a vertex in the place of an earlier one. */
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
