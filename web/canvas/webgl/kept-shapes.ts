import { type Content, isSameContent, KeptFrame } from './kept-frame.ts'
import type { Program } from './program.ts'
import type { Projection } from './projection.ts'

/**
 * Cache of all drawn shapes without the picture, for slow cards. There, drawing tens of thousands of shapes takes most of the time. While
 * tiles arrive, only the picture below the shapes changes.
 */
export class KeptShapes {
  readonly #gl: WebGL2RenderingContext
  readonly #kept: KeptFrame

  constructor(gl: WebGL2RenderingContext, plain: Program) {
    this.#gl = gl
    this.#kept = new KeptFrame(gl, plain)
  }

  /**
   * Redraws the shapes if they or the view changed. A redraw binds another framebuffer.
   * @returns false when the card cannot hold a frame of this size
   */
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

  /** Draws the cached shapes over the current framebuffer. */
  draw(): void {
    this.#kept.lay()
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
