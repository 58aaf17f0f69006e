import type { ProjectSource } from './project-source.ts'
import type { SourceAnnotation } from './source-annotations.ts'
import type { SourceImage } from './source-images.ts'

/** Images with their annotations, those of one image at a time. */
export async function* grouped({
  images,
  annotations
}: Pick<ProjectSource, 'images' | 'annotations'>): AsyncGenerator<
  { image: SourceImage; annotations: SourceAnnotation[] },
  void,
  undefined
> {
  const rest = annotations()
  let next = await rest.next()
  for await (const image of images()) {
    const own: SourceAnnotation[] = []
    for (; !next.done && next.value.image.id === image.id; next = await rest.next()) own.push(next.value)
    yield { image, annotations: own }
  }
}

/** Whether someone looked at an image: without annotations it says that nothing is there, where it would say nothing otherwise. */
export const wasSeen = ({ workState }: SourceImage) => workState === 'done' || workState === 'reviewed'
