import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { projectsApi } from '../../../shared/contracts/projects.ts'
import { InvalidRequest, NotFound, RevisionNeeded, RoleNeeded } from '../../lib/errors.ts'
import type { EventBus } from '../events/bus.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import type { ProjectAccess } from './access.ts'
import { overviewRepository } from './overview.ts'
import { projectRepository } from './repository.ts'

export interface ProjectRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

// Long: the routes of one noun.
export const projectRoutes: FastifyPluginAsyncTypebox<ProjectRoutes> = async (app, { db, access, events }) => {
  const projects = projectRepository(db)
  const overview = overviewRepository(db)
  const publishChange = (projectId: string) => events.publish({ type: 'changed', noun: 'projects', projectId })

  app.route({ ...projectsApi.list, handler: async request => projects.list(viewerOf(request), request.query) })

  app.route({
    ...projectsApi.get,
    handler: async request => projects.get(await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...projectsApi.create,
    handler: async (request, reply) => {
      const project = await projects.create(viewerOf(request).accountId, request.body)
      publishChange(project.id)
      return reply.code(201).send(project)
    }
  })

  app.route({
    ...projectsApi.revise,
    handler: async request => {
      const { revision, ...edit } = request.body
      const atLeast = edit.visibility === undefined ? 'editor' : 'owner'
      const scope = await access.open(request, request.params.projectId, atLeast)
      if (revision === undefined) throw new RevisionNeeded()
      if (edit.coverMediaId && !(await overview.hasMedia(scope, edit.coverMediaId))) {
        throw new InvalidRequest([{ path: '/coverMediaId', message: 'is not an image of this project' }])
      }
      const project = await projects.revise(scope, revision, edit)
      publishChange(scope.projectId)
      return project
    }
  })

  app.route({
    ...projectsApi.remove,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'owner')
      await projects.remove(scope)
      publishChange(scope.projectId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...projectsApi.restore,
    handler: async request => {
      const viewer = viewerOf(request)
      const { projectId } = request.params
      const role = await projects.roleInDeleted(viewer.accountId, projectId)
      if (!role) throw new NotFound('The deleted project')
      if (role !== 'owner') throw new RoleNeeded('owner')
      const project = await projects.restore(viewer.accountId, projectId)
      publishChange(projectId)
      return project
    }
  })

  app.route({
    ...projectsApi.overview,
    handler: async request => overview.of(await access.open(request, request.params.projectId, 'viewer'))
  })
}
