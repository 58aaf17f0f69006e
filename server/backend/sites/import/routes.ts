import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { siteImportsApi } from '../../../../shared/contracts/site-imports.ts'
import { siteFileLimitBytes } from '../../../../shared/limits.ts'
import { clientGone } from '../../../lib/client-gone.ts'
import { readBody } from '../../files/read-body.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { resultInThread } from '../../threads/in-thread.ts'
import type { InTurn } from '../../threads/people-in-turn.ts'
import { SiteFileTooLarge } from '../errors.ts'
import type { SiteRoutes } from '../routes.ts'
import { siteImports } from './imports.ts'

export interface SiteImportRoutes extends SiteRoutes {
  dataDir: string
  inTurn: InTurn
}

/** Routes that read site files, add sites from them, list past imports and undo them. */
export const siteImportRoutes: FastifyPluginAsyncTypebox<SiteImportRoutes> = async (app, { db, dataDir, access, events, inTurn }) => {
  const imports = siteImports(db, projectEdits(db, events))

  app.route({
    ...siteImportsApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      return { items: await imports.list(scope) }
    }
  })

  app.route({
    ...siteImportsApi.add,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      return reply.code(201).send(await imports.apply(scope, request.body))
    }
  })

  app.route({
    ...siteImportsApi.previewUndo,
    handler: async request => {
      const { id, project_id: projectId } = await imports.row(request.params.siteImportId)
      await access.open(request, projectId, 'editor', 'The import')
      return imports.previewUndo(id)
    }
  })

  app.route({
    ...siteImportsApi.undo,
    handler: async request => {
      const { id, project_id: projectId } = await imports.row(request.params.siteImportId)
      return imports.undo(await access.open(request, projectId, 'editor', 'The import'), id)
    }
  })

  await app.register((async files => {
    // The body is read as the file, regardless of its content type.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _body, done) => done(null))

    files.route({
      ...siteImportsApi.preview,
      handler: async (request, reply) => {
        const scope = await access.open(request, request.params.projectId, 'editor')
        const file = new Uint8Array(await readBody(request, reply, siteFileLimitBytes, () => new SiteFileTooLarge()))
        const stem = (request.query.fileName ?? '').replace(/\.[^.]*$/, '').trim() || 'Place'
        const watch = { signal: clientGone(reply), transfer: [file.buffer] }
        const { format, sites } = await inTurn(scope.accountId, () => resultInThread('sites', { file, stem, dataDir }, watch))
        return { format, sites: await imports.withKnown(scope, request.query.surveyId ?? null, sites) }
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}
