import type { Media } from '../../shared/contracts/media.ts'
import { pyramidLevels } from '../../shared/geometry/tile-pyramid.ts'
import { sentenceOf } from '../api/api-error.ts'
import { contentUrl, thumbnailUrl, tileUrl } from '../imagery/addresses.ts'
import { bitmapShelf } from '../imagery/bitmaps.ts'
import type { PictureStatus } from '../imagery/picture-status.ts'
import { TileStore } from '../imagery/tile-store.ts'
import { isInRange, isSameRange, levelFor, type TileRange, tileRange, tilesIn } from '../imagery/tiles.ts'
import { type Size, seenPart, type Viewport } from '../imagery/viewport.ts'
import { marginPx, type ScenePyramid } from './frame.ts'

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
  #state: PictureStatus['picture'] = 'waiting'
  #failure: string | null = null
  #status: PictureStatus | null = null
  #asked: { seen: TileRange | null; around: TileRange | null } = { seen: null, around: null }
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
    const part = seenPart(viewport, { width, height }, this.image)
    const partAround = seenPart(viewport, { width: width + 2 * marginPx, height: height + 2 * marginPx }, this.image)
    const [seen, around] = [tileRange(levels, level, part), tileRange(levels, level, partAround)]
    if (isSameRange(seen, this.#asked.seen) && isSameRange(around, this.#asked.around)) return
    this.#asked = { seen, around }
    this.#status = null
    this.pyramid.wanted = tilesIn(levels, level, part)
    this.pyramid.ahead = tilesIn(levels, level, partAround).filter(tile => !isInRange(tile, seen))
    store.want([...this.pyramid.wanted, ...this.pyramid.ahead])
  }

  /** The same object until something is new. */
  status(): PictureStatus {
    this.#status ??= this.#statusNow()
    return this.#status
  }

  retryTiles(): void {
    this.#status = null
    this.pyramid?.store.retryFailed()
  }

  close(): void {
    this.#isClosed = true
    this.pyramid?.store.close()
    if (this.base) this.#options.onDrop(this.base)
    this.base = null
    for (const release of this.#release.splice(0)) release()
  }

  #statusNow(): PictureStatus {
    const { pyramid } = this
    const failedTiles = pyramid?.wanted.filter(tile => pyramid.store.hasFailed(tile)).length ?? 0
    return { picture: this.#state === 'failed' ? 'failed' : this.#tiledState(failedTiles), failure: this.#failure, failedTiles }
  }

  #changed(): void {
    this.#status = null
    this.#options.onChange()
  }

  #tiledState(failedTiles: number): PictureStatus['picture'] {
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

  #show(bitmap: ImageBitmap, state: PictureStatus['picture']): void {
    if (this.#isClosed) return
    if (this.base) this.#options.onDrop(this.base)
    this.base = bitmap
    this.#state = state
    this.#changed()
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.#state = 'failed'
    this.#failure = sentenceOf(error, 'The picture could not be fetched.')
    this.#changed()
  }

  #pyramidOf({ id, width, height }: SceneImage): ScenePyramid {
    const { onDrop } = this.#options
    const onChange = () => this.#changed()
    const addressOf = ({ level, column, row }: { level: number; column: number; row: number }) => tileUrl(id, level, column, row)
    return { levels: pyramidLevels(width, height), store: new TileStore({ addressOf, onChange, onDrop }), wanted: [], ahead: [] }
  }
}
