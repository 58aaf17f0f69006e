import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { scaleApi } from '../../../shared/contracts/scale.ts'
import { clientGone } from '../../lib/client-gone.ts'
import type { EventBus } from '../events/bus.ts'
import type { PicturePools } from '../media/picture-pools.ts'
import { scopeOfMedia } from '../media/scope-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Blobs } from '../storage/blobs.ts'
import type { Database } from '../storage/database.ts'
import { applyScale } from './apply.ts'
import { laserPointsOf } from './laser-points.ts'
import { scaleRepository } from './repository.ts'
import { scaleSettings } from './settings.ts'

export interface ScaleRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  blobs: Blobs
  pictures: PicturePools
}

/** Routes for image scales and the scale settings of a project. */
export const scaleRoutes: FastifyPluginAsyncTypebox<ScaleRoutes> = async (app, { db, access, events, blobs, pictures }) => {
  const editProject = projectEdits(db, events)
  const scales = scaleRepository(db, editProject)
  const settings = scaleSettings(db, editProject)
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
      return scales.set(scope, mediaId, request.body.revision, request.body.basis)
    }
  })

  app.route({
    ...scaleApi.laserPoints,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      return laserPointsOf({ db, blobs, pictures, signal: clientGone(reply) }, await ofMedia(request, mediaId, 'editor'), mediaId)
    }
  })

  app.route({
    ...scaleApi.remove,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const scope = await ofMedia(request, mediaId, 'editor')
      await scales.remove(scope, mediaId, request.query.revision)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...scaleApi.apply,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      return applyScale(editProject, scope, request.body)
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
