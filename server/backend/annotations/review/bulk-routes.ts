import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type BulkEdit, reviewApi } from '../../../../shared/contracts/review.ts'
import type { Filter } from '../../../../shared/filters.ts'
import { InvalidRequest, NotFound } from '../../../lib/errors.ts'
import { jobAsSeen } from '../../jobs/as-seen.ts'
import { projectEdits, type Transaction } from '../../projects/edit-project.ts'
import type { Scope } from '../../projects/scope.ts'
import { beginBulk, beginUndo, bulkRow, setBulkJob, toBulkEdit } from './bulk.ts'
import { bulkStep } from './bulk-steps.ts'
import { bulkJob } from './jobs.ts'
import { pastBulkEdits } from './past-bulk-edits.ts'
import { readFilter } from './read-filter.ts'
import type { ReviewRoutes } from './routes.ts'

/** Routes for bulk edits: applying one change to many annotations, and undoing it. */
// Long: all routes for one resource.
export const bulkEditRoutes: FastifyPluginAsyncTypebox<ReviewRoutes> = async (app, { db, access, jobs, jobKinds, events }) => {
  const editProject = projectEdits(db, events)

  /** Applies the first batch immediately and leaves the rest to a job. */
  async function start(scope: Scope, begin: (transaction: Transaction) => Promise<string>, filter: Filter | null): Promise<BulkEdit> {
    const { projectId } = scope
    const { step, job } = await editProject(scope, async edit => {
      const { transaction } = edit
      const bulkId = await begin(transaction)
      const step = await bulkStep(edit, scope, bulkId, filter)
      if (step.isFinished) return { step, job: null }
      const subject = step.row.state === 'undoing' ? 'Undo of a bulk edit' : 'Bulk edit'
      const job = await jobs.enqueue(transaction, { kind: bulkJob, projectId, subject, payload: { projectId, bulkId } })
      await setBulkJob(transaction, bulkId, job.id)
      return { step, job }
    })
    jobs.wake()
    return toBulkEdit(step.row, job, step.changed)
  }

  /**
   * Row of a bulk edit. Blind members get only their own bulk edits, because the counts of others' edits would reveal their work.
   * @throws NotFound
   */
  async function bulkShown(scope: Scope, bulkId: string) {
    const row = await bulkRow(db, scope, bulkId)
    if (scope.blind && row.account_id !== scope.accountId) throw new NotFound('The bulk edit')
    return row
  }

  app.route({
    ...reviewApi.edit,
    handler: async (request, reply) => {
      const { annotations, filter, change } = request.body
      const scope = await access.open(request, request.params.projectId, 'editor')
      if ((annotations === undefined) === (filter === undefined)) {
        throw new InvalidRequest([{ path: '/annotations', message: 'or a filter is needed, but not both' }])
      }
      if (change.comment !== undefined && Object.keys(change).length > 1) {
        throw new InvalidRequest([{ path: '/change/comment', message: 'excludes other changes: make them in a second call' }])
      }
      const wanted = await readFilter(db, scope, filter, { path: '/filter', statusCode: 422 })
      const bulk = await start(
        scope,
        transaction => beginBulk(transaction, scope, { annotations, filter, change }),
        filter === undefined ? null : wanted
      )
      return reply.code(bulk.job ? 202 : 200).send(bulk)
    }
  })

  app.route({
    ...reviewApi.past,
    handler: async request => pastBulkEdits(db, await access.open(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({
    ...reviewApi.undo,
    handler: async (request, reply) => {
      const { bulkId } = request.params
      const scope = await access.open(request, request.params.projectId, 'editor')
      await bulkShown(scope, bulkId)
      const bulk = await start(
        scope,
        async transaction => {
          await beginUndo(transaction, scope, bulkId)
          return bulkId
        },
        null
      )
      return reply.code(bulk.job ? 202 : 200).send(bulk)
    }
  })

  app.route({
    ...reviewApi.bulk,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const row = await bulkShown(scope, request.params.bulkId)
      const job = row.job_id === null ? null : await jobs.get(row.job_id)
      return toBulkEdit(row, job && jobAsSeen(jobKinds, job, scope))
    }
  })
}
