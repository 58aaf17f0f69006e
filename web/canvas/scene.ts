import type { Shape } from '../../shared/contracts/shapes.ts'
import { debugLog } from '../api/debug-log.ts'
import {
  fitScale,
  fitted,
  type MediaPoint,
  panned,
  type Rectangle,
  type ScreenPoint,
  settled,
  toMedia,
  toScreen,
  type View,
  type Viewport,
  zoomedAt
} from '../imagery/viewport.ts'
import type { Corrections } from './corrections.ts'
import type { Renderer } from './frame.ts'
import type { Look } from './look.ts'
import { Motion } from './motion.ts'
import type { SceneImage } from './picture-source.ts'
import { type Picture, Pictures } from './pictures.ts'
import type { SceneStatus } from './scene-status.ts'
import { type KnownShape, pointRadiusPx, ShapeSet } from './shape-set.ts'
import { webglRenderer } from './webgl/webgl-renderer.ts'

/**
 * Painter of the overlay above picture and shapes. The context is in device pixels, `project` returns CSS pixels, and `ratio` is device
 * pixels per CSS pixel.
 * @returns whether it painted anything
 */
export type OverlayPainter = (context: CanvasRenderingContext2D, project: (point: MediaPoint) => ScreenPoint, ratio: number) => boolean

/** Time per frame for building geometry, in milliseconds: until all shapes of a new set are visible, and after that. */
const firstBuildMs = 200
const buildMs = 8
/** Pause in milliseconds after which edited shapes enter the index, if there are many of them relative to all shapes. */
const settleMs = 1_500
const isManyEdited = ({ editedCount, settled }: ShapeSet) => editedCount > 64 + settled / 64

const whenIdle = (work: (timeRemaining: number) => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(deadline => work(deadline.timeRemaining()))
  else setTimeout(() => work(buildMs), 50)
}

interface SceneOptions {
  /** Canvas of the picture and all shapes. */
  picture: HTMLCanvasElement
  /** Canvas of the same size above the picture, for the caller's painting. */
  overlay: HTMLCanvasElement
  /** Margin at the left and right of a picture that is shown whole, in CSS pixels. */
  margin?: () => number
}

/**
 * View of one picture with all its shapes. It is plain TypeScript: no React code runs while the pointer moves. Screen coordinates are CSS
 * pixels from the top-left corner of the canvases.
 */
export class Scene {
  /** Called for every frame. The overlay is then empty, or contains the frame of the renderer without WebGL. */
  onPaintOverlay: OverlayPainter | null = null
  /** Called after every frame. */
  onFrame: (() => void) | null = null
  readonly #canvas: HTMLCanvasElement
  readonly #overlay: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #margin: () => number
  readonly #listeners = new Set<() => void>()
  readonly #observer: ResizeObserver
  readonly #shapes = new ShapeSet()
  readonly #motion = new Motion()
  readonly #pictures: Pictures
  /** Renderer; null until the renderer without WebGL is loaded. */
  #renderer: Renderer | null = null
  #hasCard = false
  #view: View = { width: 1, height: 1 }
  #ratio = 1
  #corrections: Corrections | null = null
  #frame = 0
  #frameAt = 0
  #isPictureStale = true
  #isOverlayPainted = true
  #painted: { picture: Picture | null; viewport: Viewport | null } = { picture: null, viewport: null }
  #buildMs = buildMs
  #isBuildingAhead = false
  #settleTimer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #status: SceneStatus

