import { Readable } from 'node:stream'
import type { Job } from '../../../../shared/contracts/jobs.ts'
import { freeBytes } from '../../../lib/free-space.ts'
import type { RoomLimits } from '../../../lib/room-limits.ts'
import { HopelessJob, type JobHandler, type JobQueue } from '../../jobs/queue.ts'
import { excludeEdits } from '../../projects/edit-project.ts'
import { everything, type FullSight, type Scope } from '../../projects/scope.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database, DatabasePlace } from '../../storage/database.ts'
import { StorageFull } from '../../storage/durable-files.ts'
import { ModelState } from '../errors.ts'
import { againWhenEnded, type ModelChild, modelThreads, withModelChild } from '../uploaded/model-child.ts'
import { modelFault } from '../uploaded/model-fault.ts'
import type { ModelPolicy } from '../uploaded/model-policy.ts'
import { encodingPath, storeEncoding } from './encodings.ts'
import { outlinerOf } from './outliner.ts'

export const encodeJob = 'ai.encode_image'

/** Maximum number of images of a project that wait to be encoded. All projects share one place. */
const mostWaiting = 4

/**
 * Starts the job that encodes an image for the pair of its project. A second person gets the job of the first.
 * @throws ModelState when several images of the project are waiting
 */
export async function startEncoding(
  { db, jobs }: { db: Database; jobs: JobQueue },
  { projectId }: Scope & FullSight,
  media: { id: string; fileName: string }
): Promise<Job> {
  const job = await db.transaction().execute(async transaction => {
    await excludeEdits(transaction, projectId) // so that two people start one job
    const payload = { projectId, mediaId: media.id }
    const waiting = await transaction
      .selectFrom('job')
      .select(['id', 'payload'])
      .where('project_id', '=', projectId)
      .where('kind', '=', encodeJob)
      .where('state', 'in', ['waiting', 'running'])
      .execute()
    const same = waiting.find(row => (JSON.parse(row.payload) as typeof payload).mediaId === media.id)
    if (same) return same.id
    if (waiting.length >= mostWaiting)
      throw new ModelState('Several images of this project are being read for outlines: wait a moment, then try again')
    return jobs.enqueue(transaction, { kind: encodeJob, projectId, subject: media.fileName, payload })
  })
  jobs.wake()
  if (typeof job !== 'string') return job
  const running = await jobs.get(job)
  if (!running) throw new ModelState('The image has just been read for outlines: try again')
  return running
}

interface EncodingWork {
  db: Database
  place: DatabasePlace
  blobs: Blobs
  room: RoomLimits
  models: ModelPolicy
}

/** Handles the job that encodes an image with the encoder of a pair, in a separate process. */
export function runEncoding({ db, place, blobs, room, models }: EncodingWork): JobHandler {
  return async ({ payload, signal, hold }) => {
    const [projectId, mediaId] = [String(payload.projectId), String(payload.mediaId)]
    const pair = await outlinerOf(db, everything(projectId, 'an encoding shows no annotation'))
    if (!pair) throw new HopelessJob('The pair was retired or removed in the meantime')
    const media = await db.selectFrom('media').select('sha256').where('id', '=', mediaId).where('removed_at', 'is', null).executeTakeFirst()
    if (!media) throw new HopelessJob('The image was removed in the meantime')
    const key = { mediaSha256: media.sha256, manifestSha256: pair.manifestSha256 }
    if (await encodingPath({ db, blobs }, key)) return
    const { sha256, sizeBytes, manifest } = pair
    try {
      const encoding = await withModelChild(
        { sizeBytes, seconds: models.seconds },
        child =>
          againWhenEnded(async () => {
            await child.run('load', { path: await blobs.localPath(sha256), manifest, threads: modelThreads })
            return await encodedBy(child, await blobs.localPath(media.sha256))
          }, signal),
        signal
      )
      if ((await freeBytes(place.dataDir)) - encoding.length < room.minFreeBytes) throw new StorageFull()
      const { sha256: name } = await blobs.put(Readable.from([encoding]))
      await db.transaction().execute(async transaction => {
        await hold(transaction)
        await storeEncoding(transaction, key, name)
      })
    } catch (error) {
      const sentence = signal.aborted ? null : modelFault(error)
      throw sentence === null ? error : new HopelessJob(sentence)
    }
  }
}

/** Encodes an image. @throws HopelessJob if the image cannot be read, which is not a fault of the model */
async function encodedBy(child: ModelChild, path: string): Promise<Uint8Array> {
  try {
    return await child.run('encode', { path })
  } catch (error) {
    if (modelFault(error) !== null || !child.isAlive) throw error
    throw new HopelessJob('The image could not be decoded')
  }
}
