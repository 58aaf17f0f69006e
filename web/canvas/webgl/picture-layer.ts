import { squarePixels } from '../../imagery/picture-painter.ts'
import { parentOf, type Tile, tilePlace } from '../../imagery/tiles.ts'
import type { Rectangle, Size } from '../../imagery/viewport.ts'
import { type Corrections, inForce } from '../corrections.ts'
import type { Frame, ScenePyramid } from '../frame.ts'
import { correctedFragment, correctedVertex, hatchFragment, plainVertex } from './picture-shaders.ts'
import { linkProgram, type Program } from './program.ts'
import { onDevicePixels, type Projection } from './projection.ts'

interface Held {
  texture: WebGLTexture
  isSquare: boolean
  /** Mipmap level at which the whole picture is about 256 pixels wide. It provides the blurred surroundings for local contrast. */
  blurredLevel: number
}

/**
 * Time per frame for uploading tiles to the card, in milliseconds. It is short while the picture moves, for smoothness.
 * On a slow card, it is long while the picture is still, because another frame takes longer than many tiles.
 */
const uploadMs = { moving: 0.2, still: 6, stillSlow: 40 }
/** Rows of a tile that are uploaded in one call. With more rows, each row takes longer. */
const stripRows = 64
/**
 * Maximum number of uploaded bitmaps that wait to be closed.
 * Tiles on the card need no bitmap, and two copies of 256 tiles would take half a gigabyte.
 * Closing a bitmap takes as long as uploading it, and is therefore postponed until a pause.
 */
const mostCopied = 96
const tileUnit = 0
const surroundingsUnit = 3

/** Layer that draws the picture: first the whole picture, then sharper tiles over it. */
export class PictureLayer {
  readonly #gl: WebGL2RenderingContext
  readonly #stillMs: number
  readonly #plain: Program
  #corrected: Program | null = null
  #hatch: Program | null = null
  readonly #nothing: WebGLVertexArrayObject
  /** Position of a tile on the canvas, and the shown part of its texture. */
  readonly #rectangles = new Float32Array(8)
  readonly #held = new Map<ImageBitmap, Held>()
  readonly #copied: ImageBitmap[] = []
  #base: ImageBitmap | null = null
  #sending: { bitmap: ImageBitmap; texture: WebGLTexture; rows: number } | null = null
  /** Counter that grows when textures are added or removed. */
  version = 0
  /** Pyramid whose arrived tiles are all on the card. */
  #uploaded: { pyramid: ScenePyramid; version: number } | null = null

