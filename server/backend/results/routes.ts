import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { resultsApi } from '../../../shared/contracts/results.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'
import { viewerOf } from '../viewer.ts'
import type { ResultsViewer } from './counted.ts'

export interface ResultsRoutes {
  access: ProjectAccess
  readers: Readers
}

/** What was found, in numbers. Statistics are those of `shared/statistics`, so that page, API and exports say the same. */
export const resultsRoutes: FastifyPluginAsyncTypebox<ResultsRoutes> = async (app, { access, readers }) => {
  const resultsViewer = async (request: FastifyRequest, projectId: string): Promise<ResultsViewer> => ({
    accountId: viewerOf(request).accountId,
    blind: await access.blind(viewerOf(request), projectId),
    places: await access.placeViewer(viewerOf(request), projectId)
  })

  app.route({
    ...resultsApi.abundance,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'abundance', projectId, request.query, await resultsViewer(request, projectId))
    }
  })

  app.route({
    ...resultsApi.summary,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'summary', projectId, request.query, await resultsViewer(request, projectId))
    }
  })

  app.route({
    ...resultsApi.curves,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'curves', projectId, request.query, await resultsViewer(request, projectId))
    }
  })

  app.route({
    ...resultsApi.sizes,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'sizes', projectId, request.query, await resultsViewer(request, projectId))
    }
  })

  app.route({
    ...resultsApi.cover,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return readers.answer(reply, 'cover', projectId, request.query, await resultsViewer(request, projectId))
    }
  })

  app.route({
    ...resultsApi.options,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      const { blind, places } = await resultsViewer(request, projectId)
      return readers.answer(reply, 'options', projectId, blind, places)
    }
  })
}
