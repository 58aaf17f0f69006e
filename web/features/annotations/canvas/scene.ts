import type { Shape } from '../../../../shared/contracts/shapes.ts'
import {
  alike,
  between,
  fitScale,
  fitted,
  type MediaPoint,
  panned,
  type Rectangle,
  type ScreenPoint,
  type Size,
  settled,
  toMedia,
  toScreen,
  type Viewport,
  zoomedAt
} from '../../../imagery/viewport.ts'
import type { Corrections } from './corrections.ts'
import { flatRenderer } from './flat-renderer.ts'
import type { Renderer } from './frame.ts'
import type { Look } from './look.ts'
import { Picture, type SceneImage } from './picture.ts'
import type { SceneStatus } from './scene-status.ts'
import { type KnownShape, pointRadiusPx, ShapeSet } from './shape-set.ts'
import { webglRenderer } from './webgl/webgl-renderer.ts'

export type { SceneImage } from './picture.ts'

/** Paints above picture and shapes. The context is in device pixels, `project` gives CSS pixels, `ratio` is device pixels per CSS pixel. */
export type OverlayPainter = (context: CanvasRenderingContext2D, project: (point: MediaPoint) => ScreenPoint, ratio: number) => void

/** Time in which a movement is two thirds done. */
const easeMs = 70
/** So many neighbours are kept ready. */
const mostPrepared = 4
/** New shapes may take this long of their first frame, and of those after it. */
const firstBuildMs = 40
const buildMs = 8
/** Edited shapes are taken into the index after so long a pause, when they are more than a few for the size of the document. */
const settleMs = 1_500
const isManyEdited = ({ editedCount, settled }: ShapeSet) => editedCount > 64 + settled / 64

const still = typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
const whenIdle = (work: (timeRemaining: number) => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(deadline => work(deadline.timeRemaining()))
  else setTimeout(() => work(buildMs), 50)
}

interface SceneOptions {
  /** Shows the picture and all shapes. */
  picture: HTMLCanvasElement
  /** Lies above it, of the same size: what the caller paints. */
  overlay: HTMLCanvasElement
}

/**
 * One picture at a time with all its shapes. Plain TypeScript: nothing of React runs while the pointer moves.
 * Places on the screen are CSS pixels from the top left corner of the canvases.
 */
export class Scene {
  /** Called with every frame, after the overlay has been cleared. */
  onPaintOverlay: OverlayPainter | null = null
  readonly #canvas: HTMLCanvasElement
  readonly #overlay: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #listeners = new Set<() => void>()
  readonly #observer: ResizeObserver
  readonly #shapes = new ShapeSet()
  readonly #prepared = new Map<string, Picture>()
  #renderer: Renderer
  #picture: Picture | null = null
  #view: Size = { width: 1, height: 1 }
  #ratio = 1
  #now: Viewport = { centerX: 0, centerY: 0, scale: 1 }
  #goal: Viewport = this.#now
  #corrections: Corrections | null = null
  #frame = 0
  #frameAt = 0
  #isPictureStale = true
  #buildMs = buildMs
  #isBuildingAhead = false
  #settleTimer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #status: SceneStatus

