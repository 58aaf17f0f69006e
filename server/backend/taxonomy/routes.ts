import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { labelEdits } from './edits.ts'
import { labelRepository } from './repository.ts'
import type { LabelRow } from './rows.ts'

export interface TaxonomyRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

export const taxonomyRoutes: FastifyPluginAsyncTypebox<TaxonomyRoutes> = async (app, { db, access, events }) => {
  const labels = labelRepository(db)
  const edits = labelEdits(db)

  /** @throws NotFound for a label of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, labelId: string, atLeast: Role): Promise<LabelRow> {
    const row = await labels.row(labelId)
    if (!(await access.roleOf(viewerOf(request), row.project_id))) throw new NotFound('The label')
    await access.require(viewerOf(request), row.project_id, atLeast)
    return row
  }

  const tell = (projectId: string) => events.publish({ type: 'changed', noun: 'labels', projectId })

  app.route({
    ...taxonomyApi.list,
    handler: async request => {
      const viewer = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewer, projectId, 'viewer')
      return labels.list(projectId, viewer.accountId, request.query)
    }
  })

  app.route({
    ...taxonomyApi.outline,
    handler: async request => {
      const viewer = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewer, projectId, 'viewer')
      return { labels: await labels.outline(projectId, viewer.accountId) }
    }
  })

  app.route({
    ...taxonomyApi.get,
    handler: async request => {
      const { id } = await permitted(request, request.params.labelId, 'viewer')
      return labels.detail(id, viewerOf(request).accountId)
    }
  })

  app.route({
    ...taxonomyApi.history,
    handler: async request => ({ versions: await labels.history(await permitted(request, request.params.labelId, 'viewer')) })
  })

  app.route({
    ...taxonomyApi.create,
    handler: async (request, reply) => {
      const { accountId } = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'editor')
      const id = await edits.create({ projectId, accountId }, request.body)
      tell(projectId)
      return reply.code(201).send(await labels.get(id, accountId))
    }
  })

  app.route({
    ...taxonomyApi.revise,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { id, project_id: projectId } = await permitted(request, request.params.labelId, 'editor')
      await edits.revise({ projectId, accountId }, id, request.body)
      tell(projectId)
      return labels.get(id, accountId)
    }
  })

  app.route({
    ...taxonomyApi.remove,
    handler: async (request, reply) => {
      const { accountId } = viewerOf(request)
      const { id, project_id: projectId } = await permitted(request, request.params.labelId, 'editor')
      await edits.remove({ projectId, accountId }, id)
      tell(projectId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.merge,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { id, project_id: projectId } = await permitted(request, request.params.labelId, 'editor')
      const { into, revision } = request.body
      const { annotationCount } = await edits.merge({ projectId, accountId }, id, into, revision)
      tell(projectId)
      if (annotationCount > 0) events.publish({ type: 'changed', noun: 'annotations', projectId })
      return labels.get(into, accountId)
    }
  })

  app.route({
    ...taxonomyApi.favour,
    handler: async (request, reply) => {
      const { id } = await permitted(request, request.params.labelId, 'viewer')
      await labels.favour(id, viewerOf(request).accountId, request.body.favourite)
      return reply.code(204).send(null)
    }
  })
}
