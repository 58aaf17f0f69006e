import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mediaEvents } from '../../../shared/activity/media.ts'
import { cameraClocksApi } from '../../../shared/contracts/camera-clocks.ts'
import { mediaApi } from '../../../shared/contracts/media.ts'
import type { RoomLimits } from '../../lib/room-limits.ts'
import { modelArrival } from '../ai/uploaded/model-arrival.ts'
import type { ModelPolicy } from '../ai/uploaded/model-policy.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { Module } from '../module.ts'
import type { ProjectAccess, Requester } from '../projects/access.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database, DatabasePlace } from '../storage/database.ts'
import type { InTurn } from '../threads/people-in-turn.ts'
import { clockRoutes } from './clock-routes.ts'
import { deriveMedia } from './derive.ts'
import { mediaFileRoutes } from './file-routes.ts'
import { deriveJob, mediaIngest } from './ingest.ts'
import { metadataRoutes } from './metadata-routes.ts'
import { media as mediaTables } from './migrations/0003-media.ts'
import { files } from './migrations/0015-files.ts'
import { cameraClocks } from './migrations/0024-camera-clocks.ts'
import type { PicturePools } from './picture-pools.ts'
import { mediaRepository } from './repository.ts'
import { mediaRoutes } from './routes.ts'
import { dailySweep } from './upkeep.ts'
import { uploadRecords } from './upload-records.ts'
import { uploadRoutes } from './upload-routes.ts'
import { UploadStore } from './upload-store.ts'
import { uploadServer } from './uploads.ts'

interface MediaRoutes {
  db: Database
  place: DatabasePlace
  room: RoomLimits
  models: ModelPolicy
  access: ProjectAccess
  blobs: Blobs
  jobs: JobQueue
  events: EventBus
  pictures: PicturePools
  inTurn: InTurn
}

const expiryRoundMs = 3_600_000

const everyMediaRoute: FastifyPluginAsyncTypebox<MediaRoutes> = async (app, options) => {
  const { db, place, room, models, access, blobs, jobs, events, pictures, inTurn } = options
  const media = mediaRepository(db)
  const records = uploadRecords(db)
  const store = new UploadStore(join(place.dataDir, 'uploads'), records, room)
  await store.open()
  const ingest = mediaIngest({ db, media, uploads: records, blobs, jobs, events, pictures })
  const arrivals = {
    media: { requireRight: (requester: Requester, projectId: string) => access.open(requester, projectId, 'editor'), ingest },
    model: modelArrival({ db, access, blobs, events, uploads: records, policy: models })
  }
  const uploads = uploadServer({ path: `${app.prefix}/uploads`, store, records, arrivals })

  await app.register(mediaRoutes, { db, media, access, events })
  await app.register(metadataRoutes, { db, place, access, events, inTurn })
  await app.register(clockRoutes, { db, access, events })
  await app.register(mediaFileRoutes, { db, media, access, blobs })
  await app.register(uploadRoutes, { uploads })

  const forgetExpired = () => store.deleteExpired().catch(error => app.log.error({ err: error }, 'expired uploads were not removed'))
  const timer = setInterval(forgetExpired, expiryRoundMs).unref()
  const endUploads = (projectId: string) =>
    uploads.endWithoutRight(projectId).catch(error => app.log.error({ err: error }, 'uploads of former members were not cancelled'))
  const unsubscribe = events.subscribe(event => {
    if (event.type === 'changed' && event.noun === 'members' && event.projectId) void endUploads(event.projectId)
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    unsubscribe()
  })
}

/** Module for the images of projects, with their files and facts. */
export const mediaModule: Module = {
  contracts: [mediaApi, cameraClocksApi],
  activity: mediaEvents,
  migrations: [mediaTables, files, cameraClocks],
  routes: [everyMediaRoute],
  jobs: {
    [deriveJob]: {
      lane: 'pictures',
      blind: 'everything',
      work: ({ db, ...services }) => deriveMedia({ media: mediaRepository(db), ...services })
    }
  },
  upkeep: [dailySweep]
}
