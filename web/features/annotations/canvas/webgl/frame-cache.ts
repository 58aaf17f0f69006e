import { marginPx } from '../frame.ts'
import type { Projection } from './projection.ts'

/** What a cached frame shows: compared one by one. */
export type Content = readonly unknown[]

const isSame = (a: Content, b: Content) => a.length === b.length && a.every((part, index) => part === b[index])

/**
 * The last frame as it was drawn, a little beyond the canvas. While nothing but the place changes it is copied: panning 50,000 shapes
 * costs what panning none does. Places are rounded to whole device pixels, as those of tiles are anyway.
 */
export class FrameCache {
  readonly #gl: WebGL2RenderingContext
  readonly #frame: WebGLFramebuffer
  readonly #largest: number
  #texture: WebGLTexture | null = null
  #kept: Projection = { centerX: 0, centerY: 0, scale: 0, ratio: 0, width: 0, height: 0 }
  #content: Content = []
  #last: { content: Content; scale: number } = { content: [], scale: 0 }

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#frame = gl.createFramebuffer()
    this.#largest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number
  }

  /** Puts a frame on the canvas: copied where it can be, else by `draw`. In a zoom, and while tiles come, every frame is drawn. */
  paint(content: Content, to: Projection, draw: (to: Projection) => void): void {
    const isSteady = this.#last.scale === to.scale && isSame(this.#last.content, content)
    this.#last = { content, scale: to.scale }
    if (this.#holds(content, to) || (isSteady && this.#fill(content, to, draw))) this.#copy(to)
    else draw(to)
  }

  close(): void {
    this.#gl.deleteTexture(this.#texture)
    this.#gl.deleteFramebuffer(this.#frame)
  }

  #holds(content: Content, to: Projection): boolean {
    const { scale, ratio, width, height } = this.#kept
    if (scale !== to.scale || ratio !== to.ratio || !isSame(this.#content, content)) return false
    const [x, y] = this.#offset(to)
    return x <= 0 && y <= 0 && x + width >= to.width && y + height >= to.height
  }

  /** @returns false when the card cannot hold it */
  #fill(content: Content, to: Projection, draw: (larger: Projection) => void): boolean {
    const gl = this.#gl
    const margin = Math.round(marginPx * to.ratio)
    const larger = { ...to, width: to.width + 2 * margin, height: to.height + 2 * margin }
    if (larger.width > this.#largest || larger.height > this.#largest) return false
    if (!this.#texture || larger.width !== this.#kept.width || larger.height !== this.#kept.height) this.#resize(larger)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    draw(larger)
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    this.#kept = larger
    this.#content = content
    return true
  }

  #copy({ width, height, ...to }: Projection): void {
    const gl = this.#gl
    const [x, y] = this.#offset({ ...to, width, height })
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#frame)
    gl.blitFramebuffer(-x, -y, width - x, height - y, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null)
    gl.viewport(0, 0, width, height)
  }

  /** Where its lower left corner lies on the canvas, in device pixels from the canvas's own, right and up. */
  #offset(to: Projection): [x: number, y: number] {
    const { centerX, centerY, scale, width, height } = this.#kept
    return [
      Math.round((to.width - width) / 2 + (centerX - to.centerX) * scale),
      Math.round((to.height - height) / 2 + (to.centerY - centerY) * scale)
    ]
  }

  #resize({ width, height }: Projection): void {
    const gl = this.#gl
    gl.deleteTexture(this.#texture)
    this.#texture = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.#texture)
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#frame)
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0)
  }
}
