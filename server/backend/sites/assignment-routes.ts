import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { sitesApi } from '../../../shared/contracts/sites.ts'
import { metadataCsvLimitBytes } from '../../../shared/limits.ts'
import { readBody } from '../files/read-body.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { assignments } from './assignments.ts'
import { TableTooLarge } from './errors.ts'
import type { SiteRoutes } from './routes.ts'

/** Routes that assign images to sites. */
export const assignmentRoutes: FastifyPluginAsyncTypebox<SiteRoutes> = async (app, { db, access, events }) => {
  const assign = assignments(projectEdits(db, events))
  const editorOf = (request: FastifyRequest<{ Params: { projectId: string } }>) => access.open(request, request.params.projectId, 'editor')

  app.route({
    ...sitesApi.assign,
    handler: async request => {
      const scope = await editorOf(request)
      return assign.byHand(scope, request.body)
    }
  })

  app.route({
    ...sitesApi.previewByName,
    handler: async request => assign.byName(await editorOf(request), request.body, { dryRun: true })
  })

  app.route({
    ...sitesApi.assignByName,
    handler: async request => {
      const scope = await editorOf(request)
      return assign.byName(scope, request.body, { dryRun: false })
    }
  })

  await app.register((async tables => {
    // The body is read as the file, regardless of its content type.
    tables.removeAllContentTypeParsers()
    tables.addContentTypeParser('*', (_request, _body, done) => done(null))

    tables.route({
      ...sitesApi.assignByTable,
      handler: async (request, reply) => {
        const scope = await editorOf(request)
        const file = await readBody(request, reply, metadataCsvLimitBytes, () => new TableTooLarge())
        return assign.byTable(scope, file, request.query)
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}
