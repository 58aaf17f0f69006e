import { timestamp } from '../../lib/clock.ts'
import { held } from './held.ts'
import { croppedImages, croppedOf } from './labelled.ts'
import { type ReadingWork, readImages } from './read-images.ts'

const imagesAtOnce = 500

/** Computes the crop features of all points and areas of a project for the similarity search. */
export async function similarWork(work: ReadingWork, run: { id: string }): Promise<void> {
  const { db, context, sight, features } = work
  const size = features.columns * Float16Array.BYTES_PER_ELEMENT
  const images: string[] = []
  for (let isLast = false; !isLast; ) {
    const page = await croppedImages(db, sight, images.at(-1) ?? '', imagesAtOnce)
    images.push(...page)
    isLast = page.length < imagesAtOnce
  }
  let count = 0
  const { failed } = await readImages(
    work,
    run.id,
    images,
    mediaId => croppedOf(db, sight, mediaId),
    (_mediaId, vectors) => {
      count += (vectors?.length ?? 0) / size
    }
  )
  const prepared = `${count.toLocaleString('en')} ${count === 1 ? 'crop' : 'crops'} prepared`
  const sentence =
    failed === 0 ? prepared : `${prepared}. ${failed.toLocaleString('en')} ${failed === 1 ? 'image' : 'images'} could not be read`
  await held(context, db, transaction =>
    transaction.updateTable('ai_run').set({ sentence, finished_at: timestamp() }).where('id', '=', run.id).execute()
  )
}
