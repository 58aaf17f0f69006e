import type { Program } from './program.ts'
import type { Projection } from './projection.ts'

/** Content of a frame. Its values are compared one by one. */
export type Content = readonly unknown[]

export const isSameContent = (a: Content, b: Content): boolean => a.length === b.length && beginsWith(a, b)

export function beginsWith(all: Content, first: Content): boolean {
  for (let index = 0; index < first.length; index++) if (all[index] !== first[index]) return false
  return true
}

/** Rectangle in pixels from the lower left corner. */
interface PixelRectangle {
  left: number
  bottom: number
  right: number
  top: number
}

const nowhere: Projection = { centerX: 0, centerY: 0, scale: 0, ratio: 0, width: 0, height: 0 }

/** Frame that is kept in a texture. The texture grows to the largest size requested, and frames lie in its lower left corner. */
export class KeptFrame {
  projection = nowhere
  content: Content = []
  readonly #gl: WebGL2RenderingContext
  readonly #plain: Program
  readonly #frame: WebGLFramebuffer
  readonly #largest: number
  #texture: WebGLTexture | null = null
  #size = { width: 0, height: 0 }

  constructor(gl: WebGL2RenderingContext, plain: Program) {
    this.#gl = gl
    this.#plain = plain
    this.#frame = gl.createFramebuffer()
    this.#largest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number
  }

  /** True when the card can hold a frame of this size. */
  fits({ width, height }: Projection): boolean {
    return width <= this.#largest && height <= this.#largest
  }

  /** Directs the following draws into the kept frame. */
  begin(projection: Projection, content: Content): void {
    const { width, height } = projection
    if (width > this.#size.width || height > this.#size.height) this.#grow(width, height)
    this.#gl.bindFramebuffer(this.#gl.FRAMEBUFFER, this.#frame)
    this.projection = projection
    this.content = content
  }

  /** Copies a rectangle to the whole canvas, and stretches it where the sizes differ. */
  copy(from: PixelRectangle, { width, height }: Projection): void {
    const gl = this.#gl
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.viewport(0, 0, width, height)
    if (from.right - from.left === width && from.top - from.bottom === height) this.#blit(from)
    else {
      gl.disable(gl.BLEND)
      this.#draw(from)
    }
  }

  /** Draws the whole frame over the current framebuffer, stretched to its size. */
  lay(): void {
    const { width, height } = this.projection
    this.#gl.enable(this.#gl.BLEND)
    this.#draw({ left: 0, bottom: 0, right: width, top: height })
  }

  close(): void {
    this.#gl.deleteTexture(this.#texture)
    this.#gl.deleteFramebuffer(this.#frame)
  }

  #blit({ left, bottom, right, top }: PixelRectangle): void {
    const gl = this.#gl
    // Browsers clear a shown canvas before the next draw. Chromium and WebKit do not treat a blit as a draw, and would clear the canvas later.
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#frame)
    gl.blitFramebuffer(left, bottom, right, top, 0, 0, right - left, top - bottom, gl.COLOR_BUFFER_BIT, gl.NEAREST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
  }

  /** Draws a rectangle without a blit: on software renderers, a stretching blit takes five times as long. */
  #draw({ left, bottom, right, top }: PixelRectangle): void {
    const gl = this.#gl
    const { width, height } = this.#size
    const { program, at } = this.#plain
    gl.useProgram(program)
    gl.uniform2f(at('canvas'), 1, 1)
    gl.uniform4fv(at('rectangles'), [0, 0, 1, 1, left / width, top / height, right / width, bottom / height])
    gl.uniform1i(at('tile'), 0)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
    gl.bindTexture(gl.TEXTURE_2D, null) // a texture must not be read while it is being drawn to
  }

  #grow(width: number, height: number): void {
    const gl = this.#gl
    this.#size = { width: Math.max(width, this.#size.width), height: Math.max(height, this.#size.height) }
    gl.deleteTexture(this.#texture)
    this.#texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, this.#size.width, this.#size.height)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0)
  }
}
