import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { scaleApi } from '../../../shared/contracts/scale.ts'
import type { EventBus } from '../events/bus.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { applyScale } from './apply.ts'
import { scaleRepository } from './repository.ts'
import { scaleSettings } from './settings.ts'

export interface ScaleRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** How large what is seen on images is. */
export const scaleRoutes: FastifyPluginAsyncTypebox<ScaleRoutes> = async (app, { db, access, events }) => {
  const scales = scaleRepository(db)
  const settings = scaleSettings(db)
  const ofMedia = scopeOfMedia(db, access)

  app.route({
    ...scaleApi.ofMedia,
    handler: async request => {
      const { mediaId } = request.params
      return scales.ofMedia(await ofMedia(request, mediaId, 'viewer'), mediaId)
    }
  })

  app.route({
    ...scaleApi.set,
    handler: async request => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      const scale = await scales.set(scope, mediaId, request.body.revision, request.body.basis)
      events.publish({ type: 'changed', noun: 'media', projectId: scope.projectId, mediaId })
      return scale
    }
  })

  app.route({
    ...scaleApi.remove,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      await scales.remove(scope, mediaId, request.query.revision)
      events.publish({ type: 'changed', noun: 'media', projectId: scope.projectId, mediaId })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...scaleApi.apply,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const applied = await applyScale(db, scope, request.body)
      if (applied.appliedCount > 0) events.publish({ type: 'changed', noun: 'media', projectId: scope.projectId })
      return applied
    }
  })

  app.route({
    ...scaleApi.settings,
    handler: async request => settings.ofProject(await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...scaleApi.reviseSettings,
    handler: async request => settings.revise(await access.open(request, request.params.projectId, 'editor'), request.body)
  })
}