  constructor({ picture, overlay, margin = () => 0 }: SceneOptions) {
    this.#margin = margin
    this.#canvas = picture
    this.#overlay = overlay
    this.#context = overlay.getContext('2d') as CanvasRenderingContext2D
    this.#pictures = new Pictures({ onChange: () => this.#draw(), onDrop: bitmap => this.#renderer?.forget(bitmap) })
    this.#resize() // first: a canvas on the graphics card is created again for another size
    this.#renderer = cardRenderer(picture)
    this.#hasCard = this.#renderer !== null
    this.#status = {
      picture: 'waiting',
      failure: null,
      failedTiles: 0,
      hasAllShapes: true,
      scale: 1,
      isFitted: true,
      drawnBy: this.#hasCard ? 'webgl' : 'canvas',
      undone: []
    }
    picture.addEventListener('webglcontextlost', this.#contextLost)
    picture.addEventListener('webglcontextrestored', this.#contextRestored)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(picture)
    if (!this.#hasCard) void this.#drawWithoutCard()
  }

  /** Visible part of the picture, even during a movement. */
  get viewport(): Viewport {
    return this.#motion.now
  }

  /** Visible part of the picture after any movement in progress. */
  get goal(): Viewport {
    return this.#motion.goal
  }

  /** Size of the canvases in CSS pixels. */
  get view(): View {
    return this.#view
  }

  status = (): SceneStatus => this.#status

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a picture. A different picture is shown whole, and without shapes until {@link setShapes} provides them. */
  show(image: SceneImage | null): void {
    const isOther = image?.id !== this.#pictures.image?.id
    this.#pictures.show(image)
    if (isOther) this.#shapes.set([], () => noLook)
    if (image && isOther) this.#motion.go(fitted(this.#view, image), false)
    this.#pictures.current?.source.want(this.viewport, this.#view, this.#ratio) // pixels load while the shapes are prepared
    this.#notify({ picture: 'waiting', failure: null, failedTiles: 0, ...this.#zoomStatus() })
    this.#draw()
  }

  /** Fetches the first pixels of a neighbouring picture, so that it appears immediately. */
  prepare(image: SceneImage): void {
    this.#pictures.prepare(image, this.#view, this.#ratio)
  }

  /** Retries the parts that failed to load. */
  retry(): void {
    if (!this.#hasCard && !this.#renderer?.surface) void this.#drawWithoutCard()
    this.#pictures.current?.source.retry()
    this.#draw()
  }

  /** Replaces all shapes. Unchanged objects cost next to nothing. */
  setShapes(shapes: readonly KnownShape[], lookOf: (id: string) => Look): void {
    this.#shapes.set(shapes, lookOf)
    this.#buildMs = firstBuildMs
    this.#settleLater()
    this.#draw()
  }

  /** Adds a shape, or replaces the one with the same id. */
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

  /**
   * Ids of shapes within `reachPx` CSS pixels of a point on the screen. The smallest area comes first, so that nested shapes can be
   * selected. Hidden shapes are left out.
   */
  pick(at: ScreenPoint, reachPx: number): string[] {
    const { x, y } = toMedia(this.viewport, this.#view, at)
    const { scale } = this.viewport
    return this.#shapes.pick(x, y, reachPx / scale, pointRadiusPx / scale)
  }

  /** Ids of shapes that lie wholly inside a rectangle, in pixels of the picture. Hidden shapes are left out. */
  within(part: Rectangle): string[] {
    return this.#shapes.within(part)
  }

  goTo(viewport: Viewport, smooth = true): void {
    this.#go(image => settled(viewport, this.#view, image), smooth)
  }

  fit(): void {
    this.#go(image => fitted(this.#view, image), true)
  }

  /** Zooms to one device pixel per pixel of the picture. */
  actualSize(): void {
    this.zoomAt(this.#middle(), 1 / this.#ratio / this.#motion.goal.scale)
  }

  /** Zooms about the centre. */
  zoom(factor: number): void {
    this.zoomAt(this.#middle(), factor)
  }

  /**
   * Shows the whole picture. If it is already shown whole, zooms in to one device pixel per picture pixel.
   * The scale is then at least twice that of the whole picture.
   */
  toggle(at: ScreenPoint): void {
    const { image } = this.#pictures
    if (!image) return
    const whole = fitScale(this.#view, image)
    if (this.#motion.goal.scale > whole * 1.01) this.fit()
    else this.zoomAt(at, Math.max(1 / this.#ratio, whole * 2) / this.#motion.goal.scale)
  }

  zoomAt(at: ScreenPoint, factor: number, smooth = true): void {
    this.#go(image => zoomedAt(this.#motion.goal, this.#view, image, at, factor), smooth)
  }

  /** Moves the picture by a distance on the screen: positive is right and down. */
  pan(dx: number, dy: number, smooth = false): void {
    this.#go(image => panned(this.#motion.goal, this.#view, image, dx, dy), smooth)
  }

  setCorrections(corrections: Corrections | null): void {
    this.#corrections = corrections
    this.#notify({ undone: this.#renderer?.undone(corrections) ?? [] })
    this.#draw()
  }

  /** Paints the overlay again with the next frame. Picture and shapes stay unchanged. */
  requestPaint(): void {
    this.#requestFrame()
  }

  close(): void {
    this.#isClosed = true
    this.#observer.disconnect()
    this.#canvas.removeEventListener('webglcontextlost', this.#contextLost)
    this.#canvas.removeEventListener('webglcontextrestored', this.#contextRestored)
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#settleTimer)
    this.#pictures.close()
    this.#renderer?.close()
    this.#listeners.clear()
  }

  #contextLost = (event: Event): void => {
    event.preventDefault() // otherwise the context is never restored
    this.#hasCard = false
    void this.#drawWithoutCard()
  }

  #contextRestored = (): void => {
    const renderer = cardRenderer(this.#canvas)
    this.#hasCard = renderer !== null
    if (renderer) this.#drawBy(renderer)
  }

  async #drawWithoutCard(): Promise<void> {
    try {
      const { flatRenderer } = await import('./flat-renderer.ts')
      if (!this.#hasCard && !this.#isClosed) this.#drawBy(flatRenderer())
    } catch {
      this.#notify({ picture: 'failed', failure: 'The graphics card is unavailable, and the fallback renderer could not be loaded.' })
    }
  }

  #drawBy(renderer: Renderer): void {
    this.#renderer = renderer
    this.#canvas.style.visibility = renderer.surface ? 'hidden' : '' // browsers show a canvas that lost its context as white
    this.#pictures.reload() // the tiles were only on the card
    this.#notify({ drawnBy: renderer.surface ? 'canvas' : 'webgl', undone: renderer.undone(this.#corrections) })
    this.#draw()
  }

  #settleLater(): void {
    clearTimeout(this.#settleTimer)
    this.#settleTimer = setTimeout(() => {
      if (!isManyEdited(this.#shapes)) return
      if (this.#frame) return this.#settleLater()
      this.#shapes.settle()
      this.#buildMs = Number.POSITIVE_INFINITY // visible shapes must not vanish for a moment
      this.#draw()
    }, settleMs)
  }

  #go(goal: (image: SceneImage) => Viewport, smooth: boolean): void {
    const { image } = this.#pictures
    if (!image) return
    this.#motion.go(goal(image), smooth)
    this.#notify(this.#zoomStatus())
    this.#draw()
  }

  #middle(): ScreenPoint {
    return { x: this.#view.width / 2, y: this.#view.height / 2 }
  }

  #zoomStatus(): Pick<SceneStatus, 'scale' | 'isFitted'> {
    return { scale: this.#motion.goal.scale, isFitted: this.#isFitted() }
  }

  #isFitted(): boolean {
    const { image } = this.#pictures
    return !image || this.#motion.goal.scale <= fitScale(this.#view, image) * 1.001
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas
    if (clientWidth === 0 || clientHeight === 0) return
    const ratio = window.devicePixelRatio || 1
    if (clientWidth === this.#view.width && clientHeight === this.#view.height && ratio === this.#ratio) return // the initial size is reported too
    const isFitted = this.#isFitted()
    this.#view = { width: clientWidth, height: clientHeight, margin: this.#margin() }
    this.#ratio = ratio
    for (const canvas of [this.#canvas, this.#overlay]) {
      canvas.width = Math.round(clientWidth * this.#ratio)
      canvas.height = Math.round(clientHeight * this.#ratio)
    }
    const { image } = this.#pictures
    if (!image) return
    this.#motion.go(isFitted ? fitted(this.#view, image) : settled(this.#motion.goal, this.#view, image), false)
    this.#notify(this.#zoomStatus())
    this.#isPictureStale = true
    this.#paint() // immediately, because a resized canvas is empty
  }

  #draw(): void {
    this.#isPictureStale = true
    this.#requestFrame()
  }

  #requestFrame(): void {
    if (this.#frame || this.#isClosed) return
    this.#frameAt = performance.now()
    this.#frame = requestAnimationFrame(time => this.#step(time))
  }

  #step(time: number): void {
    this.#frame = 0
    const passed = Math.min(50, Math.max(1, time - this.#frameAt))
    this.#frameAt = time
    if (!this.#motion.hasArrived) {
      this.#motion.step(passed)
      this.#isPictureStale = true
    }
    this.#paint()
    if (!this.#motion.hasArrived) this.#frame ||= requestAnimationFrame(next => this.#step(next))
  }

  #paint(): void {
    if (this.#isPictureStale) this.#paintPicture()
    const context = this.#context
    // an empty overlay is not cleared, because the browser copies and blends every canvas that was drawn on
    if (this.#isOverlayPainted) context.clearRect(0, 0, this.#overlay.width, this.#overlay.height)
    const surface = this.#renderer?.surface ?? null
    if (surface) context.drawImage(surface, 0, 0)
    const hasPainted = this.onPaintOverlay?.(context, point => toScreen(this.viewport, this.#view, point), this.#ratio) ?? false
    this.#isOverlayPainted = hasPainted || surface !== null
    this.onFrame?.()
  }

  #paintPicture(): void {
    if (!this.#renderer) return
    this.#isPictureStale = false
    const { current } = this.#pictures
    const { viewport } = this
    current?.source.want(viewport, this.#view, this.#ratio)
    const { hasAllShapes, hasAllTiles } = this.#renderer.paint({
      viewport,
      view: this.#view,
      ratio: this.#ratio,
      media: current?.image ?? this.#view,
      base: current?.source.base ?? null,
      pyramid: current?.source.pyramid ?? null,
      shapes: this.#shapes,
      corrections: this.#corrections,
      buildMs: this.#buildMs,
      isMoving: this.#painted.picture === current && this.#painted.viewport !== viewport // a change of picture is not a movement
    })
    if (hasAllShapes) this.#buildMs = buildMs
    this.#painted = { picture: current, viewport }
    const status = current?.source.status()
    if (status) this.#notify(hasAllTiles || status.picture !== 'sharp' ? status : { ...status, picture: 'coarse' })
    if (hasAllShapes !== this.#status.hasAllShapes) this.#notify({ hasAllShapes })
    if (!hasAllShapes || !hasAllTiles) this.#draw()
    else if (status?.picture === 'sharp') this.#buildAhead()
  }

  #buildAhead(): void {
    if (this.#isBuildingAhead) return
    this.#isBuildingAhead = true
    whenIdle(timeRemaining => {
      this.#isBuildingAhead = false
      if (this.#isClosed || this.#frame) return // the next frame tries again
      void import('./flat-renderer.ts').catch(() => {}) // loaded in advance, in case the WebGL context is lost while offline
      this.#shapes.index()
      if (this.#renderer?.buildAhead(this.#shapes, performance.now() + timeRemaining)) this.#buildAhead()
    })
  }

  #notify(change: Partial<SceneStatus>): void {
    const before = this.#status
    if ((Object.keys(change) as (keyof SceneStatus)[]).every(name => isAlike(change[name], before[name]))) return
    this.#status = { ...before, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const noLook: Look = { colour: [0, 0, 0], stroke: 'solid', filled: false, hidden: true }

const isAlike = (a: unknown, b: unknown) => a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())

/** WebGL renderer; null when WebGL is unavailable or the shaders do not compile. */
function cardRenderer(canvas: HTMLCanvasElement): Renderer | null {
  try {
    return webglRenderer(canvas)
  } catch (error) {
    debugLog.add('WARN', `Shapes are drawn without the graphics card: ${error instanceof Error ? error.message : error}`)
    return null
  }
}
