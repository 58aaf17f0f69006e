import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { taxonomyImportApi } from '../../../../shared/contracts/taxonomy-import.ts'
import { taxonomyCodes } from '../../../../shared/error-codes/taxonomy.ts'
import { catalogListLimitBytes } from '../../../../shared/limits.ts'
import { clientGone } from '../../../lib/client-gone.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import { readBody } from '../../files/read-body.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import type { Scope } from '../../projects/scope.ts'
import type { DatabasePlace } from '../../storage/database.ts'
import { sendJson } from '../../threads/json-answer.ts'
import type { TaxonomyServices } from '../services.ts'
import { readDecisions } from './decisions.ts'
import { type ImportRequest, importLabels, type Watch } from './import.ts'
import { labelIdsOf, pastImport, pastImports, toCatalogImport } from './past-imports.ts'
import { undoCatalogImport } from './undo.ts'

const ListTooLarge = codedError(taxonomyCodes.LIST_TOO_LARGE)

/** Routes that import labels into a catalog, list past imports and undo them. */
// Long: the routes of one noun.
export const taxonomyImportRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, place, access, events, inTurn }) => {
  const editProject = projectEdits(db, events)

  async function take(reply: FastifyReply, scope: Scope, task: Omit<ImportRequest, keyof DatabasePlace | 'moves'>, watch: Watch) {
    const report = await inTurn(scope.accountId, () => importLabels(editProject, scope, { ...place, ...task, moves: true }, watch))
    return sendJson(reply, report.body)
  }

  app.route({
    ...taxonomyImportApi.copy,
    handler: async (request, reply) => {
      const { from, labelId, dryRun = false, under = null, namesakes = 'ask', decisions } = request.body
      const scope = await access.open(request, request.params.projectId, 'editor')
      if (from === scope.projectId) throw new InvalidRequest([{ path: '/from', message: 'is the project itself' }])
      await access.open(request, from, 'viewer')
      const { title: sourceName } = await db.selectFrom('project').select('title').where('id', '=', from).executeTakeFirstOrThrow()
      const source = { projectId: from, labelId }
      return take(
        reply,
        scope,
        { source, sourceName, dryRun, under, namesakes, decisions: readDecisions(decisions) },
        { signal: clientGone(reply) }
      )
    }
  })

  app.route({
    ...taxonomyImportApi.imports,
    handler: async request => pastImports(db, await access.open(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({
    ...taxonomyImportApi.import,
    handler: async request => {
      const row = await pastImport(db, request.params.catalogImportId)
      const scope = await access.open(request, row.project_id, 'viewer', 'The import')
      return { ...toCatalogImport(row, scope), labelIds: await labelIdsOf(db, row) }
    }
  })

  app.route({
    ...taxonomyImportApi.undo,
    handler: async request => {
      const row = await pastImport(db, request.params.catalogImportId)
      const scope = await access.open(request, row.project_id, 'editor', 'The import')
      refuseBlind(scope)
      await undoCatalogImport(editProject, scope, row)
      return toCatalogImport(await pastImport(db, row.id), scope)
    }
  })

  await app.register((async files => {
    // The body is read as the file, regardless of its content type.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _body, done) => done(null))

    files.route({
      ...taxonomyImportApi.list,
      handler: async (request, reply) => {
        const signal = clientGone(reply)
        const { dryRun = false, under = null, namesakes = 'ask', decisions, name: sourceName = 'a list' } = request.query
        const scope = await access.open(request, request.params.projectId, 'editor')
        const file = await readBody(request, reply, catalogListLimitBytes, () => new ListTooLarge())
        return take(
          reply,
          scope,
          { source: { file }, sourceName, dryRun, under, namesakes, decisions: readDecisions(decisions) },
          { signal, transfer: [file.buffer] }
        )
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}
