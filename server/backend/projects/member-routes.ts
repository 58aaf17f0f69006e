import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { membersApi } from '../../../shared/contracts/members.ts'
import type { EventBus } from '../events/bus.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import type { MemberRepository } from './members.ts'

export interface MemberRoutes {
  access: ProjectAccess
  members: MemberRepository
  events: EventBus
}

export const memberRoutes: FastifyPluginAsyncTypebox<MemberRoutes> = async (app, { access, members, events }) => {
  const tell = (projectId: string) => events.publish({ type: 'changed', noun: 'members', projectId })

  app.route({
    ...membersApi.list,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return { members: await members.list(projectId) }
    }
  })

  app.route({
    ...membersApi.add,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const { projectId } = request.params
      await access.require(viewer, projectId, 'owner')
      const member = await members.add(viewer.accountId, projectId, request.body.email, request.body.role)
      tell(projectId)
      return reply.code(201).send(member)
    }
  })

  app.route({
    ...membersApi.setRole,
    handler: async request => {
      const viewer = viewerOf(request)
      const { projectId, accountId } = request.params
      await access.require(viewer, projectId, 'owner')
      const member = await members.setRole(viewer.accountId, projectId, accountId, request.body.role)
      tell(projectId)
      return member
    }
  })

  app.route({
    ...membersApi.remove,
    handler: async (request, reply) => {
      const viewer = viewerOf(request)
      const { projectId, accountId } = request.params
      // Everyone may leave; only an owner may show someone else the door.
      await access.require(viewer, projectId, accountId === viewer.accountId ? 'viewer' : 'owner')
      await members.remove(viewer.accountId, projectId, accountId)
      tell(projectId)
      return reply.code(204).send(null)
    }
  })
}
