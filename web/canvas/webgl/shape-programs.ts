import type { Program } from './program.ts'
import type { Projection } from './projection.ts'
import { fillFragment, fillVertex, lineFragment, lineVertex, markFragment, markVertex } from './shape-shaders.ts'
import type { Uploaded } from './uploaded.ts'

export const texelUnit = 1
export const lookUnit = 2

export const shapeSources = {
  fill: [fillVertex, fillFragment],
  line: [lineVertex, lineFragment],
  mark: [markVertex, markFragment]
} as const

/** Three programs that draw geometry: fills first, then lines, then marks on top. */
export class ShapePrograms {
  readonly #gl: WebGL2RenderingContext
  readonly #programs: Record<keyof typeof shapeSources, Program>

  constructor(gl: WebGL2RenderingContext, programs: Record<keyof typeof shapeSources, Program>) {
    this.#gl = gl
    this.#programs = programs
    for (const { program, at } of [programs.fill, programs.line, programs.mark]) {
      gl.useProgram(program)
      gl.uniform1i(at('texels'), texelUnit)
      gl.uniform1i(at('looks'), lookUnit)
    }
  }

  /** Draws parts of the geometry. @param runs parts to draw, as `from, to, from, to, …` */
  draw(geometry: Uploaded, runs: readonly number[], to: Projection): void {
    const gl = this.#gl
    const { fill, line, mark } = this.#programs
    gl.activeTexture(gl.TEXTURE0 + texelUnit)
    gl.bindTexture(gl.TEXTURE_2D, geometry.lines)
    if (geometry.fills) {
      this.#use(fill, to)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, geometry.fills)
      each(runs, geometry.fillStarts, (from, count) => gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, from * 4))
    }
    this.#use(line, to)
    each(runs, geometry.lineStarts, (from, count) => gl.drawArrays(gl.TRIANGLE_STRIP, from * 2, count * 2))
    this.#use(mark, to)
    gl.bindTexture(gl.TEXTURE_2D, geometry.marks)
    each(runs, geometry.markStarts, (from, count) => gl.drawArrays(gl.TRIANGLES, from * 3, count * 3))
  }

  #use({ program, at }: Program, { centerX, centerY, scale, ratio, width, height }: Projection): void {
    this.#gl.useProgram(program)
    this.#gl.uniform4f(at('view'), centerX, centerY, scale, ratio)
    this.#gl.uniform2f(at('halfCanvas'), width / 2, height / 2)
  }
}

function each(runs: readonly number[], starts: Uint32Array, draw: (from: number, count: number) => void): void {
  for (let at = 0; at < runs.length; at += 2) {
    const from = starts[runs[at] ?? 0] ?? 0
    const count = (starts[runs[at + 1] ?? 0] ?? 0) - from
    if (count > 0) draw(from, count)
  }
}
