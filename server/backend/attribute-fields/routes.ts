import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { attributeFieldsApi } from '../../../shared/contracts/attribute-fields.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { attributeFields } from './repository.ts'

export interface AttributeFieldRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Routes for attribute fields. All members can see the fields, and only owners can edit them. */
export const attributeFieldRoutes: FastifyPluginAsyncTypebox<AttributeFieldRoutes> = async (app, { db, access, events }) => {
  const fields = attributeFields(db, projectEdits(db, events))

  /** Opens the project of a field if the viewer is an owner. @throws NotFound for a field of a project that the viewer may not see */
  async function ownerOf(request: FastifyRequest, fieldId: string): Promise<Scope> {
    const field = await fields.find(fieldId)
    return access.open(request, field.projectId, 'owner', 'The attribute')
  }

  app.route({
    ...attributeFieldsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { fields: await fields.list(scope) }
    }
  })

  app.route({
    ...attributeFieldsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const made = await fields.create(scope, request.body)
      return reply.code(201).send(made)
    }
  })

  app.route({
    ...attributeFieldsApi.revise,
    handler: async request => {
      const { fieldId } = request.params
      const scope = await ownerOf(request, fieldId)
      return fields.revise(scope, fieldId, request.body)
    }
  })

  app.route({
    ...attributeFieldsApi.remove,
    handler: async (request, reply) => {
      const { fieldId } = request.params
      const scope = await ownerOf(request, fieldId)
      await fields.remove(scope, fieldId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...attributeFieldsApi.order,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      return { fields: await fields.order(scope, request.body.fieldIds) }
    }
  })
}
