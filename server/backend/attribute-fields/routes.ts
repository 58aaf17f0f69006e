import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type AttributeField, attributeFieldsApi } from '../../../shared/contracts/attribute-fields.ts'
import { NotFound } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { attributeFields } from './repository.ts'

export interface AttributeFieldRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Everyone in a project sees what is asked of annotations; its owners decide it. */
export const attributeFieldRoutes: FastifyPluginAsyncTypebox<AttributeFieldRoutes> = async (app, { db, access, events }) => {
  const fields = attributeFields(db)
  const tell = (projectId: string) => events.publish({ type: 'changed', noun: 'attributeFields', projectId })

  async function ownerOf(request: FastifyRequest, projectId: string) {
    await access.require(viewerOf(request), projectId, 'owner')
    return { projectId, accountId: viewerOf(request).accountId }
  }

  /** @throws NotFound for a field of a project that the viewer may not see */
  async function seen(request: FastifyRequest, fieldId: string): Promise<AttributeField> {
    const field = await fields.find(fieldId)
    if (!(await access.roleOf(viewerOf(request), field.projectId))) throw new NotFound('The attribute')
    return field
  }

  app.route({
    ...attributeFieldsApi.list,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'viewer')
      return { fields: await fields.list(request.params.projectId) }
    }
  })

  app.route({
    ...attributeFieldsApi.create,
    handler: async (request, reply) => {
      const editor = await ownerOf(request, request.params.projectId)
      const made = await fields.create(editor, request.body)
      tell(editor.projectId)
      return reply.code(201).send(made)
    }
  })

  app.route({
    ...attributeFieldsApi.revise,
    handler: async request => {
      const { id, projectId } = await seen(request, request.params.fieldId)
      const revised = await fields.revise(await ownerOf(request, projectId), id, request.body)
      tell(projectId)
      return revised
    }
  })

  app.route({
    ...attributeFieldsApi.remove,
    handler: async (request, reply) => {
      const { id, projectId } = await seen(request, request.params.fieldId)
      await fields.remove(await ownerOf(request, projectId), id)
      tell(projectId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...attributeFieldsApi.order,
    handler: async request => {
      const { projectId } = await ownerOf(request, request.params.projectId)
      const ordered = await fields.order(projectId, request.body.fieldIds)
      tell(projectId)
      return { fields: ordered }
    }
  })
}
