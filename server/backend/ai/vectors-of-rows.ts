import { HopelessJob, type JobContext } from '../jobs/queue.ts'
import type { RunFeatures } from './features-of-image.ts'
import { modelFault } from './uploaded/model-fault.ts'

interface Work {
  context: Pick<JobContext, 'signal' | 'progress'>
  features: RunFeatures
}

/**
 * Reads or computes the vectors of labelled shapes, one image at a time. Vectors are in row order.
 * @param rows image of each shape, and its shape as JSON
 * @throws HopelessJob when an embedding model is at fault
 */
export async function vectorsOfRows(
  { context, features }: Work,
  rows: readonly { media_id: string; shape: string }[]
): Promise<Uint8Array> {
  const byImage = Map.groupBy(
    rows.map(({ media_id: mediaId, shape }, index) => ({ mediaId, shape, index })),
    ({ mediaId }) => mediaId
  )
  const size = features.columns * Float16Array.BYTES_PER_ELEMENT
  const vectors = new Uint8Array(rows.length * size)
  let done = 0
  for (const [mediaId, ofImage] of byImage) {
    context.signal.throwIfAborted()
    const made = await ofShapes(
      mediaId,
      ofImage.map(({ shape }) => shape)
    )
    for (const [place, { index }] of ofImage.entries()) vectors.set(made.subarray(place * size, (place + 1) * size), index * size)
    await context.progress(++done, null)
  }
  return vectors

  async function ofShapes(mediaId: string, shapes: readonly string[]): Promise<Uint8Array> {
    try {
      return await features.of(mediaId, shapes)
    } catch (error) {
      const sentence = context.signal.aborted || !features.isEmbedding ? null : modelFault(error)
      throw sentence === null ? error : new HopelessJob(sentence)
    }
  }
}
