import { Readable } from 'node:stream'
import createError from '@fastify/error'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { recordAddition } from '../projects/media-ledger.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { hashFile } from '../storage/durable-files.ts'
import { decodeWhole } from './damage.ts'
import { type ExifFacts, readExif } from './exif.ts'
import { inspectImage } from './inspect.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { MediaRepository } from './repository.ts'
import type { UploadRecords, UploadRow } from './upload-records.ts'

export const AlreadyInProject = createError(
  'ALREADY_IN_PROJECT',
  '%s is in this project already, as %s: it was not added a second time',
  409
)

export const deriveJob = 'media.derive'

export interface IngestOptions {
  db: Database
  media: MediaRepository
  uploads: UploadRecords
  blobs: Blobs
  jobs: JobQueue
  events: EventBus
}

/**
 * Makes a media item of a file that has arrived whole. Nothing is written before the picture was decoded to its end and found
 * to be new; then blobs, row, counters, activity and the job for the rest become true together.
 */
export function mediaIngest({ db, media, uploads, blobs, jobs, events }: IngestOptions) {
  const perContent = oneAtATime()
  const decoding = oneAtATime()

  /** @throws EmptyFile | NotAnImage | BrokenImage | TooManyPixels | AlreadyInProject | StorageFull */
  return async function ingest(upload: UploadRow, path: string): Promise<string> {
    const fileName = upload.file_name
    const image = await inspectImage(path, fileName)
    const sha256 = await hashFile(path)
    return perContent(sha256, async () => {
      await refuseTwin()
      const { small, damagedRows } = await decoding('', () => decodeWhole(path, fileName, image))
      // Blobs that are not named in the end are the sweep's business: another process may have begun to name them.
      await blobs.putFile(path, sha256)
      const thumbnail = await blobs.put(Readable.from([small]))
      const mediaId = await db.transaction().execute(transaction => write(transaction, thumbnail.sha256, damagedRows))
      jobs.wake()
      events.publish({ type: 'changed', noun: 'media', projectId: upload.project_id })
      return mediaId
    })

    async function refuseTwin() {
      const twin = await media.withContent(upload.project_id, sha256)
      if (twin) throw new AlreadyInProject(fileName, twin.fileName)
    }

    async function write(transaction: Database, smallSha256: string, damagedRows: number): Promise<string> {
      const id = await media.insert(transaction, {
        projectId: upload.project_id,
        accountId: upload.account_id,
        fileName,
        sizeBytes: upload.size_bytes,
        sha256,
        smallSha256,
        image,
        facts: withDamage(readExif(image.exif), damagedRows, image.height)
      })
      if (!id) throw new AlreadyInProject(fileName, (await media.withContent(upload.project_id, sha256))?.fileName ?? fileName)
      await uploads.markFinished(transaction, upload.id, id)
      await recordAddition(transaction, { projectId: upload.project_id, actorId: upload.account_id, mediaId: id, fileName })
      await jobs.enqueue(transaction, { kind: deriveJob, projectId: upload.project_id, subject: fileName, payload: { mediaId: id } })
      return id
    }
  }
}

function withDamage(facts: ExifFacts, rows: number, height: number): ExifFacts {
  if (rows === 0) return facts
  return { ...facts, exif: { ...facts.exif, Damage: `the file ends early: the last ${rows} of ${height} rows are damaged` } }
}
