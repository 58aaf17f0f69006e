import type { ProjectSource } from './project-source.ts'
import type { SourceAnnotation } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'

export interface ImageGroup {
  image: SourceImage
  /** Annotations of the image, read on demand. Unread ones are skipped when the next image is read. */
  annotations: AsyncGenerator<SourceAnnotation, void, undefined>
}

/** Yields images with their annotations. Neither list is held in memory. */
export async function* grouped({
  images,
  annotations
}: Pick<ProjectSource, 'images' | 'annotations'>): AsyncGenerator<ImageGroup, void, undefined> {
  const rest = annotations()
  let next = await rest.next()
  async function* of(image: SourceImage): ImageGroup['annotations'] {
    for (; !next.done && next.value.image.id === image.id; next = await rest.next()) yield next.value
  }
  for await (const image of images()) {
    yield { image, annotations: of(image) }
    for await (const _ of of(image));
  }
}
