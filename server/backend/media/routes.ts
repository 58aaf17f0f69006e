import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Media, mediaApi } from '../../../shared/contracts/media.ts'
import type { Role } from '../../../shared/contracts/projects.ts'
import { NotFound } from '../../lib/errors.ts'
import { asSeenBlind } from '../annotations/rounds/blind.ts'
import type { EventBus } from '../events/bus.ts'
import { mediaAsShown, refuseUnseen } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { recordActivity } from '../projects/activity.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import type { MediaRepository } from './repository.ts'
import { type MediaRow, toMedia } from './rows.ts'

export interface MediaRoutesOptions {
  db: Database
  media: MediaRepository
  access: ProjectAccess
  events: EventBus
}

// Long: the routes of one noun.
export const mediaRoutes: FastifyPluginAsyncTypebox<MediaRoutesOptions> = async (app, { db, media, access, events }) => {
  /** @throws NotFound for media of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, mediaId: string, atLeast: Role): Promise<{ row: MediaRow; scope: Scope }> {
    const row = await media.row(mediaId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The image') }
  }

  async function withPlaces({ projectId, places: viewer }: Scope, items: Media[]): Promise<Media[]> {
    const places = await shownPlaces(db, projectId, viewer)
    const gridOf = await places.ofMedia(items)
    return items.map(item => mediaAsShown(item, gridOf(item)))
  }

  async function asSeen(scope: Scope, item: Media): Promise<Media> {
    const [seen] = await withPlaces(scope, await asSeenBlind(db, scope, [item]))
    if (!seen) throw new NotFound('The image')
    return seen
  }

  app.route({
    ...mediaApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await media.list(scope, request.query)
      return { ...page, items: await withPlaces(scope, await asSeenBlind(db, scope, page.items)) }
    }
  })

  app.route({
    ...mediaApi.get,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.mediaId, 'viewer')
      return asSeen(scope, toMedia(row))
    }
  })

  app.route({
    ...mediaApi.known,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { known: await media.known(scope, request.body.sha256) }
    }
  })

  app.route({
    ...mediaApi.revise,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.mediaId, 'editor')
      const exact = toMedia(row)
      const [shown = exact] = await withPlaces(scope, [exact])
      const edit = shown.generalised ? refuseUnseen(request.body, exact, shown, 'this place') : request.body
      const revised = await media.revise(scope.accountId, row.id, edit)
      events.publish({ type: 'changed', noun: 'media', projectId: scope.projectId })
      return asSeen(scope, revised)
    }
  })

  app.route({
    ...mediaApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.mediaId, 'editor')
      await db.transaction().execute(async transaction => {
        if (!(await media.remove(transaction, row))) throw new NotFound('The image')
        await recordActivity(transaction, {
          projectId: scope.projectId,
          actorId: scope.accountId,
          event: 'media.removed',
          detail: { mediaId: row.id, fileName: row.file_name }
        })
      })
      events.publish({ type: 'changed', noun: 'media', projectId: scope.projectId })
      return reply.code(204).send(null)
    }
  })
}
