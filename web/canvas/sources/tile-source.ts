import { pyramidLevels } from '../../../shared/geometry/tile-pyramid.ts'
import { tileUrl } from '../../imagery/addresses.ts'
import type { PictureStatus } from '../../imagery/picture-status.ts'
import { TileStore } from '../../imagery/tile-store.ts'
import { isInRange, isSameRange, levelFor, type Tile, type TileRange, tileRange, tilesIn } from '../../imagery/tiles.ts'
import { type Size, seenPart, type Viewport } from '../../imagery/viewport.ts'
import { marginPx, type ScenePyramid } from '../frame.ts'
import type { PictureSource, SceneImage, SourceOptions } from '../picture-source.ts'
import { WholePicture } from './whole-picture.ts'

/** Source of a tiled picture: a preview of the whole first, then the tiles in view. */
export class TileSource implements PictureSource {
  readonly pyramid: ScenePyramid
  readonly #image: SceneImage
  readonly #whole: WholePicture
  #status: PictureStatus | null = null
  #requested: { seen: TileRange | null; around: TileRange | null } = { seen: null, around: null }

  constructor(image: SceneImage, { onChange, onDrop }: SourceOptions) {
    const { id, width, height } = image
    const changed = () => {
      this.#status = null
      onChange()
    }
    const addressOf = ({ level, column, row }: Tile) => tileUrl(id, level, column, row)
    const store = new TileStore({ addressOf, onChange: changed, onDrop })
    this.#image = image
    this.pyramid = { levels: pyramidLevels(width, height), store, wanted: [], ahead: [] }
    this.#whole = new WholePicture({ onChange: changed, onDrop })
    this.#whole.loadPreview(id, { as: 'coarse', isNeeded: false })
  }

  get base(): ImageBitmap | null {
    return this.#whole.bitmap
  }

  want(viewport: Viewport, { width, height }: Size, ratio: number): void {
    const { levels, store } = this.pyramid
    const level = levelFor(levels, viewport.scale * ratio)
    const part = seenPart(viewport, { width, height }, this.#image)
    const partAround = seenPart(viewport, { width: width + 2 * marginPx, height: height + 2 * marginPx }, this.#image)
    const [seen, around] = [tileRange(levels, level, part), tileRange(levels, level, partAround)]
    if (isSameRange(seen, this.#requested.seen) && isSameRange(around, this.#requested.around)) return
    this.#requested = { seen, around }
    this.#status = null
    this.pyramid.wanted = tilesIn(levels, level, part)
    this.pyramid.ahead = tilesIn(levels, level, partAround).filter(tile => !isInRange(tile, seen))
    store.want([...this.pyramid.wanted, ...this.pyramid.ahead])
  }

  status(): PictureStatus {
    this.#status ??= this.#statusNow()
    return this.#status
  }

  retry(): void {
    this.#status = null
    this.pyramid.store.retryFailed()
  }

  close(): void {
    this.pyramid.store.close()
    this.#whole.close()
  }

  #statusNow(): PictureStatus {
    const { store, wanted } = this.pyramid
    const failedTiles = wanted.filter(tile => store.hasFailed(tile)).length
    const isSettled = wanted.length > 0 && wanted.every(tile => store.bitmap(tile) || store.hasFailed(tile))
    const isSharp = isSettled && failedTiles < wanted.length
    return { picture: isSharp ? 'sharp' : this.#whole.picture, failure: null, failedTiles }
  }
}
