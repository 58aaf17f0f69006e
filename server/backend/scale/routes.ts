import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { scaleApi } from '../../../shared/contracts/scale.ts'
import type { EventBus } from '../events/bus.ts'
import { projectOfMedia } from '../media/project-of-media.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { applyScale } from './apply.ts'
import { type Editor, scaleRepository } from './repository.ts'
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
  const permittedProject = projectOfMedia(db, access)

  async function editorOfMedia(request: FastifyRequest, mediaId: string, atLeast: Role): Promise<Editor> {
    const viewer = viewerOf(request)
    return { projectId: await permittedProject(viewer, mediaId, atLeast), accountId: viewer.accountId }
  }

  async function editorOf(request: FastifyRequest, projectId: string): Promise<Editor> {
    await access.require(viewerOf(request), projectId, 'editor')
    return { projectId, accountId: viewerOf(request).accountId }
  }

  app.route({
    ...scaleApi.ofMedia,
    handler: async request => {
      const { projectId } = await editorOfMedia(request, request.params.mediaId, 'viewer')
      return scales.ofMedia(request.params.mediaId, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...scaleApi.set,
    handler: async request => {
      const { mediaId } = request.params
      const editor = await editorOfMedia(request, mediaId, 'editor')
      const scale = await scales.set(editor, mediaId, request.body.revision, request.body.basis)
      events.publish({ type: 'changed', noun: 'media', projectId: editor.projectId, mediaId })
      return scale
    }
  })

  app.route({
    ...scaleApi.remove,
    handler: async (request, reply) => {
      const { mediaId } = request.params
      const editor = await editorOfMedia(request, mediaId, 'editor')
      await scales.remove(editor, mediaId, request.query.revision)
      events.publish({ type: 'changed', noun: 'media', projectId: editor.projectId, mediaId })
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...scaleApi.apply,
    handler: async request => {
      const editor = await editorOf(request, request.params.projectId)
      const applied = await applyScale(db, editor, request.body)
      if (applied.appliedCount > 0) events.publish({ type: 'changed', noun: 'media', projectId: editor.projectId })
      return applied
    }
  })

  app.route({
    ...scaleApi.settings,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return settings.ofProject(request.params.projectId)
    }
  })

  app.route({
    ...scaleApi.reviseSettings,
    handler: async request => settings.revise(await editorOf(request, request.params.projectId), request.body)
  })
}
