import { fitted, type Size } from '../imagery/viewport.ts'
import { Picture, type SceneImage } from './picture.ts'

/** So many neighbours are kept ready. */
const mostPrepared = 4

interface PicturesOptions {
  /** Something has come of the picture that is shown. */
  onChange: () => void
  /** A bitmap will not be drawn any more. */
  onDrop: (bitmap: ImageBitmap) => void
}

/** The picture that is shown, and those that probably come next. */
export class Pictures {
  current: Picture | null = null
  readonly #prepared = new Map<string, Picture>()
  readonly #options: PicturesOptions

  constructor(options: PicturesOptions) {
    this.#options = options
  }

  get image(): SceneImage | null {
    return this.current?.image ?? null
  }

  show(image: SceneImage | null): void {
    const before = this.current
    this.current = image && (this.#takePrepared(image) ?? this.#load(image))
    before?.close()
  }

  /** Fetches what a picture shows when it is seen whole. */
  prepare(image: SceneImage, view: Size, ratio: number): void {
    if (image.state !== 'ready' || image.id === this.image?.id || this.#prepared.has(image.id)) return
    const picture = this.#load(image)
    picture.want(fitted(view, image), view, ratio)
    this.#prepared.set(image.id, picture)
    for (const [id, oldest] of this.#prepared) {
      if (this.#prepared.size <= mostPrepared) return
      oldest.close()
      this.#prepared.delete(id)
    }
  }

  /** Fetches everything anew: what had come is lost. */
  reload(): void {
    const { image } = this
    this.close()
    this.show(image)
  }

  close(): void {
    for (const picture of this.#prepared.values()) picture.close()
    this.#prepared.clear()
    this.show(null)
  }

  #load(image: SceneImage): Picture {
    const { onChange, onDrop } = this.#options
    const picture: Picture = new Picture(image, { onChange: () => this.current === picture && onChange(), onDrop })
    return picture
  }

  /** One that was prepared before it was processed has nothing to show. */
  #takePrepared(image: SceneImage): Picture | null {
    const prepared = this.#prepared.get(image.id) ?? null
    this.#prepared.delete(image.id)
    if (prepared?.image.tiled === image.tiled) return prepared
    prepared?.close()
    return null
  }
}
