import { marginPx } from '../frame.ts'
import { beginsWith, type Content, isSameContent, KeptFrame } from './kept-frame.ts'
import type { Program } from './program.ts'
import type { Projection } from './projection.ts'

/** A frame is stretched to at most this many times its size, and shrunk to as little. */
const mostStretched = 2

export interface FrameToPaint {
  /** Another thing to see. */
  content: Content
  /** The same thing seen better, as when a tile has come: can wait for a slow card. */
  finish: Content
  projection: Projection
  isMoving: boolean
  /** Result of {@link FrameCache.holdsLike}, on a slow card that moves. */
  isLikeKept: boolean
  /** Draws it; `begin` says where to, and is called before anything is drawn to it. */
  draw(projection: Projection, begin: () => void): void
}

/**
 * The last frame as it was drawn, a little beyond the canvas. While nothing but the place changes it is copied: panning 50,000 shapes
 * costs what panning none does. Places are rounded to whole device pixels, as those of tiles are anyway.
 *
 * A slow card (a program that plays one) takes longer for a frame than a moving hand waits: there the last frame is moved and stretched
 * for as long as it covers the canvas and is not too coarse. Tiles and shapes that arrived meanwhile are drawn when the movement rests.
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

  /** Puts a frame on the canvas. @returns whether it is as sharp as can be; else another is wanted when the movement has ended */
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

  /** Whether what is kept will do for a frame of a movement. */
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

  /** @returns false when the card cannot hold it */
  #fill({ draw }: FrameToPaint, kept: Projection, content: Content): boolean {
    if (!this.#kept.fits(kept)) return false
    draw(kept, () => this.#kept.begin(kept, content))
    return true
  }

  #copy(to: Projection, all: Content): boolean {
    this.#kept.copy(this.#part(to), to)
    return this.#isExact(to, all)
  }

  /** The part that the canvas shows, in pixels of the kept frame from its lower left corner. */
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

/** The view after zooming out further; line widths fit the middle of the way. */
const wider = (to: Projection): Projection => ({ ...to, scale: to.scale / mostStretched, ratio: to.ratio / Math.sqrt(mostStretched) })
