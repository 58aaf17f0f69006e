import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { observationImportCalls } from '../../../../shared/contracts/observation-import.ts'
import { observationListLimitBytes } from '../../../../shared/limits.ts'
import { readBody } from '../../files/read-body.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { ObservationListTooLarge } from '../errors.ts'
import type { ObservationRoutes } from '../routes.ts'
import { observationImports } from './imports.ts'

/** Routes that import observations from tables, list recent imports and undo them. */
export const observationImportRoutes: FastifyPluginAsyncTypebox<ObservationRoutes> = async (app, { db, access, events }) => {
  const imports = observationImports(db, projectEdits(db, events))

  app.route({
    ...observationImportCalls.imports,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { items: await imports.list(scope) }
    }
  })

  app.route({
    ...observationImportCalls.undoImport,
    handler: async request => {
      const { id, project_id: projectId } = await imports.row(request.params.observationImportId)
      return imports.undo(await access.open(request, projectId, 'editor', 'The import'), id)
    }
  })

  await app.register((async files => {
    // The body is the file, regardless of the content type.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _body, done) => done(null))

    files.route({
      ...observationImportCalls.importTable,
      handler: async (request, reply) => {
        const { dryRun = false, fileName = 'a table' } = request.query
        const scope = await access.open(request, request.params.projectId, 'editor')
        const file = await readBody(request, reply, observationListLimitBytes, () => new ObservationListTooLarge())
        return dryRun ? imports.preview(scope, file) : imports.apply(scope, { file, fileName })
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}
