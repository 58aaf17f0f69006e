import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { navigationApi, type Track } from '../../../shared/contracts/navigation.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { trackLimitBytes } from '../../../shared/limits.ts'
import { newId } from '../../lib/ids.ts'
import type { EventBus } from '../events/bus.ts'
import type { JobQueue } from '../jobs/queue.ts'
import { safeFileName } from '../media/file-names.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { EmptyTrack, TrackTooLarge, TrackWithheld } from './errors.ts'
import { placementRepository, placementRow } from './placements.ts'
import { readJob } from './read-job.ts'
import { readyTrack } from './ready-track.ts'
import { navigationChanged, trackRepository } from './repository.ts'
import { trackFiles } from './track-files.ts'
import { seesEveryPlace } from './track-lines.ts'
import type { TrackRow } from './track-rows.ts'

export interface NavigationRoutes {
  db: Database
  dataDir: string
  access: ProjectAccess
  readers: Readers
  jobs: JobQueue
  events: EventBus
}

/** Routes for tracks of ships and vehicles, and for the placement of images along them. */
// Long: the routes of one noun.
export const navigationRoutes: FastifyPluginAsyncTypebox<NavigationRoutes> = async (
  app,
  { db, dataDir, access, readers, jobs, events }
) => {
  const editProject = projectEdits(db, events)
  const tracks = trackRepository(db, editProject, jobs)
  const placements = placementRepository(db, editProject, jobs)
  const files = trackFiles(dataDir)

  async function trackFor(request: FastifyRequest, trackId: string, atLeast: Role): Promise<{ row: TrackRow; scope: Scope }> {
    const row = await tracks.row(trackId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The track') }
  }

  /** @throws TrackWithheld for a viewer with generalised places, because a track reveals the exact position of its images */
  async function exactTrackFor(request: FastifyRequest, trackId: string, atLeast: Role): Promise<{ row: TrackRow; scope: Scope }> {
    const found = await trackFor(request, trackId, atLeast)
    if (!(await seesEveryPlace(db, found.scope))) throw new TrackWithheld()
    return found
  }

  const asSeen = async (scope: Scope, track: Track): Promise<Track> => ((await seesEveryPlace(db, scope)) ? track : withoutPlace(track))

  app.route({
    ...navigationApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const list = await tracks.list(scope)
      return (await seesEveryPlace(db, scope)) ? list : { ...list, tracks: list.tracks.map(withoutPlace) }
    }
  })

  app.route({
    ...navigationApi.lines,
    handler: async (request, reply) => readers.answer(reply, 'trackLines', await access.open(request, request.params.projectId, 'viewer'))
  })

  await app.register((async bodies => {
    // The body is the file, regardless of the content type.
    bodies.removeAllContentTypeParsers()
    bodies.addContentTypeParser('*', (_request, _body, done) => done(null))

    bodies.route({
      ...navigationApi.add,
      handler: async (request, reply) => {
        const scope = await access.open(request, request.params.projectId, 'editor')
        const { projectId, accountId } = scope
        const id = newId()
        const sizeBytes = await files.receive(limited(request), id).catch(error => {
          reply.header('connection', 'close')
          throw error
        })
        try {
          if (sizeBytes === 0) throw new EmptyTrack()
          const fileName = safeFileName(request.query.fileName ?? '') || 'track'
          await editProject(scope, async edit => {
            const job = await jobs.enqueue(edit.transaction, { kind: readJob, projectId, subject: fileName, payload: { trackId: id } })
            const brought = { projectId, accountId, id, query: request.query, fileName, sizeBytes, jobId: job.id }
            await tracks.insert(edit, brought)
            edit.publish({ type: 'job', job })
            edit.publish(navigationChanged(scope))
          })
          jobs.wake()
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
    handler: async request => {
      const { row, scope } = await trackFor(request, request.params.trackId, 'viewer')
      return asSeen(scope, await tracks.toTrack(row))
    }
  })

  app.route({
    ...navigationApi.revise,
    handler: async request => {
      const { row, scope } = await trackFor(request, request.params.trackId, 'editor')
      await tracks.revise(scope, row.id, request.body)
      return asSeen(scope, await tracks.get(row.id))
    }
  })

  app.route({
    ...navigationApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await trackFor(request, request.params.trackId, 'editor')
      await tracks.remove(scope, row.id)
      if (row.state === 'reading' && row.job_id !== null) await jobs.cancel(row.job_id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...navigationApi.restore,
    handler: async request => {
      const { trackId } = request.params
      const scope = await access.open(request, await tracks.projectOfRemoved(trackId), 'editor', 'The track')
      await tracks.restore(scope, trackId)
      return asSeen(scope, await tracks.get(trackId))
    }
  })

  app.route({
    ...navigationApi.profile,
    handler: async (request, reply) => {
      const { row, scope } = await exactTrackFor(request, request.params.trackId, 'viewer')
      return readers.answer(reply, 'trackProfile', scope, readyTrack(row), request.query)
    }
  })

  app.route({
    ...navigationApi.preview,
    handler: async (request, reply) => {
      const { row, scope } = await exactTrackFor(request, request.params.trackId, 'editor')
      return readers.answer(reply, 'placementPreview', scope, readyTrack(row), request.body)
    }
  })

  app.route({
    ...navigationApi.place,
    handler: async (request, reply) => {
      const { row, scope } = await exactTrackFor(request, request.params.trackId, 'editor')
      const id = await placements.begin(scope, readyTrack(row), request.body)
      return reply.code(202).send(await placements.get(id))
    }
  })

  app.route({
    ...navigationApi.placements,
    handler: async request => placements.list(await access.open(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({
    ...navigationApi.undo,
    handler: async (request, reply) => {
      const { id, project_id: projectId } = await placementRow(db, request.params.placementId)
      await placements.beginUndo(await access.open(request, projectId, 'editor', 'The placement'), id)
      return reply.code(202).send(await placements.get(id))
    }
  })
}

const withoutPlace = (track: Track): Track => ({ ...track, bounds: null })

/** Yields the request body as it arrives. @throws TrackTooLarge as soon as the body exceeds the limit */
async function* limited(request: FastifyRequest): AsyncGenerator<Buffer, void, undefined> {
  if (Number(request.headers['content-length'] ?? 0) > trackLimitBytes) throw new TrackTooLarge()
  let received = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    received += (piece as Buffer).length
    if (received > trackLimitBytes) throw new TrackTooLarge()
    yield piece as Buffer
  }
}
