import type { Media } from '../../../../shared/contracts/media.ts'
import { pyramidLevels } from '../../../../shared/geometry/tile-pyramid.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { contentUrl, thumbnailUrl, tileUrl } from '../../../imagery/addresses.ts'
import { bitmapShelf } from '../../../imagery/bitmaps.ts'
import type { Pyramid } from '../../../imagery/picture-painter.ts'
import { TileStore } from '../../../imagery/tile-store.ts'
import { levelFor, tilesIn } from '../../../imagery/tiles.ts'
import { type Size, seenPart, type Viewport } from '../../../imagery/viewport.ts'
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
  readonly pyramid: Pyramid | null
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

  /** Asks for the tiles that a view needs. */
  want(viewport: Viewport, view: Size, ratio: number): void {
    if (!this.pyramid) return
    const level = levelFor(this.pyramid.levels, viewport.scale * ratio)
    const wanted = tilesIn(this.pyramid.levels, level, seenPart(viewport, view, this.image))
    this.pyramid.wanted = wanted
    this.pyramid.store.want(wanted)
  }

  status(): Pick<SceneStatus, 'picture' | 'failure' | 'failedTiles'> {
    const failedTiles = this.pyramid?.store.failedCount ?? 0
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
    if (wanted.length === 0 || !store.isSettled) return this.#state
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

  #pyramidOf({ id, width, height }: SceneImage): Pyramid {
    const { onChange, onDrop } = this.#options
    const addressOf = ({ level, column, row }: { level: number; column: number; row: number }) => tileUrl(id, level, column, row)
    return { levels: pyramidLevels(width, height), store: new TileStore({ addressOf, onChange, onDrop }), wanted: [] }
  }
}
