import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { navigationApi, type Track } from '../../../shared/contracts/navigation.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { trackLimitBytes } from '../../../shared/limits.ts'
import { NotFound } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EventBus } from '../events/bus.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { safeFileName } from '../media/file-names.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { EmptyTrack, TrackTooLarge, TrackWithheld } from './errors.ts'
import { placementRepository, placementRow } from './placements.ts'
import { readJob } from './read-job.ts'
import { readyTrack } from './ready-track.ts'
import { type TrackRow, trackRepository } from './repository.ts'
import { trackFiles } from './track-files.ts'

export interface NavigationRoutes {
  db: Database
  dataDir: string
  access: ProjectAccess
  readers: Readers
  jobs: JobQueue
  events: EventBus
}

/** Tracks of ships and vehicles, and images that take their place from them. */
export const navigationRoutes: FastifyPluginAsyncTypebox<NavigationRoutes> = async (
  app,
  { db, dataDir, access, readers, jobs, events }
) => {
  const tracks = trackRepository(db, jobs)
  const placements = placementRepository(db, jobs)
  const files = trackFiles(dataDir)

  const announce = (projectId: string) => events.publish({ type: 'changed', noun: 'navigation', projectId })
  const editorOf = (request: FastifyRequest, projectId: string) => ({ projectId, accountId: viewerOf(request).accountId })

  /** @throws NotFound for something of a project that the viewer may not see @throws RoleNeeded */
  async function permit(request: FastifyRequest, projectId: string, noun: string, atLeast: Role): Promise<void> {
    if (!(await access.roleOf(viewerOf(request), projectId))) throw new NotFound(noun)
    await access.require(viewerOf(request), projectId, atLeast)
  }

  async function trackFor(request: FastifyRequest, trackId: string, atLeast: Role): Promise<TrackRow> {
    const row = await tracks.row(trackId)
    await permit(request, row.project_id, 'The track', atLeast)
    return row
  }

  async function seesEveryPlace(request: FastifyRequest, projectId: string): Promise<boolean> {
    return (await shownPlaces(db, projectId, await access.placeViewer(viewerOf(request), projectId))).isExact
  }

  /** @throws TrackWithheld for who gets some places of the project only generalised: an image lies on the track at its time */
  async function exactTrackFor(request: FastifyRequest, trackId: string, atLeast: Role): Promise<TrackRow> {
    const row = await trackFor(request, trackId, atLeast)
    if (!(await seesEveryPlace(request, row.project_id))) throw new TrackWithheld()
    return row
  }

  const asSeen = async (request: FastifyRequest, track: Track): Promise<Track> =>
    (await seesEveryPlace(request, track.projectId)) ? track : withoutPlace(track)

  app.route({
    ...navigationApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const list = await tracks.list(projectId)
      return (await seesEveryPlace(request, projectId)) ? list : { ...list, tracks: list.tracks.map(withoutPlace) }
    }
  })

  await app.register((async scope => {
    // The body is the file, whatever type the browser gives it.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))

    scope.route({
      ...navigationApi.add,
      handler: async (request, reply) => {
        const { projectId } = request.params
        await access.require(viewerOf(request), projectId, 'editor')
        const id = newId()
        const sizeBytes = await files.receive(limited(request), id).catch(error => {
          reply.header('connection', 'close')
          throw error
        })
        try {
          if (sizeBytes === 0) throw new EmptyTrack()
          const fileName = safeFileName(request.query.fileName ?? '') || 'track'
          const job = await db.transaction().execute(async transaction => {
            const enqueued = await jobs.enqueue(transaction, { kind: readJob, projectId, subject: fileName, payload: { trackId: id } })
            const brought = { ...editorOf(request, projectId), id, query: request.query, fileName, sizeBytes, jobId: enqueued.id }
            await tracks.insert(transaction, brought)
            return enqueued
          })
          jobs.wake()
          events.publish({ type: 'job', job })
          announce(projectId)
        } catch (error) {
          await files.remove(id)
          throw error
        }
        return reply.code(202).send(await tracks.get(id))
      }
    })
  }) as FastifyPluginAsyncTypebox)

  app.route({
    ...navigationApi.get,
    handler: async request => asSeen(request, await tracks.toTrack(await trackFor(request, request.params.trackId, 'viewer')))
  })

  app.route({
    ...navigationApi.revise,
    handler: async request => {
      const { id, project_id: projectId } = await trackFor(request, request.params.trackId, 'editor')
      await tracks.revise(editorOf(request, projectId), id, request.body)
      announce(projectId)
      return asSeen(request, await tracks.get(id))
    }
  })

  app.route({
    ...navigationApi.remove,
    handler: async (request, reply) => {
      const { id, project_id: projectId, job_id: jobId, state } = await trackFor(request, request.params.trackId, 'editor')
      await tracks.remove(editorOf(request, projectId), id)
      if (state === 'reading' && jobId !== null) await jobs.cancel(jobId)
      announce(projectId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...navigationApi.restore,
    handler: async request => {
      const { trackId } = request.params
      const projectId = await tracks.projectOfRemoved(trackId)
      await permit(request, projectId, 'The track', 'editor')
      await tracks.restore(editorOf(request, projectId), trackId)
      announce(projectId)
      return asSeen(request, await tracks.get(trackId))
    }
  })

  app.route({
    ...navigationApi.profile,
    handler: async (request, reply) => {
      const track = readyTrack(await exactTrackFor(request, request.params.trackId, 'viewer'))
      return readers.answer(reply, 'trackProfile', track.projectId, track, request.query)
    }
  })

  app.route({
    ...navigationApi.preview,
    handler: async (request, reply) => {
      const track = readyTrack(await exactTrackFor(request, request.params.trackId, 'editor'))
      return readers.answer(reply, 'placementPreview', track.projectId, track, request.body)
    }
  })

  app.route({
    ...navigationApi.place,
    handler: async (request, reply) => {
      const row = await exactTrackFor(request, request.params.trackId, 'editor')
      const id = await placements.begin(editorOf(request, row.project_id), readyTrack(row), request.body)
      announce(row.project_id)
      return reply.code(202).send(await placements.get(id))
    }
  })

  app.route({
    ...navigationApi.placements,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return placements.list(request.params.projectId, request.query)
    }
  })

  app.route({
    ...navigationApi.undo,
    handler: async (request, reply) => {
      const { id, project_id: projectId } = await placementRow(db, request.params.placementId)
      await permit(request, projectId, 'The placement', 'editor')
      await placements.beginUndo(editorOf(request, projectId), id)
      announce(projectId)
      return reply.code(202).send(await placements.get(id))
    }
  })
}

const withoutPlace = (track: Track): Track => ({ ...track, bounds: null })

/** The body as it arrives. @throws TrackTooLarge as soon as it is known */
async function* limited(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
  if (Number(request.headers['content-length'] ?? 0) > trackLimitBytes) throw new TrackTooLarge()
  let received = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    received += (piece as Buffer).length
    if (received > trackLimitBytes) throw new TrackTooLarge()
    yield piece as Buffer
  }
}
