import { Readable } from 'node:stream'
import { mediaCodes } from '../../../shared/error-codes/media.ts'
import { codedError } from '../../lib/coded-error.ts'
import { NotFound } from '../../lib/errors.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordAddition } from '../projects/media-ledger.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { AnyTransaction, Database } from '../storage/database.ts'
import { hashFile } from '../storage/durable-files.ts'
import type { ExifFacts } from './exif.ts'
import type { ImageFacts } from './inspect.ts'
import { type PicturePools, withinLimits } from './picture-pools.ts'
import type { MediaRepository } from './repository.ts'
import type { UploadRecords, UploadRow } from './upload-records.ts'

export const AlreadyInProject = codedError(mediaCodes.ALREADY_IN_PROJECT)

export const deriveJob = 'media.derive'

export interface IngestOptions {
  db: Database
  media: MediaRepository
  uploads: UploadRecords
  blobs: Blobs
  jobs: JobQueue
  events: EventBus
  pictures: PicturePools
}

/**
 * Turns a completed upload into a media item. It first checks that the project does not have the picture yet, and decodes all of it. After storing
 * the blobs, it commits the row, counters, activity and job in one transaction. It processes one picture per person at a time.
 */
export function mediaIngest({ db, media, uploads, blobs, jobs, events, pictures }: IngestOptions) {
  const perContent = oneAtATime()

  /**
   * @throws EmptyFile | NotAnImage | OvergrownPicture | CostlyPicture | BrokenImage | TooManyPixels | AlreadyInProject | StorageFull | NotFound
   */
  return async function ingest(upload: UploadRow, path: string): Promise<string> {
    const fileName = upload.file_name
    const within = <T>(work: Promise<T>) => withinLimits(work, fileName, pictures.limits)
    return pictures.arrivals.take(upload.account_id, async run => {
      const image = await within(run('inspect', { path, fileName }))
      const sha256 = await hashFile(path)
      return perContent(sha256, async () => {
        await refuseTwin(sha256)
        const { small, damagedRows } = await within(run('decode', { path, fileName, image }))
        // If the transaction fails, the sweep removes these blobs. They cannot be deleted here, because another process may be about to use them.
        await blobs.putFile(path, sha256)
        const thumbnail = await blobs.put(Readable.from([small]))
        const names = { sha256, smallSha256: thumbnail.sha256 }
        const mediaId = await db.transaction().execute(transaction => write(transaction, image, names, damagedRows))
        jobs.wake()
        events.publish({ type: 'changed', noun: 'media', projectId: upload.project_id })
        return mediaId
      })
    })

    async function refuseTwin(sha256: string) {
      const twin = await media.withContent(upload.project_id, sha256)
      if (twin) throw new AlreadyInProject(fileName, twin.fileName)
    }

    async function write(
      transaction: AnyTransaction,
      image: ImageFacts,
      names: { sha256: string; smallSha256: string },
      damagedRows: number
    ) {
      const id = await media.insert(transaction, {
        projectId: upload.project_id,
        accountId: upload.account_id,
        fileName,
        sizeBytes: upload.size_bytes,
        uploadBatch: upload.batch,
        ...names,
        image,
        facts: withDamage(image.facts, damagedRows, image.height)
      })
      if (!id) throw new AlreadyInProject(fileName, (await media.withContent(upload.project_id, names.sha256))?.fileName ?? fileName)
      if (!(await uploads.markFinished(transaction, upload.id, id))) throw new NotFound('The upload')
      await recordAddition(transaction, { projectId: upload.project_id, actorId: upload.account_id, mediaId: id, fileName })
      await jobs.enqueue(transaction, { kind: deriveJob, projectId: upload.project_id, subject: fileName, payload: { mediaId: id } })
      return id
    }
  }
}

function withDamage(facts: ExifFacts, rows: number, height: number): ExifFacts {
  if (rows === 0) return facts
  const lost = rows === 1 ? `the last of ${height} rows is damaged` : `the last ${rows} of ${height} rows are damaged`
  return { ...facts, exif: { ...facts.exif, Damage: `the file ends early: ${lost}` } }
}
