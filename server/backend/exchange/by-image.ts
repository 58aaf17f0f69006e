import type { DatasetAnnotation, DatasetImage, DatasetSource } from './dataset.ts'
import type { LossTally } from './losses.ts'

/**
 * Yields each image with its annotations, for formats that group annotations by image. A source yields annotations in image order, so one pass over
 * both lists is enough. An annotation out of order is reported as a loss.
 */
export async function* byImage(
  { images, annotations }: DatasetSource,
  losses: LossTally,
  signal?: AbortSignal
): AsyncGenerator<{ image: DatasetImage; annotations: DatasetAnnotation[] }, void, undefined> {
  const rest = iterate(annotations())
  const passed = new Set<string>()
  let next = await rest.next()
  for await (const image of images()) {
    signal?.throwIfAborted()
    passed.add(image.fileName)
    const own: DatasetAnnotation[] = []
    for (; !next.done; next = await rest.next()) {
      if (next.value.fileName === image.fileName) own.push(next.value)
      else if (passed.has(next.value.fileName)) losses.of(next.value).leaveOut(outOfOrder)
      else break
    }
    yield { image, annotations: own }
  }
  for (; !next.done; next = await rest.next()) losses.of(next.value).leaveOut(outOfOrder)
}

const outOfOrder = 'An annotation of an image that is not listed was left out'

async function* iterate<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items
}
