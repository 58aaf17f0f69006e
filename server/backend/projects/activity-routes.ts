import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { projectsApi } from '../../../shared/contracts/projects.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import type { ActivityRepository } from './activity.ts'

export interface ActivityRoutes {
  access: ProjectAccess
  activity: ActivityRepository
}

export const activityRoutes: FastifyPluginAsyncTypebox<ActivityRoutes> = async (app, { access, activity }) => {
  app.route({
    ...projectsApi.activity,
    handler: async request => activity.ofProject(await access.open(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({ ...projectsApi.allActivity, handler: async request => activity.ofMember(viewerOf(request).accountId, request.query) })
}
