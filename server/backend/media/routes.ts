import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Media, mediaApi } from '../../../shared/contracts/media.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { asSeenBlind } from '../annotations/sessions/blind.ts'
import type { EventBus } from '../events/bus.ts'
import { mediaAsShown, refuseUnseen } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { MediaRepository } from './repository.ts'
import { type MediaRow, toMedia } from './rows.ts'

export interface MediaRoutesOptions {
  db: Database
  media: MediaRepository
  access: ProjectAccess
  events: EventBus
}

export const mediaRoutes: FastifyPluginAsyncTypebox<MediaRoutesOptions> = async (app, { db, media, access, events }) => {
  /** @throws NotFound for media of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, mediaId: string, atLeast: Role): Promise<MediaRow> {
    const row = await media.row(mediaId)
    if (!(await access.roleOf(viewerOf(request), row.project_id))) throw new NotFound('The media item')
    await access.require(viewerOf(request), row.project_id, atLeast)
    return row
  }

  const placesFor = async (request: FastifyRequest, projectId: string) =>
    shownPlaces(db, projectId, await access.placeViewer(viewerOf(request), projectId))

  async function withPlaces(request: FastifyRequest, projectId: string, items: Media[]): Promise<Media[]> {
    const places = await placesFor(request, projectId)
    const gridOf = await places.ofMedia(items)
    return items.map(item => mediaAsShown(item, gridOf(item)))
  }

  async function asSeen(request: FastifyRequest, item: Media): Promise<Media> {
    const items = await asSeenBlind(db, await access.blind(viewerOf(request), item.projectId), [item])
    const [seen] = await withPlaces(request, item.projectId, items)
    if (!seen) throw new NotFound('The media item')
    return seen
  }

  app.route({
    ...mediaApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const blind = await access.blind(viewerOf(request), projectId)
      const { isExact } = await placesFor(request, projectId)
      const page = await media.list(projectId, request.query, { blind, inWholeMeters: !isExact })
      return { ...page, items: await withPlaces(request, projectId, await asSeenBlind(db, blind, page.items)) }
    }
  })

  app.route({
    ...mediaApi.get,
    handler: async request => asSeen(request, toMedia(await permitted(request, request.params.mediaId, 'viewer')))
  })

  app.route({
    ...mediaApi.known,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return { known: await media.known(request.params.projectId, request.body.sha256) }
    }
  })

  app.route({
    ...mediaApi.revise,
    handler: async request => {
      const row = await permitted(request, request.params.mediaId, 'editor')
      const projectId = row.project_id
      const exact = toMedia(row)
      const [shown = exact] = await withPlaces(request, projectId, [exact])
      const edit = shown.generalised ? refuseUnseen(request.body, exact, shown, 'this place') : request.body
      const revised = await media.revise(viewerOf(request).accountId, row.id, edit)
      events.publish({ type: 'changed', noun: 'media', projectId })
      return asSeen(request, revised)
    }
  })

  app.route({
    ...mediaApi.remove,
    handler: async (request, reply) => {
      const row = await permitted(request, request.params.mediaId, 'editor')
      await db.transaction().execute(async transaction => {
        if (!(await media.remove(transaction, row))) throw new NotFound('The media item')
        const actorId = viewerOf(request).accountId
        await recordActivity(transaction, {
          projectId: row.project_id,
          actorId,
          event: 'media.removed',
          detail: { mediaId: row.id, fileName: row.file_name }
        })
      })
      events.publish({ type: 'changed', noun: 'media', projectId: row.project_id })
      return reply.code(204).send(null)
    }
  })
}
