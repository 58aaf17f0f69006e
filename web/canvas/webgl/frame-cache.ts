import { marginPx } from '../frame.ts'
import { beginsWith, type Content, isSameContent, KeptFrame } from './kept-frame.ts'
import type { Program } from './program.ts'
import type { Projection } from './projection.ts'

/** Largest factor by which a frame is stretched or shrunk. */
const mostStretched = 2

export interface FrameToPaint {
  /** Content that must be shown immediately. */
  content: Content
  /** Content that only improves the quality, such as new tiles. On a slow card, it can wait. */
  finish: Content
  projection: Projection
  isMoving: boolean
  /** Result of {@link FrameCache.holdsLike} on a slow card during a movement; false otherwise. */
  isLikeKept: boolean
  /** Draws the frame. `begin` sets the target, and is called before anything is drawn to it. */
  draw(projection: Projection, begin: () => void): void
}

/**
 * Cache of the last frame, with a margin beyond the canvas. While only the position changes, the frame is copied: panning 50,000 shapes costs no more
 * than panning none. Positions are rounded to whole device pixels, as those of tiles are anyway. A slow card (software rendering) is too slow to draw
 * every frame of a movement. Instead, the last frame is moved and stretched, as long as it covers the canvas and is not too coarse. New tiles and
 * shapes are drawn when the movement ends.
 */
export class FrameCache {
  readonly #gl: WebGL2RenderingContext
  readonly #isSlow: boolean
  readonly #kept: KeptFrame
  #last: { content: Content; scale: number } = { content: [], scale: 0 }

  constructor(gl: WebGL2RenderingContext, plain: Program, isSlow: boolean) {
    this.#gl = gl
    this.#isSlow = isSlow
    this.#kept = new KeptFrame(gl, plain)
  }

  /** Puts a frame on the canvas. @returns whether it is fully sharp; otherwise, another frame is needed after the movement */
  paint(frame: FrameToPaint): boolean {
    const { content, projection: to, isMoving } = frame
    const all = content.concat(frame.finish)
    const last = this.#last
    const isSteady = last.scale === to.scale && isSameContent(last.content, all)
    this.#last = { content: all, scale: to.scale }
    if (this.#isExact(to, all) && this.#covers(to)) return this.#copy(to, all)
    if (isMoving && this.#isSlow) {
      if (frame.isLikeKept) return this.#copy(to, all)
      const kept = to.scale === last.scale ? withMargin(to) : to.scale < last.scale ? wider(to) : to
      if (this.#fill(frame, kept, all)) return this.#copy(to, all)
    }
    if (isSteady && this.#fill(frame, this.#isSlow ? to : withMargin(to), all)) return this.#copy(to, all)
    frame.draw(to, () => this.#gl.bindFramebuffer(this.#gl.FRAMEBUFFER, null))
    return true
  }

  close(): void {
    this.#kept.close()
  }

  /** True when the kept frame can replace a frame during a movement. */
  holdsLike(to: Projection, content: Content): boolean {
    const stretch = to.scale / this.#kept.projection.scale
    const isNear = stretch <= mostStretched && stretch >= 1 / mostStretched
    return isNear && beginsWith(this.#kept.content, content) && this.#covers(to)
  }

  #isExact({ scale, ratio }: Projection, all: Content): boolean {
    const { projection, content } = this.#kept
    return projection.scale === scale && projection.ratio === ratio && isSameContent(content, all)
  }

  #covers(to: Projection): boolean {
    const { left, bottom, right, top } = this.#part(to)
    const { width, height } = this.#kept.projection
    return left >= 0 && bottom >= 0 && right <= width && top <= height
  }

  /** Draws into the kept frame. @returns false when the card cannot hold it */
  #fill({ draw }: FrameToPaint, kept: Projection, content: Content): boolean {
    if (!this.#kept.fits(kept)) return false
    draw(kept, () => this.#kept.begin(kept, content))
    return true
  }

  #copy(to: Projection, all: Content): boolean {
    this.#kept.copy(this.#part(to), to)
    return this.#isExact(to, all)
  }

  /** Part that the canvas shows, in pixels of the kept frame from its lower left corner. */
  #part(to: Projection) {
    const { centerX, centerY, scale, width, height } = this.#kept.projection
    const stretch = scale / to.scale
    const partWidth = Math.round(to.width * stretch)
    const partHeight = Math.round(to.height * stretch)
    const left = Math.round((width - to.width * stretch) / 2 + (to.centerX - centerX) * scale)
    const bottom = Math.round((height - to.height * stretch) / 2 + (centerY - to.centerY) * scale)
    return { left, bottom, right: left + partWidth, top: bottom + partHeight }
  }
}

function withMargin(to: Projection): Projection {
  const margin = Math.round(marginPx * to.ratio)
  return { ...to, width: to.width + 2 * margin, height: to.height + 2 * margin }
}

/** Projection that leaves room for zooming out further. Its line widths fit the middle of the range. */
const wider = (to: Projection): Projection => ({ ...to, scale: to.scale / mostStretched, ratio: to.ratio / Math.sqrt(mostStretched) })
