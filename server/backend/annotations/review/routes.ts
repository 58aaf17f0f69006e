import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { reviewApi } from '../../../../shared/contracts/review.ts'
import { areasIn } from '../../../../shared/filters.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import type { EventBus } from '../../events/bus.ts'
import type { JobKinds } from '../../jobs/kinds.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { PicturePools } from '../../media/picture-pools.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import type { Readers } from '../../reading/readers.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import { reviewPage } from './pages.ts'
import { importsOf, readFilter } from './read-filter.ts'
import { savedFilters } from './saved-filters.ts'

export interface ReviewRoutes {
  db: Database
  access: ProjectAccess
  readers: Readers
  blobs: Blobs
  jobs: JobQueue
  jobKinds: JobKinds
  events: EventBus
  patchFolder: string
  pictures: PicturePools
}

const ofQuery = { path: '/filter', statusCode: 400 } as const

/** Routes for the review of a project's annotations: pages and counts by filter, and the team's saved filters. */
// Long: all routes for one resource.
export const reviewRoutes: FastifyPluginAsyncTypebox<ReviewRoutes> = async (app, { db, access, readers }) => {
  const filters = savedFilters(db)

  app.route({
    ...reviewApi.list,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const filter = await readFilter(db, scope, request.query.filter, ofQuery)
      // The page of a blind member passes over any number of hidden annotations.
      return scope.blind
        ? readers.answer(reply, 'annotationPage', scope, filter, request.query)
        : reviewPage(db, scope, filter, request.query)
    }
  })

  app.route({
    ...reviewApi.count,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const filter = await readFilter(db, scope, request.query.filter, ofQuery)
      return readers.answer(reply, 'annotationCount', scope, filter)
    }
  })

  app.route({
    ...reviewApi.annotators,
    handler: async (request, reply) => readers.answer(reply, 'annotators', await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...reviewApi.filters,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { filters: await filters.list(scope) }
    }
  })

  app.route({
    ...reviewApi.saveFilter,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const place = { path: '/filter', statusCode: 422 } as const
      const filter = await readFilter(db, scope, request.body.filter, place)
      if (importsOf(filter).length > 0)
        throw new InvalidRequest([
          { path: place.path, message: 'refers to an import, which expires after 30 days: remove it to save the others' }
        ])
      if (areasIn(filter).length > 0)
        throw new InvalidRequest([
          { path: place.path, message: 'refers to a drawn area, which expires after 24 hours: remove it to save the others' }
        ])
      return reply.code(201).send(await filters.add(scope, request.body))
    }
  })

  app.route({
    ...reviewApi.forgetFilter,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      await filters.remove(scope, request.params.filterId)
      return reply.code(204).send(null)
    }
  })
}
