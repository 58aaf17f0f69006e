import { type Content, isSameContent, KeptFrame } from './kept-frame.ts'
import { linkProgram, type Program } from './program.ts'
import type { Projection } from './projection.ts'

const keptUnit = 4

const wholeCanvas = `
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0); }
`
const sameTexel = `
uniform sampler2D kept;
out vec4 painted;
void main() { painted = texelFetch(kept, ivec2(gl_FragCoord.xy), 0); }
`

/**
 * All shapes as they were drawn last, without the picture: on a slow card tens of thousands take longer than all else, and while tiles
 * come only the picture below them is another.
 */
export class KeptShapes {
  readonly #gl: WebGL2RenderingContext
  readonly #kept: KeptFrame
  readonly #program: Program
  readonly #nothing: WebGLVertexArrayObject

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#kept = new KeptFrame(gl)
    this.#nothing = gl.createVertexArray()
    this.#program = linkProgram(gl, wholeCanvas, sameTexel)
    gl.useProgram(this.#program.program)
    gl.uniform1i(this.#program.at('kept'), keptUnit)
  }

  /** Draws them anew if they are others, or seen elsewhere. Binds another frame than before. @returns false when the card cannot hold them */
  prepare(content: Content, to: Projection, draw: (to: Projection) => void): boolean {
    if (!this.#kept.fits(to)) return false
    if (isSameContent(this.#kept.content, content) && isSamePlace(this.#kept.projection, to)) return true
    const gl = this.#gl
    this.#kept.begin(to, content)
    gl.viewport(0, 0, to.width, to.height)
    gl.clear(gl.COLOR_BUFFER_BIT)
    draw(to)
    return true
  }

  draw(): void {
    const gl = this.#gl
    gl.enable(gl.BLEND)
    gl.bindVertexArray(this.#nothing)
    gl.useProgram(this.#program.program)
    gl.activeTexture(gl.TEXTURE0 + keptUnit)
    gl.bindTexture(gl.TEXTURE_2D, this.#kept.texture)
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
    gl.bindTexture(gl.TEXTURE_2D, null) // it may not be read while it is drawn to
  }

  close(): void {
    this.#kept.close()
  }
}

const isSamePlace = (a: Projection, b: Projection) =>
  a.centerX === b.centerX &&
  a.centerY === b.centerY &&
  a.scale === b.scale &&
  a.ratio === b.ratio &&
  a.width === b.width &&
  a.height === b.height
