import { sentenceOf } from '../../api/api-error.ts'
import { thumbnailUrl } from '../../imagery/addresses.ts'
import { bitmapShelf } from '../../imagery/bitmaps.ts'
import type { PictureStatus } from '../../imagery/picture-status.ts'
import type { SourceOptions } from '../picture-source.ts'

const previews = bitmapShelf(10)

interface Load {
  shelf: ReturnType<typeof bitmapShelf>
  address: string
  /** Sharpness of the picture once this bitmap is shown. */
  as: 'coarse' | 'sharp'
  /** True when the whole picture fails if this bitmap does. */
  isNeeded: boolean
}

/** Bitmap of a whole picture. A sharper one replaces it. */
export class WholePicture {
  bitmap: ImageBitmap | null = null
  picture: PictureStatus['picture'] = 'waiting'
  failure: string | null = null
  readonly #options: SourceOptions
  readonly #releases: (() => void)[] = []
  #isClosed = false

  constructor(options: SourceOptions) {
    this.#options = options
  }

  loadPreview(mediaId: string, { as, isNeeded }: Pick<Load, 'as' | 'isNeeded'>): void {
    this.load({ shelf: previews, address: thumbnailUrl(mediaId, 'large'), as, isNeeded })
  }

  load({ shelf, address, as, isNeeded }: Load): void {
    const { bitmap, release } = shelf.take(address)
    this.#releases.push(release)
    bitmap.then(
      bitmap => this.#show(bitmap, as),
      error => isNeeded && this.#fail(error)
    )
  }

  close(): void {
    this.#isClosed = true
    if (this.bitmap) this.#options.onDrop(this.bitmap)
    this.bitmap = null
    for (const release of this.#releases.splice(0)) release()
  }

  #show(bitmap: ImageBitmap, as: 'coarse' | 'sharp'): void {
    if (this.#isClosed || (this.picture === 'sharp' && as === 'coarse')) return
    if (this.bitmap) this.#options.onDrop(this.bitmap)
    this.bitmap = bitmap
    this.picture = as
    this.#options.onChange()
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.picture = 'failed'
    this.failure = sentenceOf(error, 'The image could not be loaded.')
    this.#options.onChange()
  }
}
