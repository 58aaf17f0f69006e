import createError from '@fastify/error'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { taxonomyImportApi } from '../../../../shared/contracts/taxonomy-import.ts'
import { catalogListLimitBytes } from '../../../../shared/limits.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { oneAtATime } from '../../../lib/one-at-a-time.ts'
import { viewerOf } from '../../viewer.ts'
import type { TaxonomyRoutes } from '../routes.ts'
import { readDecisions } from './decisions.ts'
import { listOfProject } from './from-project.ts'
import { type ImportRequest, importLabels } from './import.ts'
import { readList } from './read-list.ts'

const ListTooLarge = createError(
  'LIST_TOO_LARGE',
  `A list of labels may have up to ${catalogListLimitBytes / 1024 ** 2} MiB: take it in parts`,
  413
)

export const taxonomyImportRoutes: FastifyPluginAsyncTypebox<TaxonomyRoutes> = async (app, { db, access, events }) => {
  /** A person's lists are read one after the other: each takes many times its size in memory. */
  const inTurn = oneAtATime()

  async function take(request: Omit<ImportRequest, 'moves'>) {
    const report = await importLabels(db, { ...request, moves: true })
    const isChanged = report.newCount + report.changedCount > 0
    if (isChanged && !request.dryRun) events.publish({ type: 'changed', noun: 'labels', projectId: request.projectId })
    return report
  }

  app.route({
    ...taxonomyImportApi.copy,
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { projectId } = request.params
      const { from, labelId, dryRun = false, under = null, namesakes = 'ask', decisions } = request.body
      await access.require(viewerOf(request), projectId, 'editor')
      if (from === projectId) throw new InvalidRequest([{ path: '/from', message: 'is this very project' }])
      await access.require(viewerOf(request), from, 'viewer')
      const list = await listOfProject(db, from, labelId)
      if (!list) throw new InvalidRequest([{ path: '/labelId', message: 'is not a label of that project' }])
      return take({ projectId, accountId, list, columns: [], dryRun, under, namesakes, decisions: readDecisions(decisions) })
    }
  })

  await app.register((async files => {
    // The body is the file, whatever type the browser gives it.
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, _body, done) => done(null))

    files.route({
      ...taxonomyImportApi.list,
      handler: async (request, reply) => {
        const { accountId } = viewerOf(request)
        const { projectId } = request.params
        const { dryRun = false, under = null, namesakes = 'ask', decisions } = request.query
        await access.require(viewerOf(request), projectId, 'editor')
        const file = await readBody(request).catch(error => {
          reply.header('connection', 'close')
          throw error
        })
        return inTurn(accountId, async () => {
          const { columns, ...list } = await readList(file)
          return take({ projectId, accountId, list, columns, dryRun, under, namesakes, decisions: readDecisions(decisions) })
        })
      }
    })
  }) satisfies FastifyPluginAsyncTypebox)
}

/** @throws ListTooLarge as soon as it is known */
async function readBody(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > catalogListLimitBytes) throw new ListTooLarge()
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    sizeBytes += (piece as Buffer).length
    if (sizeBytes > catalogListLimitBytes) throw new ListTooLarge()
    pieces.push(piece as Buffer)
  }
  return Buffer.concat(pieces)
}
