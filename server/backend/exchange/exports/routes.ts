import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Export, type ExportFormat, type ExportOptions, exchangeApi } from '../../../../shared/contracts/exchange.ts'
import type { Role } from '../../../../shared/contracts/projects.ts'
import type { Publication } from '../../../../shared/contracts/publication.ts'
import { exchangeCodes } from '../../../../shared/error-codes/exchange.ts'
import { isTableOfResults, missingOptions, recordsIn } from '../../../../shared/export-options.ts'
import { observedGroupings } from '../../../../shared/observed-groupings.ts'
import { codedError } from '../../../lib/coded-error.ts'
import { InvalidRequest } from '../../../lib/errors.ts'
import { readFilter } from '../../annotations/review/read-filter.ts'
import { refuseBlind } from '../../annotations/rounds/blind.ts'
import type { EventBus } from '../../events/bus.ts'
import { harmlessColumn } from '../../generalisations/as-shown.ts'
import { shownPlaces } from '../../generalisations/shown-places.ts'
import { jobAsSeen } from '../../jobs/as-seen.ts'
import type { JobKinds } from '../../jobs/kinds.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { recordActivity } from '../../projects/activity.ts'
import { requireRole, type Scope } from '../../projects/scope.ts'
import { publicationOf } from '../../publication/repository.ts'
import type { Database } from '../../storage/database.ts'
import { sendFile } from '../send-file.ts'
import { FileGone, type StoredFiles } from '../stored-files.ts'
import { mediaTypeOf } from './endings.ts'
import { readersOf } from './given-places.ts'
import { exportJob } from './make-export.ts'
import type { ExportRepository, ExportRow } from './repository.ts'

const NotReady = codedError(exchangeCodes.EXPORT_NOT_READY)

const FileStaysInHouse = codedError(exchangeCodes.FILE_STAYS_IN_HOUSE)
const FileHasOlderPlaces = codedError(exchangeCodes.FILE_HAS_OLDER_PLACES)

export interface ExportRoutes {
  db: Database
  access: ProjectAccess
  exports: ExportRepository
  files: StoredFiles
  jobs: JobQueue
  jobKinds: JobKinds
  events: EventBus
}

