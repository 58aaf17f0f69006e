import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { contentUrl, thumbnailUrl, tileUrl } from '../../../imagery/addresses.ts'
import { bitmapShelf } from '../../../imagery/bitmaps.ts'
import { type Pyramid, paintPicture } from '../../../imagery/picture-painter.ts'
import { TileStore } from '../../../imagery/tile-store.ts'
import { levelFor, tilesIn } from '../../../imagery/tiles.ts'
import {
  alike,
  between,
  fitScale,
  fitted,
  panned,
  type ScreenPoint,
  type Size,
  seenPart,
  settled,
  type Viewport,
  zoomedAt
} from '../../../imagery/viewport.ts'
import type { MediaCard } from '../queries.ts'
import { nothingShown, type StageStatus, tiledStatus } from './stage-status.ts'

/** Neighbours too, so that the next picture is there when it is asked for. */
const previews = bitmapShelf(10)
const wholes = bitmapShelf(3)
/** Browsers draw no TIFF: of one without tiles the large preview is all there is to see. */
const isDrawable = (card: MediaCard) => card.format !== 'image/tiff'

/** Time in which a movement is two thirds done. */
const easeMs = 70
const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** One canvas that shows one picture at a time. Plain TypeScript: nothing of React runs while the pointer moves. */
export class Stage {
  readonly #canvas: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #listeners = new Set<() => void>()
  readonly #observer: ResizeObserver
  #view: Size = { width: 1, height: 1 }
  #card: MediaCard | null = null
  #now: Viewport = { centerX: 0, centerY: 0, scale: 1 }
  #goal: Viewport = this.#now
  #base: ImageBitmap | null = null
  #pyramid: Pyramid | null = null
  #release: (() => void)[] = []
  #frame = 0
  #frameAt = 0
  #status = nothingShown

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    this.#context = canvas.getContext('2d')!
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(canvas)
    this.#resize()
  }

  status = (): StageStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  show(card: MediaCard): void {
    this.#letGo()
    this.#card = card
    this.#now = this.#goal = fitted(this.#view, card)
    this.#tell({ ...nothingShown, scale: this.#now.scale })
    this.#load(card)
    this.#draw()
  }

  /** Fetches the first picture of a neighbour. */
  prepare(card: MediaCard): void {
    if (card.state === 'ready') previews.prepare(thumbnailUrl(card.id, 'large'))
  }

  close(): void {
    this.#letGo()
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#listeners.clear()
  }

  /** Loads again what has failed. */
  retry(): void {
    if (this.#status.picture === 'failed' && this.#card) this.show(this.#card)
    else this.#pyramid?.store.retryFailed()
    this.#draw()
  }

  zoomAt(at: ScreenPoint, factor: number, smooth = true): void {
    if (this.#card) this.#go(zoomedAt(this.#goal, this.#view, this.#card, at, factor), smooth)
  }

  /** About the middle. */
  zoom(factor: number): void {
    this.zoomAt({ x: this.#view.width / 2, y: this.#view.height / 2 }, factor)
  }

  pan(dx: number, dy: number, smooth = true): void {
    if (this.#card) this.#go(panned(this.#goal, this.#view, this.#card, dx, dy), smooth)
  }

  fit(): void {
    if (this.#card) this.#go(fitted(this.#view, this.#card), true)
  }

  /** One pixel of the picture on one device pixel. */
  actualSize(at: ScreenPoint = { x: this.#view.width / 2, y: this.#view.height / 2 }): void {
    this.zoomAt(at, 1 / this.#ratio / this.#goal.scale)
  }

  /** Between the whole picture and its own pixels. */
  toggle(at: ScreenPoint): void {
    if (!this.#card) return
    const whole = fitScale(this.#view, this.#card)
    if (this.#goal.scale > whole * 1.01) this.fit()
    else this.zoomAt(at, Math.max(1 / this.#ratio, whole * 2) / this.#goal.scale)
  }

  get #ratio(): number {
    return window.devicePixelRatio || 1
  }

  #load(card: MediaCard): void {
    const isCurrent = () => this.#card === card
    const preview = previews.take(thumbnailUrl(card.id, 'large'))
    this.#release.push(preview.release)
    const sharp = card.tiled || !isDrawable(card) ? null : wholes.take(contentUrl(card.id))
    if (sharp) this.#release.push(sharp.release)
    if (card.tiled) this.#pyramid = this.#pyramidOf(card)

    preview.bitmap.then(
      bitmap => {
        if (!isCurrent() || this.#status.picture === 'sharp') return
        this.#base = bitmap
        this.#tell({ picture: card.tiled || sharp ? 'coarse' : 'sharp' })
        this.#draw()
      },
      error => {
        if (isCurrent() && !sharp && !card.tiled) this.#fail(error)
      }
    )
    sharp?.bitmap.then(
      bitmap => {
        if (!isCurrent()) return
        this.#base = bitmap
        this.#tell({ picture: 'sharp' })
        this.#draw()
      },
      error => {
        if (isCurrent()) this.#fail(error)
      }
    )
  }

  #pyramidOf(card: MediaCard): Pyramid {
    const store = new TileStore({
      addressOf: ({ level, column, row }) => tileUrl(card.id, level, column, row),
      onChange: () => this.#draw()
    })
    return { levels: pyramidLevels(card.width, card.height), store, wanted: [] }
  }

  #fail(error: unknown): void {
    this.#tell({ picture: 'failed', failure: sentenceOf(error, 'The picture could not be fetched.') })
  }

  #letGo(): void {
    this.#card = null
    this.#base = null
    this.#pyramid?.store.close()
    this.#pyramid = null
    for (const release of this.#release.splice(0)) release()
  }

  #go(goal: Viewport, smooth: boolean): void {
    this.#goal = goal
    if (!smooth || still) this.#now = goal
    this.#draw()
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas
    if (clientWidth === 0 || clientHeight === 0) return
    const wasFitted = this.#card !== null && this.#isFitted()
    this.#view = { width: clientWidth, height: clientHeight }
    this.#canvas.width = Math.round(clientWidth * this.#ratio)
    this.#canvas.height = Math.round(clientHeight * this.#ratio)
    if (!this.#card) return
    this.#now = this.#goal = wasFitted ? fitted(this.#view, this.#card) : settled(this.#goal, this.#view, this.#card)
    this.#paint()
  }

  #isFitted(): boolean {
    return this.#card === null || this.#goal.scale <= fitScale(this.#view, this.#card) * 1.001
  }

  #draw(): void {
    if (this.#frame) return
    this.#frameAt = performance.now()
    this.#frame = requestAnimationFrame(time => this.#step(time))
  }

  #step(time: number): void {
    this.#frame = 0
    const passed = Math.min(50, Math.max(1, time - this.#frameAt))
    this.#frameAt = time
    const arrived = alike(this.#now, this.#goal)
    this.#now = arrived ? this.#goal : between(this.#now, this.#goal, 1 - Math.exp(-passed / easeMs))
    this.#paint()
    if (!arrived) this.#frame = requestAnimationFrame(next => this.#step(next))
  }

  #paint(): void {
    const card = this.#card
    if (!card) {
      this.#context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
      return
    }
    const pyramid = this.#pyramid
    if (pyramid) {
      const level = levelFor(pyramid.levels, this.#goal.scale * this.#ratio)
      pyramid.wanted = tilesIn(pyramid.levels, level, seenPart(this.#now, this.#view, card))
      pyramid.store.want(pyramid.wanted)
    }
    paintPicture(this.#context, { viewport: this.#now, view: this.#view, ratio: this.#ratio, media: card, base: this.#base, pyramid })
    this.#tell({ scale: this.#goal.scale, isFitted: this.#isFitted(), ...(pyramid && tiledStatus(pyramid, this.#status)) })
  }

  #tell(change: Partial<StageStatus>): void {
    const next = { ...this.#status, ...change }
    const same = (Object.keys(next) as (keyof StageStatus)[]).every(name => next[name] === this.#status[name])
    if (same) return
    this.#status = next
    for (const listener of this.#listeners) listener()
  }
}
