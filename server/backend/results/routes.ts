import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { correctedCoverApi } from '../../../shared/contracts/corrected-cover.ts'
import { resultsApi } from '../../../shared/contracts/results.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'

export interface ResultsRoutes {
  access: ProjectAccess
  readers: Readers
}

/** Routes for results. All results use the statistics in `shared/statistics`, so the page, the API and exports agree. */
export const resultsRoutes: FastifyPluginAsyncTypebox<ResultsRoutes> = async (app, { access, readers }) => {
  const open = (request: FastifyRequest<{ Params: { projectId: string } }>) => access.open(request, request.params.projectId, 'viewer')

  app.route({
    ...resultsApi.abundance,
    handler: async (request, reply) => readers.answer(reply, 'abundance', await open(request), request.query)
  })

  app.route({
    ...resultsApi.summary,
    handler: async (request, reply) => readers.answer(reply, 'summary', await open(request), request.query)
  })

  app.route({
    ...resultsApi.curves,
    handler: async (request, reply) => readers.answer(reply, 'curves', await open(request), request.query)
  })

  app.route({
    ...resultsApi.sizes,
    handler: async (request, reply) => readers.answer(reply, 'sizes', await open(request), request.query)
  })

  app.route({
    ...resultsApi.cover,
    handler: async (request, reply) => readers.answer(reply, 'cover', await open(request), request.query)
  })

  app.route({
    ...correctedCoverApi.correctedCover,
    handler: async (request, reply) => readers.answer(reply, 'correctedCover', await open(request), request.query)
  })

  app.route({
    ...resultsApi.options,
    handler: async (request, reply) => readers.answer(reply, 'options', await open(request))
  })
}
