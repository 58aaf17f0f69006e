import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { taxonomyImportApi } from '../../../../shared/contracts/taxonomy-import.ts'
import { catalogListLimitBytes } from '../../../../shared/limits.ts'
import { clientGone } from '../../../lib/client-gone.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { readBody } from '../../exchange/read-body.ts'
import type { DatabasePlace } from '../../storage/database.ts'
import { sendJson } from '../../threads/json-answer.ts'
import { viewerOf } from '../../viewer.ts'
import type { TaxonomyRoutes } from '../routes.ts'
import { readDecisions } from './decisions.ts'
import { importLabels, type Watch } from './import.ts'
import type { LabelsTask } from './labels-work.ts'

const ListTooLarge = codedError('LIST_TOO_LARGE')

export const taxonomyImportRoutes: FastifyPluginAsyncTypebox<TaxonomyRoutes> = async (app, { db, place, access, events, inTurn }) => {
  async function take(reply: FastifyReply, task: Omit<LabelsTask, keyof DatabasePlace | 'moves'>, watch: Watch) {
    const { accountId } = viewerOf(reply.request)
    const report = await inTurn(accountId, () => importLabels(db, { ...place, ...task, accountId, moves: true }, watch))
    const isChanged = report.newCount + report.changedCount > 0
    if (isChanged && !task.dryRun) events.publish({ type: 'changed', noun: 'labels', projectId: task.projectId })
    return sendJson(reply, report.body)
  }

  app.route({
    ...taxonomyImportApi.copy,
    handler: async (request, reply) => {
      const { projectId } = request.params
      const { from, labelId, dryRun = false, under = null, namesakes = 'ask', decisions } = request.body
      await access.require(viewerOf(request), projectId, 'editor')
      if (from === projectId) throw new InvalidRequest([{ path: '/from', message: 'is this very project' }])
      await access.require(viewerOf(request), from, 'viewer')
      const source = { projectId: from, labelId }
      return take(
        reply,
        { projectId, source, dryRun, under, namesakes, decisions: readDecisions(decisions) },
        { signal: clientGone(reply) }
      )
    }
  })

  await app.register((async files => {
    // The body is the file, whatever type the browser gives it.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _body, done) => done(null))

    files.route({
      ...taxonomyImportApi.list,
      handler: async (request, reply) => {
        const signal = clientGone(reply)
        const { projectId } = request.params
        const { dryRun = false, under = null, namesakes = 'ask', decisions } = request.query
        await access.require(viewerOf(request), projectId, 'editor')
        const file = await readBody(request, reply, catalogListLimitBytes, () => new ListTooLarge())
        return take(
          reply,
          { projectId, source: { file }, dryRun, under, namesakes, decisions: readDecisions(decisions) },
          { signal, transfer: [file.buffer] }
        )
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}
