import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mapApi } from '../../../shared/contracts/map.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { ProjectAccess } from '../projects/access.ts'
import type { Readers } from '../reading/readers.ts'
import type { Database } from '../storage/database.ts'
import { areaOf, keepArea } from './areas.ts'
import { settlePlaces } from './places-job.ts'

export interface MapRoutes {
  db: Database
  jobs: JobQueue
  access: ProjectAccess
  readers: Readers
}

/** Routes that serve the positions of the images, annotations and observations of a project. */
// Long: the routes of one noun.
export const mapRoutes: FastifyPluginAsyncTypebox<MapRoutes> = async (app, { db, jobs, access, readers }) => {
  app.route({
    ...mapApi.points,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return readers.answer(reply, 'mapPoints', scope, request.query)
    }
  })

  app.route({
    ...mapApi.rows,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return readers.answer(reply, 'mapRows', scope, request.query)
    }
  })

  app.route({
    ...mapApi.cells,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const isUpdating = !(await settlePlaces(db, jobs, scope))
      return readers.answer(reply, 'mapCells', scope, { ...request.query, isUpdating })
    }
  })

  app.route({
    ...mapApi.marks,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const isUpdating = !(await settlePlaces(db, jobs, scope))
      return readers.answer(reply, 'mapMarks', scope, { ...request.query, isUpdating })
    }
  })

  app.route({
    ...mapApi.histograms,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const isUpdating = !(await settlePlaces(db, jobs, scope))
      return readers.answer(reply, 'mapHistograms', scope, { ...request.query, isUpdating })
    }
  })

  app.route({
    ...mapApi.observations,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const isUpdating = !(await settlePlaces(db, jobs, scope))
      return readers.answer(reply, 'mapObservations', scope, { ...request.query, isUpdating })
    }
  })

  app.route({
    ...mapApi.features,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const isUpdating = !(await settlePlaces(db, jobs, scope))
      return readers.answer(reply, 'mapFeatures', scope, { ...request.query, isUpdating })
    }
  })

  app.route({
    ...mapApi.createArea,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      reply.code(201)
      return keepArea(db, scope, request.body)
    }
  })

  app.route({
    ...mapApi.area,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return areaOf(db, scope, request.params.areaId)
    }
  })
}
