import { contentUrl } from '../../imagery/addresses.ts'
import { bitmapShelf } from '../../imagery/bitmaps.ts'
import type { PictureStatus } from '../../imagery/picture-status.ts'
import type { PictureSource, SceneImage, SourceOptions } from '../picture-source.ts'
import { WholePicture } from './whole-picture.ts'

/** Cache of the pictures that are one file. */
export const stills = bitmapShelf(3)
/** True when browsers can draw the file. They cannot draw TIFF: without tiles, only the large preview of such a file is shown. */
const isDrawable = ({ format }: SceneImage) => format !== 'image/tiff'

/** Source of a picture that is one file: a preview first, then the file itself. */
export class StillSource implements PictureSource {
  readonly pyramid = null
  readonly #image: SceneImage
  readonly #options: SourceOptions
  #whole: WholePicture
  #status: PictureStatus | null = null

  constructor(image: SceneImage, { onChange, onDrop }: SourceOptions) {
    this.#image = image
    this.#options = {
      onDrop,
      onChange: () => {
        this.#status = null
        onChange()
      }
    }
    this.#whole = this.#load()
  }

  get base(): ImageBitmap | null {
    return this.#whole.bitmap
  }

  want(): void {}

  status(): PictureStatus {
    this.#status ??= { picture: this.#whole.picture, failure: this.#whole.failure, failedTiles: 0 }
    return this.#status
  }

  retry(): void {
    if (this.#whole.picture !== 'failed') return
    this.#whole.close()
    this.#whole = this.#load()
    this.#options.onChange()
  }

  close(): void {
    this.#whole.close()
  }

  #load(): WholePicture {
    const image = this.#image
    const whole = new WholePicture(this.#options)
    const hasContent = isDrawable(image)
    whole.loadPreview(image.id, { as: hasContent ? 'coarse' : 'sharp', isNeeded: !hasContent })
    if (hasContent) whole.load({ shelf: stills, address: contentUrl(image.id), as: 'sharp', isNeeded: true })
    return whole
  }
}
