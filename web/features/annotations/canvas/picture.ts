import type { Media } from '../../../../shared/contracts/media.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { contentUrl, thumbnailUrl, tileUrl } from '../../../imagery/addresses.ts'
import { bitmapShelf } from '../../../imagery/bitmaps.ts'
import { TileStore } from '../../../imagery/tile-store.ts'
import { levelFor, type Tile, tileKey, tilesIn } from '../../../imagery/tiles.ts'
import { type Size, seenPart, type Viewport } from '../../../imagery/viewport.ts'
import { marginPx, type ScenePyramid } from './frame.ts'
import type { SceneStatus } from './scene-status.ts'

export type SceneImage = Pick<Media, 'id' | 'width' | 'height' | 'tiled' | 'format' | 'state'>

const previews = bitmapShelf(10)
const wholes = bitmapShelf(3)
/** Browsers draw no TIFF: of one without tiles the large preview is all there is to see. */
const isDrawable = ({ format }: SceneImage) => format !== 'image/tiff'

interface PictureOptions {
  onChange: () => void
  /** A bitmap will not be drawn any more. */
  onDrop: (bitmap: ImageBitmap) => void
}

/** One image and what has come of it so far. */
export class Picture {
  readonly image: SceneImage
  readonly pyramid: ScenePyramid | null
  base: ImageBitmap | null = null
  #state: SceneStatus['picture'] = 'waiting'
  #failure: string | null = null
  #release: (() => void)[] = []
  #isClosed = false
  readonly #options: PictureOptions

  constructor(image: SceneImage, options: PictureOptions) {
    this.image = image
    this.#options = options
    this.pyramid = image.tiled ? this.#pyramidOf(image) : null
    this.#load()
  }

  /** Asks for the tiles that a view needs, and then for those around it. */
  want(viewport: Viewport, { width, height }: Size, ratio: number): void {
    if (!this.pyramid) return
    const { levels, store } = this.pyramid
    const level = levelFor(levels, viewport.scale * ratio)
    const around = { width: width + 2 * marginPx, height: height + 2 * marginPx }
    const wanted = tilesIn(levels, level, seenPart(viewport, { width, height }, this.image))
    const isWanted = new Set(wanted.map(tileKey))
    const ahead = tilesIn(levels, level, seenPart(viewport, around, this.image)).filter(tile => !isWanted.has(tileKey(tile)))
    if (isSame(wanted, this.pyramid.wanted) && isSame(ahead, this.pyramid.ahead)) return
    this.pyramid.wanted = wanted
    this.pyramid.ahead = ahead
    store.want([...wanted, ...ahead])
  }

  status(): Pick<SceneStatus, 'picture' | 'failure' | 'failedTiles'> {
    const { pyramid } = this
    const failedTiles = pyramid?.wanted.filter(tile => pyramid.store.hasFailed(tile)).length ?? 0
    return { picture: this.#state === 'failed' ? 'failed' : this.#tiledState(failedTiles), failure: this.#failure, failedTiles }
  }

  retryTiles(): void {
    this.pyramid?.store.retryFailed()
  }

  close(): void {
    this.#isClosed = true
    this.pyramid?.store.close()
    if (this.base) this.#options.onDrop(this.base)
    this.base = null
    for (const release of this.#release.splice(0)) release()
  }

  #tiledState(failedTiles: number): SceneStatus['picture'] {
    if (!this.pyramid) return this.#state
    const { store, wanted } = this.pyramid
    const isSettled = wanted.length > 0 && wanted.every(tile => store.bitmap(tile) || store.hasFailed(tile))
    if (!isSettled) return this.#state
    return failedTiles === wanted.length ? this.#state : 'sharp'
  }

  #load(): void {
    const { image } = this
    const preview = previews.take(thumbnailUrl(image.id, 'large'))
    this.#release.push(preview.release)
    const sharp = image.tiled || !isDrawable(image) ? null : wholes.take(contentUrl(image.id))
    if (sharp) this.#release.push(sharp.release)

    preview.bitmap.then(
      bitmap => this.#state !== 'sharp' && this.#show(bitmap, image.tiled || sharp ? 'coarse' : 'sharp'),
      error => !sharp && !image.tiled && this.#fail(error)
    )
    sharp?.bitmap.then(
      bitmap => this.#show(bitmap, 'sharp'),
      error => this.#fail(error)
    )
  }

  #show(bitmap: ImageBitmap, state: SceneStatus['picture']): void {
    if (this.#isClosed) return
    if (this.base) this.#options.onDrop(this.base)
    this.base = bitmap
    this.#state = state
    this.#options.onChange()
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.#state = 'failed'
    this.#failure = sentenceOf(error, 'The picture could not be fetched.')
    this.#options.onChange()
  }

  #pyramidOf({ id, width, height }: SceneImage): ScenePyramid {
    const { onChange, onDrop } = this.#options
    const addressOf = ({ level, column, row }: { level: number; column: number; row: number }) => tileUrl(id, level, column, row)
    return { levels: pyramidLevels(width, height), store: new TileStore({ addressOf, onChange, onDrop }), wanted: [], ahead: [] }
  }
}

const isSame = (some: readonly Tile[], others: readonly Tile[]) =>
  some.length === others.length && some.every((tile, index) => tileKey(tile) === tileKey(others[index] ?? tile))