  constructor({ picture, overlay }: SceneOptions) {
    this.#canvas = picture
    this.#overlay = overlay
    this.#context = overlay.getContext('2d') as CanvasRenderingContext2D
    this.#renderer = bestRenderer(picture)
    this.#status = {
      picture: 'waiting',
      failure: null,
      failedTiles: 0,
      hasAllShapes: true,
      scale: 1,
      isFitted: true,
      restedAt: this.#now,
      drawnBy: this.#renderer.surface ? 'canvas' : 'webgl',
      undone: []
    }
    picture.addEventListener('webglcontextlost', this.#contextLost)
    picture.addEventListener('webglcontextrestored', this.#contextRestored)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(picture)
    this.#resize()
  }

  /** What part of the picture is seen now, in the middle of a movement too. */
  get viewport(): Viewport {
    return this.#now
  }

  /** Size of the canvases in CSS pixels. */
  get view(): Size {
    return this.#view
  }

  status = (): SceneStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a picture whole. Another picture than before has no shapes until {@link setShapes} gives them. */
  show(image: SceneImage | null): void {
    const before = this.#picture
    if (image?.id !== before?.image.id) this.#shapes.set([], () => hiddenLook)
    this.#picture = image && this.#takePicture(image)
    before?.close()
    if (image && before?.image.id !== image.id) this.#now = this.#goal = fitted(this.#view, image)
    this.#tell({ failure: null, failedTiles: 0, picture: 'waiting', ...this.#viewStatus(), restedAt: this.#goal })
    this.#draw()
  }

  /** Fetches what a neighbour shows first, so that it appears at once. */
  prepare(image: SceneImage): void {
    if (image.state !== 'ready' || image.id === this.#picture?.image.id || this.#prepared.has(image.id)) return
    const picture = this.#newPicture(image)
    picture.want(fitted(this.#view, image), this.#view, this.#ratio)
    this.#prepared.set(image.id, picture)
    for (const [id, oldest] of this.#prepared) {
      if (this.#prepared.size <= mostPrepared) return
      oldest.close()
      this.#prepared.delete(id)
    }
  }

  /** Loads again what has failed. */
  retry(): void {
    if (this.#picture?.status().picture === 'failed') this.#reload()
    else this.#picture?.retryTiles()
    this.#draw()
  }

  /** Shows these shapes and no others. Later ones lie above earlier ones. */
  setShapes(shapes: Iterable<KnownShape>, lookOf: (id: string) => Look): void {
    this.#shapes.set(shapes, lookOf)
    this.#buildMs = firstBuildMs
    this.#draw()
  }

  /** Adds a shape, or replaces the one of the same id. */
  put(shape: KnownShape, look: Look): void {
    this.#shapes.put(shape, look)
    this.#settleLater()
    this.#draw()
  }

  remove(id: string): void {
    this.#shapes.remove(id)
    this.#draw()
  }

  setLooks(ids: Iterable<string>, lookOf: (id: string) => Look): void {
    this.#shapes.setLooks(ids, lookOf)
    this.#draw()
  }

  shapeOf(id: string): Shape | null {
    return this.#shapes.shapeOf(id)
  }

  /** Shapes within `reachPx` CSS pixels of a place: the smallest area first, so that nested ones can be reached. Hidden ones are not found. */
  pick(at: ScreenPoint, reachPx: number): string[] {
    const { x, y } = toMedia(this.#now, this.#view, at)
    return this.#shapes.pick(x, y, reachPx / this.#now.scale, pointRadiusPx / this.#now.scale)
  }

  /** Shapes that lie wholly in a part of the picture, in its pixels. Hidden ones are not found. */
  within(part: Rectangle): string[] {
    return this.#shapes.within(part)
  }

  goTo(viewport: Viewport, smooth = true): void {
    if (this.#picture) this.#go(settled(viewport, this.#view, this.#picture.image), smooth)
  }

  fit(): void {
    if (this.#picture) this.#go(fitted(this.#view, this.#picture.image), true)
  }

  /** One pixel of the picture on one device pixel. */
  actualSize(at: ScreenPoint = { x: this.#view.width / 2, y: this.#view.height / 2 }): void {
    this.zoomAt(at, 1 / this.#ratio / this.#goal.scale)
  }

  zoomAt(at: ScreenPoint, factor: number, smooth = true): void {
    if (this.#picture) this.#go(zoomedAt(this.#goal, this.#view, this.#picture.image, at, factor), smooth)
  }

  /** Moves the picture by a distance on the screen: positive is right and down. */
  pan(dx: number, dy: number, smooth = false): void {
    if (this.#picture) this.#go(panned(this.#goal, this.#view, this.#picture.image, dx, dy), smooth)
  }

  setCorrections(corrections: Corrections | null): void {
    this.#corrections = corrections
    this.#tell({ undone: this.#renderer.undone(corrections) })
    this.#draw()
  }

  /** Paints the overlay again with the next frame; picture and shapes stay as they are. */
  requestPaint(): void {
    this.#ask()
  }

  close(): void {
    this.#isClosed = true
    this.#observer.disconnect()
    this.#canvas.removeEventListener('webglcontextlost', this.#contextLost)
    this.#canvas.removeEventListener('webglcontextrestored', this.#contextRestored)
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#settleTimer)
    this.#forgetPictures()
    this.#renderer.close()
    this.#listeners.clear()
  }

  #newPicture(image: SceneImage): Picture {
    return new Picture(image, {
      onChange: () => image.id === this.#picture?.image.id && this.#draw(),
      onDrop: bitmap => this.#renderer.forget(bitmap)
    })
  }

  #takePicture(image: SceneImage): Picture {
    const prepared = this.#prepared.get(image.id)
    this.#prepared.delete(image.id)
    return prepared ?? this.#newPicture(image)
  }

  #forgetPictures(): void {
    for (const picture of this.#prepared.values()) picture.close()
    this.#prepared.clear()
    this.#picture?.close()
    this.#picture = null
  }

  #reload(): void {
    const image = this.#picture?.image
    this.#forgetPictures()
    if (image) this.#picture = this.#newPicture(image)
  }

  #contextLost = (event: Event): void => {
    event.preventDefault() // otherwise it is never restored
    this.#drawBy(flatRenderer())
  }

  #contextRestored = (): void => {
    this.#drawBy(bestRenderer(this.#canvas))
  }

  #drawBy(renderer: Renderer): void {
    this.#renderer = renderer
    this.#reload() // the tiles were on the card only
    this.#tell({ drawnBy: renderer.surface ? 'canvas' : 'webgl', undone: renderer.undone(this.#corrections) })
    this.#draw()
  }

  #settleLater(): void {
    clearTimeout(this.#settleTimer)
    this.#settleTimer = setTimeout(() => {
      if (!isManyEdited(this.#shapes)) return
      if (this.#frame) return this.#settleLater()
      this.#shapes.settle()
      this.#buildMs = Number.POSITIVE_INFINITY // what is seen may not vanish for a moment
      this.#draw()
    }, settleMs)
  }

  #go(goal: Viewport, smooth: boolean): void {
    this.#goal = goal
    if (!smooth || still) this.#now = goal
    this.#tell(this.#viewStatus())
    this.#draw()
  }

  #viewStatus(): Pick<SceneStatus, 'scale' | 'isFitted'> {
    const image = this.#picture?.image
    return { scale: this.#goal.scale, isFitted: !image || this.#goal.scale <= fitScale(this.#view, image) * 1.001 }
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas
    if (clientWidth === 0 || clientHeight === 0) return
    const { isFitted } = this.#viewStatus()
    this.#view = { width: clientWidth, height: clientHeight }
    this.#ratio = window.devicePixelRatio || 1
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = Math.round(clientWidth * this.#ratio)
      canvas.height = Math.round(clientHeight * this.#ratio)
    }
    const image = this.#picture?.image
    if (!image) return
    this.#now = this.#goal = isFitted ? fitted(this.#view, image) : settled(this.#goal, this.#view, image)
    this.#isPictureStale = true
    this.#paint() // not with the next frame: a resized canvas is empty
  }

  #draw(): void {
    this.#isPictureStale = true
    this.#ask()
  }

  #ask(): void {
    if (this.#frame || this.#isClosed) return
    this.#frameAt = performance.now()
    this.#frame = requestAnimationFrame(time => this.#step(time))
  }

  #step(time: number): void {
    this.#frame = 0
    const passed = Math.min(50, Math.max(1, time - this.#frameAt))
    this.#frameAt = time
    const arrived = alike(this.#now, this.#goal)
    const next = arrived ? this.#goal : between(this.#now, this.#goal, 1 - Math.exp(-passed / easeMs))
    if (next !== this.#now) this.#isPictureStale = true
    this.#now = next
    this.#paint()
    if (!arrived) this.#frame ||= requestAnimationFrame(after => this.#step(after))
    else if (this.#status.restedAt !== this.#goal) this.#tell({ restedAt: this.#goal })
  }

  #paint(): void {
    if (this.#isPictureStale) this.#paintPicture()
    const context = this.#context
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#overlay.width, this.#overlay.height)
    if (this.#renderer.surface) context.drawImage(this.#renderer.surface, 0, 0)
    this.onPaintOverlay?.(context, point => toScreen(this.#now, this.#view, point), this.#ratio)
  }

  #paintPicture(): void {
    const picture = this.#picture
    this.#isPictureStale = false
    picture?.want(this.#now, this.#view, this.#ratio)
    const { centerX, centerY, scale } = this.#now
    const [halfWidth, halfHeight] = [this.#view.width / 2 / scale, this.#view.height / 2 / scale]
    const { hasAllShapes, hasAllTiles } = this.#renderer.paint({
      viewport: this.#now,
      view: this.#view,
      ratio: this.#ratio,
      media: picture?.image ?? this.#view,
      base: picture?.base ?? null,
      pyramid: picture?.pyramid ?? null,
      part: { left: centerX - halfWidth, top: centerY - halfHeight, right: centerX + halfWidth, bottom: centerY + halfHeight },
      shapes: this.#shapes,
      corrections: this.#corrections,
      buildMs: this.#buildMs
    })
    this.#buildMs = buildMs
    this.#tell({ ...picture?.status(), hasAllShapes })
    if (hasAllShapes && hasAllTiles) this.#buildAhead()
    else this.#draw()
  }

  #buildAhead(): void {
    if (this.#isBuildingAhead) return
    this.#isBuildingAhead = true
    whenIdle(timeRemaining => {
      this.#isBuildingAhead = false
      if (this.#isClosed || this.#frame) return // the next frame asks again
      if (this.#renderer.buildAhead(this.#shapes, performance.now() + Math.min(timeRemaining, buildMs))) this.#buildAhead()
    })
  }

  #tell(change: Partial<SceneStatus>): void {
    const next = { ...this.#status, ...change }
    const isSame = (Object.keys(next) as (keyof SceneStatus)[]).every(name => isAlike(next[name], this.#status[name]))
    if (isSame) return
    this.#status = next
    for (const listener of this.#listeners) listener()
  }
}

const hiddenLook: Look = { colour: [0, 0, 0], stroke: 'solid', filled: false, hidden: true }

const isAlike = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())

/** The graphics card where there is one that takes our shaders. */
function bestRenderer(canvas: HTMLCanvasElement): Renderer {
  try {
    return webglRenderer(canvas) ?? flatRenderer()
  } catch {
    return flatRenderer()
  }
}
