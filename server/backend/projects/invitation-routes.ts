import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { invitationsApi } from '../../../shared/contracts/invitations.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import { invitationRepository } from './invitations.ts'

export interface InvitationRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

export const invitationRoutes: FastifyPluginAsyncTypebox<InvitationRoutes> = async (app, { db, access, events }) => {
  const invitations = invitationRepository(db)
  app.route({
    ...invitationsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      return { invitations: await invitations.list(scope) }
    }
  })

  app.route({
    ...invitationsApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const made = await invitations.create(scope, request.body)
      return reply.code(201).header('cache-control', 'no-store').send(made)
    }
  })

  app.route({
    ...invitationsApi.revoke,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      await invitations.revoke(scope, request.params.invitationId)
      return reply.code(204).send(null)
    }
  })

  app.route({ ...invitationsApi.look, handler: async request => invitations.look(request.body.token) })

  app.route({
    ...invitationsApi.accept,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const joined = await db.transaction().execute(trx => invitations.accept(trx, accountId, request.body.token))
      events.publish({ type: 'changed', noun: 'members', projectId: joined.projectId })
      return joined
    }
  })
}
