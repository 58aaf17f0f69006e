import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { membersApi } from '../../../shared/contracts/members.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import { memberRepository } from './members.ts'
import type { Scope } from './scope.ts'

export interface MemberRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

export const memberRoutes: FastifyPluginAsyncTypebox<MemberRoutes> = async (app, { db, access, events }) => {
  const members = memberRepository(db)
  const publishChange = ({ projectId }: Scope) => events.publish({ type: 'changed', noun: 'members', projectId })

  app.route({
    ...membersApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { members: await members.list(scope) }
    }
  })

  app.route({
    ...membersApi.add,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const member = await members.add(scope, request.body.email, request.body.role)
      publishChange(scope)
      return reply.code(201).send(member)
    }
  })

  app.route({
    ...membersApi.setRole,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      const member = await members.setRole(scope, request.params.accountId, request.body.role)
      publishChange(scope)
      return member
    }
  })

  app.route({
    ...membersApi.remove,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const { projectId, accountId } = request.params
      // Every member may leave, but only an owner may remove other members.
      const scope = await access.open(viewer, projectId, accountId === viewer.accountId ? 'viewer' : 'owner')
      await members.remove(scope, accountId)
      publishChange(scope)
      return reply.code(204).send(null)
    }
  })
}
