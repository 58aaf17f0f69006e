import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { type ScraperJob, type ScraperJobDraft, scraperApi } from '../../../shared/contracts/scraper.ts'
import { compiledContract } from '../../lib/compiled-contract.ts'
import { InvalidRequest, NotFound } from '../../lib/errors.ts'
import type { BackendConfig } from '../config.ts'
import type { EventBus } from '../events/bus.ts'
import { Offline } from '../fetcher/fetch-errors.ts'
import type { Fetcher } from '../fetcher/fetcher.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { viewerOf } from '../viewer.ts'
import { type Account, accountSeal } from './account-seal.ts'
import { hostLeases } from './host-lease.ts'
import { jobForRole } from './job-for-role.ts'
import { previewOf } from './preview.ts'
import { scraperRepository } from './repository.ts'
import { runQueries } from './run-queries.ts'
import { runRoutes } from './run-routes.ts'
import { scheduleFault } from './schedule.ts'
import { asOutsideSource, type Source } from './sources/source.ts'
import { openSources, type Sources } from './sources/sources.ts'

export interface ScraperRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  jobs: JobQueue
  fetcher: Fetcher
  config: Pick<BackendConfig, 'isOffline' | 'outsideUrls' | 'tokenKey'>
}

/** Routes for the scraper jobs of projects. Editors create and run them, and all members see them. */
// Long: the routes of one noun.
export const scraperRoutes: FastifyPluginAsyncTypebox<ScraperRoutes> = async (
  app,
  { db, access, events, jobs: queue, fetcher, config }
) => {
  const sources = openSources(config.outsideUrls)
  const jobs = scraperRepository(db, projectEdits(db, events), queue, sources, accountSeal(config.tokenKey))
  const runs = runQueries(db)
  const sender = { fetcher, hosts: hostLeases(db, fetcher.spacingOf) }

  /** @throws Offline when access to other services is disabled */
  function requireOutside(): void {
    if (config.isOffline) throw new Offline()
  }

  async function jobFor(request: FastifyRequest, id: string, atLeast: Role): Promise<Scope> {
    const { project_id: projectId } = await jobs.row(id)
    if (projectId === null) throw new NotFound('The scraper job')
    return access.open(request, projectId, atLeast, 'The scraper job')
  }

  /** Authorises an edit of a job. Only owners may edit jobs of a source that requires an account. */
  async function editedJob(request: FastifyRequest, id: string): Promise<Scope> {
    const { source } = await jobs.row(id)
    return jobFor(request, id, editorOf(sources.named(source)))
  }

  app.route({
    ...scraperApi.sources,
    handler: async () => ({ items: sources.list.map(asOutsideSource), isOffline: config.isOffline ?? false })
  })

  app.route({
    ...scraperApi.create,
    handler: async (request, reply) => {
      const { projectId } = request.body
      if (projectId === null)
        throw new InvalidRequest([{ path: '/projectId', message: 'is required: records of this source belong to a project' }])
      const scope = await access.open(request, projectId, editorOf(sources.named(request.body.source)))
      const { account, ...draft } = request.body
      const source = checkQuery(sources, draft)
      checkSchedule(draft)
      if (source.account && !account) throw new InvalidRequest([{ path: '/account', message: 'is required by this source' }])
      const checked = checkAccount(source, account)
      if (draft.startNow) requireOutside()
      return reply.code(201).send(await jobs.create(scope, draft, checked))
    }
  })

  app.route({
    ...scraperApi.list,
    handler: async request => {
      const { project_id: projectId, ...filter } = request.query
      if (projectId !== undefined) {
        const scope = await access.open(request, projectId, 'viewer')
        return seen([scope], await jobs.list(scope.accountId, [scope], filter))
      }
      const { accountId } = viewerOf(request)
      const memberships = await db.selectFrom('project_member').select('project_id').where('account_id', '=', accountId).execute()
      const found = await Promise.all(memberships.map(({ project_id: id }) => access.scopeOf(request, id)))
      const scopes = found.filter(scope => scope !== null)
      return seen(scopes, await jobs.list(accountId, scopes, filter))
    }
  })

  app.route({
    ...scraperApi.get,
    handler: async request => {
      const { accountId, role } = await jobFor(request, request.params.scraperJobId, 'viewer')
      return jobForRole(role, await jobs.get(request.params.scraperJobId, accountId))
    }
  })

  app.route({
    ...scraperApi.preview,
    handler: async (request, reply) => {
      const { projectId, query } = request.body
      await access.open(request, projectId, 'editor')
      const source = checkQuery(sources, request.body)
      requireOutside()
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return previewOf(sender, source, query, gone.signal)
    }
  })

  app.route({
    ...scraperApi.update,
    handler: async request => {
      const { scraperJobId } = request.params
      const { account, ...patch } = request.body
      const scope = await editedJob(request, scraperJobId)
      const { source } = await jobs.row(scraperJobId)
      if (patch.query) checkQuery(sources, { source, query: patch.query })
      checkSchedule(patch)
      return jobs.update(scope, scraperJobId, patch, checkAccount(sources.named(source), account))
    }
  })

  app.route({
    ...scraperApi.remove,
    handler: async (request, reply) => {
      const { scraperJobId } = request.params
      await jobs.remove(await editedJob(request, scraperJobId), scraperJobId)
      return reply.code(204).send(null)
    }
  })

  runRoutes(app, { db, jobs, runs, jobFor, editedJob, requireOutside })
}

/** Redacts a page of jobs for the caller. */
function seen(scopes: readonly Scope[], { items, nextCursor }: { items: ScraperJob[]; nextCursor: string | null }) {
  const roles = new Map(scopes.map(({ projectId, role }) => [projectId, role]))
  return { items: items.map(job => jobForRole(roles.get(job.projectId ?? ''), job)), nextCursor }
}

/** Checks a query against the schema of its source. Paths of faults in the query begin with `/query`. @throws InvalidRequest */
function checkQuery(sources: Sources, { source: kind, query }: Pick<ScraperJobDraft, 'source' | 'query'>): Source {
  const source = sources.named(kind)
  if (!source) throw new InvalidRequest([{ path: '/source', message: 'is not a source of this server' }])
  const schema = compiledContract(source.query)
  if (!schema.Check(query)) {
    const faults = [...schema.Errors(query)].slice(0, 20)
    throw new InvalidRequest(faults.map(({ instancePath, message }) => ({ path: `/query${instancePath}`, message })))
  }
  const fault = source.fault?.(query)
  if (fault) throw new InvalidRequest([fault])
  return source
}

/** Minimum role for editing and running the jobs of a source. */
const editorOf = (source: Source | undefined): Role => (source?.account ? 'owner' : 'editor')

/** Checks an account against the schema of its source. Messages never include the account. @throws InvalidRequest */
function checkAccount(source: Source | undefined, account: Record<string, string> | undefined): Account | undefined {
  if (account === undefined) return undefined
  if (!source?.account) throw new InvalidRequest([{ path: '/account', message: 'is not used by this source' }])
  const schema = compiledContract(source.account)
  if (!schema.Check(account)) {
    const faults = [...schema.Errors(account)].slice(0, 20)
    throw new InvalidRequest(faults.map(({ instancePath, message }) => ({ path: `/account${instancePath}`, message })))
  }
  return account as unknown as Account
}

/** @throws InvalidRequest */
function checkSchedule({ schedule }: Pick<ScraperJobDraft, 'schedule'>): void {
  const fault = schedule && scheduleFault(schedule)
  if (fault) throw new InvalidRequest([fault])
}
