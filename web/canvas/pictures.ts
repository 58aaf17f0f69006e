import { fitted, type Size } from '../imagery/viewport.ts'
import type { PictureSource, SceneImage, SourceOptions } from './picture-source.ts'
import { StillSource } from './sources/still-source.ts'
import { TileSource } from './sources/tile-source.ts'

/** Maximum number of neighbouring pictures that are kept ready. */
const mostPrepared = 4

/** Image with its pixels. */
export interface Picture {
  image: SceneImage
  source: PictureSource
}

/** The current picture, and prepared neighbours that are likely to be shown next. */
export class Pictures {
  current: Picture | null = null
  readonly #prepared = new Map<string, Picture>()
  readonly #options: SourceOptions

  /** @param options `onChange` is called for the current picture only */
  constructor(options: SourceOptions) {
    this.#options = options
  }

  get image(): SceneImage | null {
    return this.current?.image ?? null
  }

  show(image: SceneImage | null): void {
    const before = this.current
    this.current = image && (this.#takePrepared(image) ?? this.#load(image))
    before?.source.close()
  }

  /** Fetches the pixels that are needed to show a neighbouring picture whole. */
  prepare(image: SceneImage, view: Size, ratio: number): void {
    if (image.state !== 'ready' || image.id === this.image?.id || this.#prepared.has(image.id)) return
    const picture = this.#load(image)
    picture.source.want(fitted(view, image), view, ratio)
    this.#prepared.set(image.id, picture)
    for (const [id, oldest] of this.#prepared) {
      if (this.#prepared.size <= mostPrepared) return
      oldest.source.close()
      this.#prepared.delete(id)
    }
  }

  /** Drops all pixels and fetches them again. */
  reload(): void {
    const { image } = this
    this.close()
    this.show(image)
  }

  close(): void {
    for (const picture of this.#prepared.values()) picture.source.close()
    this.#prepared.clear()
    this.show(null)
  }

  #load(image: SceneImage): Picture {
    const { onChange, onDrop } = this.#options
    const Source = image.tiled ? TileSource : StillSource
    const source: PictureSource = new Source(image, { onChange: () => this.current?.source === source && onChange(), onDrop })
    return { image, source }
  }

  /** Takes the prepared picture of an image. Returns null if there is none, or if the image was tiled after its preparation. */
  #takePrepared(image: SceneImage): Picture | null {
    const prepared = this.#prepared.get(image.id) ?? null
    this.#prepared.delete(image.id)
    if (prepared?.image.tiled === image.tiled) return prepared
    prepared?.source.close()
    return null
  }
}
