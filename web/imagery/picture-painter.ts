import type { PyramidLevel } from '../../shared/geometry/tile-pyramid.ts'
import type { TileStore } from './tile-store.ts'
import { parentOf, type Tile, tileKey, tilePlace } from './tiles.ts'
import { type MediaPoint, type Rectangle, type Size, toScreen, type Viewport } from './viewport.ts'

export interface Pyramid {
  levels: PyramidLevel[]
  store: TileStore
  /** Visible tiles of the level that fits the zoom. */
  wanted: Tile[]
}

/** Part of a picture that is shown in one frame. */
export interface PictureView {
  viewport: Viewport
  /** Size of the canvas in CSS pixels. */
  view: Size
  /** Device pixels per CSS pixel. */
  ratio: number
  media: Size
  /** Whole picture, coarse or fine; null until the first bitmap arrives. */
  base: ImageBitmap | null
  pyramid: Pyramid | null
}

/** Minimum size in device pixels of a pixel that is drawn as a sharp square, so that pixels can be counted. */
export const squarePixels = 3

/** Draws one frame: the whole picture first, then sharper tiles over it. */
export function paintPicture(context: CanvasRenderingContext2D, seen: PictureView): void {
  const { viewport, view, ratio, media, base, pyramid } = seen
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  context.imageSmoothingEnabled = viewport.scale * ratio < squarePixels
  context.imageSmoothingQuality = 'high'
  const draw = (bitmap: ImageBitmap, place: Rectangle) => {
    const { x, y, width, height } = devicePixels(place, viewport, view, ratio)
    if (width > 0 && height > 0) context.drawImage(bitmap, x, y, width, height)
  }
  if (base) draw(base, { left: 0, top: 0, right: media.width, bottom: media.height })
  if (!pyramid) return
  for (const tile of standIns(pyramid)) draw(pyramid.store.bitmap(tile)!, tilePlace(pyramid.levels, tile, media))
  for (const tile of pyramid.wanted) {
    const bitmap = pyramid.store.bitmap(tile)
    const place = tilePlace(pyramid.levels, tile, media)
    if (bitmap) draw(bitmap, place)
    else if (pyramid.store.hasFailed(tile)) hatch(context, devicePixels(place, viewport, view, ratio), ratio)
  }
}

/** Coarser tiles that are drawn until the wanted ones arrive, the coarsest first. */
function standIns({ store, wanted }: Pyramid): Tile[] {
  const isHere = (tile: Tile) => store.bitmap(tile) !== null
  const found = new Map<number, Tile>()
  for (const tile of wanted) {
    if (isHere(tile)) continue
    for (let parent = parentOf(tile); parent; parent = parentOf(parent)) {
      if (!isHere(parent)) continue
      found.set(tileKey(parent), parent)
      break
    }
  }
  return [...found.values()].sort((a, b) => a.level - b.level)
}

/** Rectangle with edges on whole device pixels, so that neighbouring tiles meet without a seam. */
export function devicePixels({ left, top, right, bottom }: Rectangle, viewport: Viewport, view: Size, ratio: number) {
  const from = toScreen(viewport, view, { x: left, y: top } as MediaPoint)
  const to = toScreen(viewport, view, { x: right, y: bottom } as MediaPoint)
  const x = Math.round(from.x * ratio)
  const y = Math.round(from.y * ratio)
  return { x, y, width: Math.round(to.x * ratio) - x, height: Math.round(to.y * ratio) - y }
}

/** Hatches a tile that could not be fetched, so that the blurred preview is not mistaken for the picture. */
function hatch(context: CanvasRenderingContext2D, { x, y, width, height }: ReturnType<typeof devicePixels>, ratio: number): void {
  context.save()
  context.beginPath()
  context.rect(x, y, width, height)
  context.clip()
  context.fillStyle = 'oklch(18% 0.02 232 / 0.55)'
  context.fillRect(x, y, width, height)
  context.strokeStyle = 'oklch(80% 0.02 212 / 0.5)'
  context.lineWidth = ratio
  context.beginPath()
  for (let start = x - height; start < x + width; start += 12 * ratio) {
    context.moveTo(start, y + height)
    context.lineTo(start + height, y)
  }
  context.stroke()
  context.restore()
}
