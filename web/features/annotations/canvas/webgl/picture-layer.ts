import { squarePixels, standIns } from '../../../../imagery/picture-painter.ts'
import { type Tile, tilePlace } from '../../../../imagery/tiles.ts'
import type { Rectangle, Size } from '../../../../imagery/viewport.ts'
import { type Corrections, inForce } from '../corrections.ts'
import type { Frame } from '../frame.ts'
import { correctedFragment, hatchFragment, pictureVertex, plainFragment } from './picture-shaders.ts'
import { linkProgram, type Program } from './program.ts'
import { onDevicePixels, type Projection } from './projection.ts'

interface Held {
  texture: WebGLTexture
  isSquare: boolean
  /** The level of detail at which the whole picture is some 256 pixels wide: its surroundings, for local contrast. */
  blurredLevel: number
}

/** Tiles are sent to the card for so long of a frame, in milliseconds: while the picture moves, smoothness comes first. */
const uploadMs = { moving: 0.3, still: 6 }
/** Rows of a tile that are sent to the card at once: the more at once, the longer each of them takes. */
const stripRows = 128
const tileUnit = 0
const surroundingsUnit = 3

/** Draws a picture: whole, and over it the tiles that are sharper. */
export class PictureLayer {
  readonly #gl: WebGL2RenderingContext
  readonly #plain: Program
  readonly #corrected: Program
  readonly #hatch: Program
  readonly #nothing: WebGLVertexArrayObject
  readonly #held = new Map<ImageBitmap, Held>()
  #sending: { bitmap: ImageBitmap; texture: WebGLTexture; rows: number } | null = null
  #version = 0

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#plain = linkProgram(gl, pictureVertex, plainFragment)
    this.#corrected = linkProgram(gl, pictureVertex, correctedFragment)
    this.#hatch = linkProgram(gl, pictureVertex, hatchFragment)
    this.#nothing = gl.createVertexArray()
    for (const { program, at } of [this.#plain, this.#corrected]) {
      gl.useProgram(program)
      gl.uniform1i(at('tile'), tileUnit)
      gl.uniform1i(at('surroundings'), surroundingsUnit)
    }
  }

  /** Sends what has come to the card. @returns whether it has everything that has come */
  prepare({ base, pyramid, isMoving }: Frame): boolean {
    if (base && !this.#held.has(base)) this.#uploadWhole(base)
    if (!pyramid) return true
    const bitmaps = [...pyramid.wanted, ...pyramid.ahead].map(tile => pyramid.store.bitmap(tile))
    return this.#uploadSome(bitmaps, performance.now() + (isMoving ? uploadMs.moving : uploadMs.still))
  }

  /** What {@link draw} draws: other values when it would look different. */
  content({ base, pyramid, corrections }: Frame): unknown[] {
    return [base, pyramid, pyramid?.store.failedCount, corrections, this.#version]
  }

  /** @param tiles those to draw, the middle first */
  draw({ base, pyramid, media, corrections }: Frame, tiles: readonly Tile[], to: Projection): void {
    const gl = this.#gl
    const isCorrected = inForce(corrections).length > 0
    const program = isCorrected ? this.#corrected : this.#plain
    gl.disable(gl.BLEND)
    gl.bindVertexArray(this.#nothing)
    this.#use(program, to)
    const whole = this.#heldOf(base)
    if (corrections && isCorrected) this.#setCorrections(corrections, whole)
    const isHere = (tile: Tile) => this.#heldOf(pyramid?.store.bitmap(tile) ?? null) !== null
    const isCovered = tiles.length > 0 && tiles.every(isHere)
    if (whole && !isCovered) this.#draw(program, whole, { left: 0, top: 0, right: media.width, bottom: media.height }, media, to)
    if (!pyramid) return

    const place = (tile: Tile) => tilePlace(pyramid.levels, tile, media)
    for (const tile of isCovered ? tiles : [...standIns({ store: pyramid.store, wanted: tiles }, isHere), ...tiles]) {
      const held = this.#heldOf(pyramid.store.bitmap(tile))
      if (held) this.#draw(program, held, place(tile), media, to)
    }
    const failed = tiles.filter(tile => pyramid.store.hasFailed(tile))
    if (failed.length > 0) this.#use(this.#hatch, to)
    for (const tile of failed) this.#put(this.#hatch, place(tile), media, to)
  }

  forget(bitmap: ImageBitmap): void {
    const held = this.#held.get(bitmap)
    if (held) this.#gl.deleteTexture(held.texture)
    if (this.#sending?.bitmap === bitmap) this.#dropSending()
    if (this.#held.delete(bitmap)) this.#version++
  }

  close(): void {
    for (const { texture } of this.#held.values()) this.#gl.deleteTexture(texture)
    this.#held.clear()
    this.#dropSending()
  }

  #heldOf(bitmap: ImageBitmap | null): Held | null {
    return bitmap ? (this.#held.get(bitmap) ?? null) : null
  }

  /**
   * Sends tiles strip by strip until the time is over; one strip in any case. Their bitmaps are closed when the card has them: two
   * copies of 256 tiles would be half a gigabyte.
   */
  #uploadSome(bitmaps: (ImageBitmap | null)[], until: number): boolean {
    const missing = bitmaps.filter(bitmap => bitmap !== null && !this.#held.has(bitmap)) as ImageBitmap[]
    const begun = this.#sending ? missing.indexOf(this.#sending.bitmap) : -1
    if (begun > 0) missing.unshift(...missing.splice(begun, 1))
    for (const [index, bitmap] of missing.entries()) {
      while (!this.#uploadStrip(bitmap)) if (performance.now() >= until) return false
      bitmap.close()
      if (performance.now() >= until) return index === missing.length - 1
    }
    return true
  }

  /** @returns whether this was the last strip of the tile */
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
    this.#version++
  }

  #use({ program, at }: Program, { width, height }: Projection): void {
    this.#gl.useProgram(program)
    this.#gl.uniform2f(at('canvas'), width, height)
  }

  #draw(program: Program, held: Held, place: Rectangle, media: Size, to: Projection): void {
    const gl = this.#gl
    gl.activeTexture(gl.TEXTURE0 + tileUnit)
    gl.bindTexture(gl.TEXTURE_2D, held.texture)
    const isSquare = to.scale >= squarePixels
    if (held.isSquare !== isSquare) {
      held.isSquare = isSquare
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, isSquare ? gl.NEAREST : gl.LINEAR)
    }
    this.#put(program, place, media, to)
  }

  #put({ at }: Program, place: Rectangle, media: Size, to: Projection): void {
    const { left, top, right, bottom } = onDevicePixels(place, to)
    const gl = this.#gl
    gl.uniform4f(at('place'), left, top, right, bottom)
    const share = at('share')
    if (share)
      gl.uniform4f(share, place.left / media.width, place.top / media.height, place.right / media.width, place.bottom / media.height)
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
  }

  #setCorrections({ exposure, contrast, gamma, whiteBalance, localContrast, stretch }: Corrections, surroundings: Held | null): void {
    const gl = this.#gl
    const { at } = this.#corrected
    const [[redLow, redHigh], [greenLow, greenHigh], [blueLow, blueHigh]] = stretch
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
  }
}