// Long: the routes of one noun.
export const exportRoutes: FastifyPluginAsyncTypebox<ExportRoutes> = async (app, options) => {
  const { db, access, exports, files, jobs, jobKinds, events } = options

  /**
   * Returns exports as a viewer may see them. Without the right to its file, an export has no losses or faults, which may name sites and places. For
   * blind members, an export also has no size and no counts.
   */
  async function asSeen(made: readonly Export[], scope: Scope): Promise<Export[]> {
    const refusalOf = await placeRefusals(scope)
    return made.map(one => {
      if (scope.blind) return asSeenBlind(one, scope)
      return refusalOf(one) ? { ...one, losses: [], faults: [] } : one
    })
  }

  function asSeenBlind(made: Export, scope: Scope): Export {
    const job = made.job && jobAsSeen(jobKinds, made.job, scope)
    const failure = made.failure && (job?.failure ?? null)
    return { ...made, job, failure, sizeBytes: null, annotationCount: null, losses: [], faults: [], errorCount: 0, warningCount: 0 }
  }

  /** Returns an export that the viewer may access. @throws NotFound for an export of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, exportId: string, atLeast: Role): Promise<{ row: ExportRow; scope: Scope }> {
    const row = await exports.row(exportId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The export') }
  }

  /**
   * Returns a function for the refusal of a file that reveals more about places than the viewer may see; null for any other file. A file with exact
   * positions is for owners. A file older than a rule for sensitive places is for viewers of exact positions.
   */
  async function placeRefusals({ projectId, role, places }: Scope) {
    const { isExact, changedAt } = await shownPlaces(db, projectId, places)
    return ({ options: { exactPositions = false }, createdAt }: Pick<Export, 'options' | 'createdAt'>) => {
      if (exactPositions && role !== 'owner') return new FileStaysInHouse()
      return !isExact && changedAt !== null && createdAt <= changedAt ? new FileHasOlderPlaces() : null
    }
  }

  /** @throws FileStaysInHouse @throws FileHasOlderPlaces */
  async function refuseExact(scope: Scope, { options, created_at: createdAt }: ExportRow): Promise<void> {
    const refusal = (await placeRefusals(scope))({ options: JSON.parse(options), createdAt })
    if (refusal) throw refusal
  }

  app.route({
    ...exchangeApi.startExport,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const { projectId, accountId } = scope
      refuseBlind(scope)
      const { format, options = {} } = request.body
      if (options.exactPositions) requireRole(scope, 'owner')
      refuseMissing(format, options, await publicationOf(db, scope))
      refuseRecords(format, options)
      await refuseFilter(db, scope, format, options)
      await refuseColumns(db, scope, options)
      const { id, job } = await db.transaction().execute(async transaction => {
        const made = await exports.insert(transaction, scope, { format, options })
        const job = await jobs.enqueue(transaction, { kind: exportJob, projectId, subject: made.fileName, payload: { exportId: made.id } })
        await exports.setJob(transaction, made.id, job.id)
        const detail = { format, fileName: made.fileName }
        await recordActivity(transaction, { projectId, actorId: accountId, event: 'export.started', detail })
        return { id: made.id, job }
      })
      jobs.wake()
      events.publish({ type: 'job', job })
      return reply.code(202).send(await exports.toExport(await exports.row(id)))
    }
  })

  app.route({
    ...exchangeApi.exports,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await exports.list(scope, request.query)
      return { ...page, items: await asSeen(page.items, scope) }
    }
  })

  app.route({
    ...exchangeApi.export,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.exportId, 'viewer')
      const [made] = await asSeen([await exports.toExport(row)], scope)
      return made!
    }
  })

  app.route({
    ...exchangeApi.exportContent,
    handler: async (request, reply): Promise<FastifyReply> => {
      const { row, scope } = await permitted(request, request.params.exportId, 'viewer')
      refuseBlind(scope)
      if (row.finished_at === null) throw new NotReady()
      await refuseExact(scope, row)
      const file = {
        id: row.id,
        kind: 'export',
        fileName: row.file_name,
        mediaType: mediaTypeOf(row.format, JSON.parse(row.options))
      } as const
      return sendFile(files, file, request, reply)
    }
  })

  app.route({
    ...exchangeApi.exportReport,
    handler: async (request, reply): Promise<FastifyReply> => {
      const { row, scope } = await permitted(request, request.params.exportId, 'viewer')
      refuseBlind(scope)
      if (row.report === null) throw new FileGone()
      await refuseExact(scope, row)
      const file = { id: row.id, kind: 'report', fileName: `${row.file_name}-report.csv`, mediaType: 'text/csv; charset=utf-8' } as const
      return sendFile(files, file, request, reply)
    }
  })

  app.route({
    ...exchangeApi.removeExport,
    handler: async (request, reply) => {
      const { row } = await permitted(request, request.params.exportId, 'editor')
      if (row.job_id !== null) await jobs.cancel(row.job_id)
      await exports.remove(row.id)
      await files.remove(row.id, 'export', 'report')
      return reply.code(204).send(null)
    }
  })
}

/** @throws InvalidRequest when a required option of a format is missing */
function refuseMissing(format: ExportFormat, options: ExportOptions, publication: Publication): void {
  const missing = missingOptions(format, options, publication)
  if (missing.length > 0) throw new InvalidRequest(missing.map(name => ({ path: `/options/${name}`, message: 'is required' })))
}

/** @throws InvalidRequest for observations outside an abundance table, or in a grouping that does not apply to observations */
function refuseRecords(format: ExportFormat, options: ExportOptions): void {
  if (!recordsIn(options).observations) return
  if (format !== 'matrix') throw new InvalidRequest([{ path: '/options/records', message: 'is only for the abundance table' }])
  if (!observedGroupings.includes(options.groupBy ?? 'image'))
    throw new InvalidRequest([{ path: '/options/groupBy', message: `must be ${observedGroupings.join(', ')} for observations` }])
}

/** @throws InvalidRequest for an invalid filter, or a filter on a file other than a table of results */
async function refuseFilter(db: Database, scope: Scope, format: ExportFormat, { filter }: ExportOptions): Promise<void> {
  if (filter === undefined) return
  const path = '/options/filter'
  if (!isTableOfResults(format)) throw new InvalidRequest([{ path, message: 'is only for the abundance and cover tables' }])
  await readFilter(db, scope, filter, { path, statusCode: 422 })
}

/** @throws InvalidRequest for a public file whose groups could reveal places */
async function refuseColumns(db: Database, { projectId }: Scope, options: ExportOptions): Promise<void> {
  const column = /^metadata:(.*)$/s.exec(options.groupBy ?? '')?.[1]
  if (column === undefined || harmlessColumn.test(column)) return
  const { isExact } = await shownPlaces(db, projectId, readersOf(options))
  const message = 'is a column of an attached table, which may reveal generalised places: choose another grouping, or exact positions'
  if (!isExact) throw new InvalidRequest([{ path: '/options/groupBy', message }])
}