  constructor(gl: WebGL2RenderingContext, plain: Program, isSlow: boolean) {
    this.#gl = gl
    this.#stillMs = isSlow ? uploadMs.stillSlow : uploadMs.still
    this.#plain = plain
    this.#nothing = gl.createVertexArray()
    gl.useProgram(this.#plain.program)
    gl.uniform1i(this.#plain.at('tile'), tileUnit)
  }

  /** Uploads loaded pixels to the graphics card. @returns whether all loaded tiles are there */
  prepare({ base, pyramid, corrections, isMoving }: Frame): boolean {
    const hasTiles = pyramid === null || this.#prepareTiles(pyramid, isMoving)
    this.#base = base
    if (!this.#heldOf(base) && (!hasTiles || corrections?.localContrast || !this.#isCovered(pyramid))) this.#prepareBase()
    return hasTiles
  }

  /** Does less urgent work during a pause. Uploads the whole picture if it is not on the card yet, and frees memory. */
  tidy(): void {
    this.#prepareBase()
    for (const bitmap of this.#copied.splice(0)) bitmap.close()
  }

  /** Values that determine the result of {@link draw}, apart from its sharpness (`version`). */
  content({ base, pyramid, corrections }: Frame): unknown[] {
    return [base, pyramid, pyramid?.store.failedCount, corrections]
  }

  /** Draws each tile once, from its own texture or that of a coarser tile. With `hasMore`, the whole picture fills the rest. */
  draw({ base, pyramid, media, corrections }: Frame, tiles: readonly Tile[], hasMore: boolean, to: Projection): void {
    const gl = this.#gl
    const whole = this.#heldOf(base)
    const everywhere = { left: 0, top: 0, right: media.width, bottom: media.height }
    gl.disable(gl.BLEND)
    gl.bindVertexArray(this.#nothing)
    const program = corrections && inForce(corrections).length > 0 ? this.#useCorrected(corrections, whole) : this.#plain
    this.#use(program, to)
    gl.activeTexture(gl.TEXTURE0 + tileUnit)
    if (whole && (hasMore || tiles.length === 0)) this.#draw(program, whole, everywhere, everywhere, media, to)
    if (!pyramid) return
    for (const tile of tiles) {
      const place = tilePlace(pyramid.levels, tile, media)
      const nearest = this.#nearestHeld(pyramid, tile)
      const held = nearest?.held ?? whole
      const covers = nearest && nearest.tile !== tile ? tilePlace(pyramid.levels, nearest.tile, media) : nearest ? place : everywhere
      if (held) this.#draw(program, held, place, covers, media, to)
    }
    if (pyramid.store.failedCount > 0) this.#hatchFailed(pyramid, tiles, media, to)
  }

  forget(bitmap: ImageBitmap): void {
    if (this.#base === bitmap) this.#base = null
    const held = this.#held.get(bitmap)
    if (held) this.#gl.deleteTexture(held.texture)
    if (this.#sending?.bitmap === bitmap) this.#dropSending()
    if (this.#held.delete(bitmap)) this.version++
  }

  close(): void {
    for (const { texture } of this.#held.values()) this.#gl.deleteTexture(texture)
    this.#held.clear()
    this.#dropSending()
  }

  #prepareBase(): void {
    if (this.#base && !this.#held.has(this.#base)) this.#uploadWhole(this.#base)
  }

  #heldOf(bitmap: ImageBitmap | null): Held | null {
    return bitmap ? (this.#held.get(bitmap) ?? null) : null
  }

  /** The tile itself if it is on the card, or else the finest tile on the card that covers it. */
  #nearestHeld({ store }: ScenePyramid, wanted: Tile): { tile: Tile; held: Held } | null {
    for (let tile: Tile | null = wanted; tile; tile = parentOf(tile)) {
      const held = this.#heldOf(store.bitmap(tile))
      if (held) return { tile, held }
    }
    return null
  }

  #isCovered(pyramid: ScenePyramid | null): boolean {
    return pyramid?.wanted.every(tile => this.#heldOf(pyramid.store.bitmap(tile))) ?? false
  }

  #prepareTiles(pyramid: ScenePyramid, isMoving: boolean): boolean {
    const { wanted, ahead, store } = pyramid
    if (this.#uploaded?.pyramid === pyramid && this.#uploaded.version === store.version) return true
    const bitmaps = [...wanted, ...ahead].map(tile => store.bitmap(tile))
    const isDone = this.#uploadSome(bitmaps, performance.now() + (isMoving ? uploadMs.moving : this.#stillMs))
    if (isDone) this.#uploaded = { pyramid, version: store.version }
    return isDone
  }

  #hatchFailed({ levels, store }: ScenePyramid, tiles: readonly Tile[], media: Size, to: Projection): void {
    this.#hatch ??= linkProgram(this.#gl, plainVertex, hatchFragment)
    this.#use(this.#hatch, to)
    for (const tile of tiles.filter(tile => store.hasFailed(tile))) this.#put(this.#hatch, tilePlace(levels, tile, media), to)
  }

  /** Uploads tiles strip by strip until the time is up, but at least one strip. */
  #uploadSome(bitmaps: (ImageBitmap | null)[], until: number): boolean {
    const missing = bitmaps.filter(bitmap => bitmap !== null && !this.#held.has(bitmap)) as ImageBitmap[]
    const begun = this.#sending ? missing.indexOf(this.#sending.bitmap) : -1
    if (begun > 0) missing.unshift(...missing.splice(begun, 1))
    for (const [index, bitmap] of missing.entries()) {
      while (!this.#uploadStrip(bitmap)) if (performance.now() >= until) return false
      if (this.#copied.push(bitmap) > mostCopied) this.#copied.shift()?.close()
      if (performance.now() >= until) return index === missing.length - 1
    }
    return true
  }

  /** Uploads one strip. @returns whether it was the last of its tile */
  #uploadStrip(bitmap: ImageBitmap): boolean {
    const gl = this.#gl
    const { width, height } = bitmap
    if (this.#sending?.bitmap !== bitmap) {
      this.#dropSending()
      this.#sending = { bitmap, texture: this.#newTexture(width, height, 1), rows: 0 }
    }
    const { texture, rows } = this.#sending
    const count = Math.min(stripRows, height - rows)
    gl.activeTexture(gl.TEXTURE0 + tileUnit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, rows)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, rows, width, count, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
    this.#sending.rows += count
    if (rows + count < height) return false
    this.#sending = null
    this.#hold(bitmap, texture)
    return true
  }

  #dropSending(): void {
    if (this.#sending) this.#gl.deleteTexture(this.#sending.texture)
    this.#sending = null
  }

  #uploadWhole(bitmap: ImageBitmap): void {
    const gl = this.#gl
    const { width, height } = bitmap
    const texture = this.#newTexture(width, height, Math.floor(Math.log2(Math.max(width, height))) + 1)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, bitmap)
    gl.generateMipmap(gl.TEXTURE_2D)
    this.#hold(bitmap, texture)
  }

  #newTexture(width: number, height: number, levels: number): WebGLTexture {
    const gl = this.#gl
    const texture = gl.createTexture()
    gl.activeTexture(gl.TEXTURE0 + tileUnit)
    gl.bindTexture(gl.TEXTURE_2D, texture)
    gl.texStorage2D(gl.TEXTURE_2D, levels, gl.RGBA8, width, height)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, levels > 1 ? gl.LINEAR_MIPMAP_LINEAR : gl.LINEAR)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
    return texture
  }

  #hold(bitmap: ImageBitmap, texture: WebGLTexture): void {
    this.#held.set(bitmap, { texture, isSquare: false, blurredLevel: Math.max(0, Math.log2(bitmap.width / 256)) })
    this.version++
  }

  #use({ program, at }: Program, { width, height }: Projection): void {
    this.#gl.useProgram(program)
    this.#gl.uniform2f(at('canvas'), width, height)
  }

  /** Draws a texture. @param covers part of the picture that the texture shows */
  #draw(program: Program, held: Held, place: Rectangle, covers: Rectangle, media: Size, to: Projection): void {
    const gl = this.#gl
    gl.bindTexture(gl.TEXTURE_2D, held.texture)
    const isSquare = to.scale >= squarePixels
    if (held.isSquare !== isSquare) {
      held.isSquare = isSquare
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, isSquare ? gl.NEAREST : gl.LINEAR)
    }
    const width = covers.right - covers.left
    const height = covers.bottom - covers.top
    this.#rectangles[4] = (place.left - covers.left) / width
    this.#rectangles[5] = (place.top - covers.top) / height
    this.#rectangles[6] = (place.right - covers.left) / width
    this.#rectangles[7] = (place.bottom - covers.top) / height
    if (program === this.#corrected)
      gl.uniform4f(
        program.at('share'),
        place.left / media.width,
        place.top / media.height,
        place.right / media.width,
        place.bottom / media.height
      )
    this.#put(program, place, to)
  }

  #put({ at }: Program, place: Rectangle, to: Projection): void {
    const { left, top, right, bottom } = onDevicePixels(place, to)
    this.#rectangles[0] = left
    this.#rectangles[1] = top
    this.#rectangles[2] = right
    this.#rectangles[3] = bottom
    this.#gl.uniform4fv(at('rectangles'), this.#rectangles)
    this.#gl.drawArrays(this.#gl.TRIANGLE_STRIP, 0, 4)
  }

  #useCorrected({ exposure, contrast, gamma, whiteBalance, localContrast, stretch }: Corrections, surroundings: Held | null): Program {
    const gl = this.#gl
    this.#corrected ??= linkProgram(gl, correctedVertex, correctedFragment)
    const { program, at } = this.#corrected
    const [[redLow, redHigh], [greenLow, greenHigh], [blueLow, blueHigh]] = stretch
    gl.useProgram(program)
    gl.uniform1i(at('tile'), tileUnit)
    gl.uniform1i(at('surroundings'), surroundingsUnit)
    gl.uniform3f(at('low'), redLow, greenLow, blueLow)
    gl.uniform3f(at('high'), redHigh, greenHigh, blueHigh)
    gl.uniform3f(at('gains'), ...whiteBalance)
    gl.uniform1f(at('exposure'), 2 ** exposure)
    gl.uniform1f(at('contrast'), contrast)
    gl.uniform1f(at('gamma'), gamma)
    gl.uniform1f(at('localContrast'), surroundings ? localContrast : 0)
    gl.uniform1f(at('blurredLevel'), surroundings?.blurredLevel ?? 0)
    gl.activeTexture(gl.TEXTURE0 + surroundingsUnit)
    gl.bindTexture(gl.TEXTURE_2D, surroundings?.texture ?? null)
    return this.#corrected
  }
}
