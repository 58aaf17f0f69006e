import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { scraperApi } from '../../../shared/contracts/scraper.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { diffAsShown } from './as-shown.ts'
import { runForRole } from './job-for-role.ts'
import type { ScraperRepository } from './repository.ts'
import type { runQueries } from './run-queries.ts'
import { isOfSimilarity } from './run-work.ts'

interface RunRoutes {
  db: Database
  jobs: ScraperRepository
  runs: ReturnType<typeof runQueries>
  /** Authorises the caller in the project of a job. @throws NotFound @throws NotPermitted */
  jobFor(request: FastifyRequest, id: string, atLeast: Role): Promise<Scope>
  /** Authorises an edit of a job, such as the start of a run. @throws NotFound @throws NotPermitted */
  editedJob(request: FastifyRequest, id: string): Promise<Scope>
  /** @throws Offline when access to external services is disabled */
  requireOutside(): void
}

/** Adds the routes of scraper runs. */
// Long: the routes of one noun.
export function runRoutes(
  app: Parameters<FastifyPluginAsyncTypebox>[0],
  { db, jobs, runs, jobFor, editedJob, requireOutside }: RunRoutes
): void {
  async function runFor(request: FastifyRequest, id: string, atLeast: Role) {
    const run = await runs.run(id)
    return { run, scope: await jobFor(request, run.scraper_job_id, atLeast) }
  }

  app.route({
    ...scraperApi.run,
    handler: async (request, reply) => {
      const { scraperJobId: id } = request.params
      const scope = await editedJob(request, id)
      requireOutside()
      return reply.code(202).send(await jobs.begin(scope, id))
    }
  })

  app.route({
    ...scraperApi.cancel,
    handler: async request => {
      await editedJob(request, request.params.scraperJobId)
      return jobs.cancel(request.params.scraperJobId)
    }
  })

  app.route({
    ...scraperApi.retry,
    handler: async (request, reply) => {
      const { scraperJobId: id } = request.params
      const scope = await editedJob(request, id)
      requireOutside()
      return reply.code(202).send(await jobs.retry(scope, id))
    }
  })

  app.route({
    ...scraperApi.runs,
    handler: async request => {
      const { role } = await jobFor(request, request.params.scraperJobId, 'viewer')
      return { items: (await runs.runs(request.params.scraperJobId)).map(run => runForRole(role, run)) }
    }
  })

  app.route({
    ...scraperApi.diff,
    handler: async request => {
      const { run, scope } = await runFor(request, request.params.runId, 'editor')
      return diffAsShown(await shownPlaces(db, scope.projectId, scope.places), await runs.diff(run))
    }
  })

  app.route({
    ...scraperApi.markGone,
    handler: async request => jobs.markGone((await runFor(request, request.params.runId, 'editor')).scope, request.params.runId)
  })

  app.route({
    ...scraperApi.log,
    handler: async request => {
      const { scope } = await runFor(request, request.params.runId, 'editor')
      const { isExact } = await shownPlaces(db, scope.projectId, scope.places)
      const lines = await runs.log(request.params.runId)
      return { items: isExact ? lines : lines.filter(({ sentence }) => !isOfSimilarity(sentence)) }
    }
  })

  app.route({
    ...scraperApi.requests,
    handler: async request => {
      await runFor(request, request.params.runId, 'editor')
      return { items: await runs.requests(request.params.runId) }
    }
  })
}
