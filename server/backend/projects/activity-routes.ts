import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { projectsApi } from '../../../shared/contracts/projects.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import { activityRepository } from './activity.ts'

export interface ActivityRoutes {
  db: Database
  access: ProjectAccess
}

export const activityRoutes: FastifyPluginAsyncTypebox<ActivityRoutes> = async (app, { db, access }) => {
  const activity = activityRepository(db)

  app.route({
    ...projectsApi.activity,
    handler: async request => activity.ofProject(await access.open(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({ ...projectsApi.allActivity, handler: async request => activity.ofMember(viewerOf(request).accountId, request.query) })
}
