import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { resultsApi } from '../../../shared/contracts/results.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { abundanceOf } from './abundance.ts'
import { coverOf } from './cover.ts'
import { curvesOf } from './curves.ts'
import { optionsOf } from './options.ts'
import { sizesOf } from './sizes.ts'
import { summaryOf } from './summary.ts'

export interface ResultsRoutes {
  db: Database
  access: ProjectAccess
}

/** What was found, in numbers. Statistics are those of `shared/statistics`, so that page, API and exports say the same. */
export const resultsRoutes: FastifyPluginAsyncTypebox<ResultsRoutes> = async (app, { db, access }) => {
  app.route({
    ...resultsApi.abundance,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return abundanceOf(db, projectId, request.query, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...resultsApi.summary,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return summaryOf(db, projectId, request.query, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...resultsApi.curves,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return curvesOf(db, projectId, request.query, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...resultsApi.sizes,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return sizesOf(db, projectId, request.query, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...resultsApi.cover,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return coverOf(db, projectId, request.query, await access.blind(viewerOf(request), projectId))
    }
  })

  app.route({
    ...resultsApi.options,
    handler: async request => {
      const { projectId } = request.params
      await access.require(viewerOf(request), projectId, 'viewer')
      return optionsOf(db, projectId, await access.blind(viewerOf(request), projectId))
    }
  })
}
