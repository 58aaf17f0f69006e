import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../../shared/contracts/projects.ts'
import { type BulkEdit, reviewApi } from '../../../../shared/contracts/review.ts'
import { InvalidRequest, NotFound } from '../../../lib/errors.ts'
import type { EventBus } from '../../events/bus.ts'
import { depthsAsShown } from '../../generalisations/depth-filter.ts'
import { jobAsSeen } from '../../jobs/as-seen.ts'
import type { JobKinds } from '../../jobs/kinds.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { prepare } from '../../media/file-answer.ts'
import type { PicturePools } from '../../media/picture-pools.ts'
import type { ProjectAccess } from '../../projects/access.ts'
import { projectEdits, type Transaction } from '../../projects/edit-project.ts'
import type { Scope } from '../../projects/scope.ts'
import type { Readers } from '../../reading/readers.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import { isHidden } from '../rounds/blind.ts'
import { beginBulk, beginUndo, bulkRow, setBulkJob, toBulkEdit } from './bulk.ts'
import { bulkStep } from './bulk-steps.ts'
import { bulkJob, patchesJob } from './jobs.ts'
import { reviewPage } from './pages.ts'
import { pastBulkEdits } from './past-bulk-edits.ts'
import { patchMaker } from './patches.ts'
import { filterOf } from './read-filter.ts'
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

/** Annotations of a project side by side: lists by filter, changes of many at once, and the patches that show them. */
// Long: the routes of one noun.
export const reviewRoutes: FastifyPluginAsyncTypebox<ReviewRoutes> = async (app, options) => {
  const { db, access, readers, jobs, jobKinds, events } = options
  const editProject = projectEdits(db, events)
  const filters = savedFilters(db)
  const patches = patchMaker({ folder: options.patchFolder, blobs: options.blobs, pool: options.pictures.patches })

  const permit = (request: FastifyRequest, projectId: string, atLeast: Role) => access.open(request, projectId, atLeast)

  app.route({
    ...reviewApi.list,
    handler: async request => {
      const scope = await permit(request, request.params.projectId, 'viewer')
      const filter = await depthsAsShown(db, scope, filterOf(request.query.filter, '/filter', 400))
      return reviewPage(db, scope, filter, request.query)
    }
  })

  app.route({
    ...reviewApi.count,
    handler: async (request, reply) => {
      const scope = await permit(request, request.params.projectId, 'viewer')
      const filter = await depthsAsShown(db, scope, filterOf(request.query.filter, '/filter', 400))
      return readers.answer(reply, 'annotationCount', scope, filter)
    }
  })

  app.route({
    ...reviewApi.annotators,
    handler: async (request, reply) => readers.answer(reply, 'annotators', await permit(request, request.params.projectId, 'viewer'))
  })

  /** Does the first part at once and leaves the rest to a job. */
  async function goOn({ projectId }: Scope, begin: (transaction: Transaction) => Promise<string>): Promise<BulkEdit> {
    const { step, job } = await editProject({ projectId }, async edit => {
      const { transaction } = edit
      const bulkId = await begin(transaction)
      const step = await bulkStep(edit, projectId, bulkId)
      if (step.isFinished) return { step, job: null }
      const subject = step.row.state === 'undoing' ? 'Taking a change of many annotations back' : 'A change of many annotations'
      const job = await jobs.enqueue(transaction, { kind: bulkJob, projectId, subject, payload: { projectId, bulkId } })
      await setBulkJob(transaction, bulkId, job.id)
      return { step, job }
    })
    jobs.wake()
    return toBulkEdit(step.row, job, step.changed)
  }

  /** @throws NotFound also when others made the change and it counts what they marked, for who works blind */
  async function bulkShown({ projectId, accountId, blind }: Scope, bulkId: string) {
    const row = await bulkRow(db, projectId, bulkId)
    if (blind && row.account_id !== accountId) throw new NotFound('The change')
    return row
  }

  app.route({
    ...reviewApi.edit,
    handler: async (request, reply) => {
      const { annotations, filter, change } = request.body
      const scope = await permit(request, request.params.projectId, 'editor')
      const { projectId, accountId } = scope
      if ((annotations === undefined) === (filter === undefined)) {
        throw new InvalidRequest([{ path: '/annotations', message: 'or a filter says what is meant, and not both' }])
      }
      if (change.comment !== undefined && Object.keys(change).length > 1) {
        throw new InvalidRequest([{ path: '/change/comment', message: 'stands alone: make the other changes with a second call' }])
      }
      filterOf(filter, '/filter', 422)
      const bulk = await goOn(scope, transaction => beginBulk(transaction, projectId, accountId, { annotations, filter, change }))
      return reply.code(bulk.job ? 202 : 200).send(bulk)
    }
  })

  app.route({
    ...reviewApi.past,
    handler: async request => pastBulkEdits(db, await permit(request, request.params.projectId, 'viewer'), request.query)
  })

  app.route({
    ...reviewApi.undo,
    handler: async (request, reply) => {
      const { bulkId } = request.params
      const scope = await permit(request, request.params.projectId, 'editor')
      const { projectId, accountId } = scope
      await bulkShown(scope, bulkId)
      const bulk = await goOn(scope, async transaction => {
        await beginUndo(transaction, projectId, bulkId, accountId)
        return bulkId
      })
      return reply.code(bulk.job ? 202 : 200).send(bulk)
    }
  })

  app.route({
    ...reviewApi.bulk,
    handler: async request => {
      const scope = await permit(request, request.params.projectId, 'viewer')
      const row = await bulkShown(scope, request.params.bulkId)
      const job = row.job_id === null ? null : await jobs.get(row.job_id)
      return toBulkEdit(row, job && jobAsSeen(jobKinds, job, scope))
    }
  })

  app.route({
    ...reviewApi.patch,
    handler: async (request, reply) => {
      const row = await db
        .selectFrom('annotation')
        .innerJoin('media', 'media.id', 'annotation.media_id')
        .select(['annotation.shape', 'annotation.revision', 'annotation.project_id'])
        .select(['media.id', 'media.sha256', 'media.width', 'media.height', 'media.large_sha256', 'media.tiles_sha256'])
        .where('annotation.id', '=', request.params.annotationId)
        .where('media.removed_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw new NotFound('The annotation')
      const scope = await access.open(request, row.project_id, 'viewer', 'The annotation')
      if (await isHidden(db, scope, request.params.annotationId)) throw new NotFound('The annotation')
      const patch = await patches.get(row, row.shape)
      const tag = createHash('sha256').update(patch).digest('hex').slice(0, 32)
      const isImmutable = request.query.revision === row.revision
      if (prepare(request, reply, tag, { isImmutable })) return reply.code(304).send()
      return reply.type('image/webp').send(patch)
    }
  })

  app.route({
    ...reviewApi.makePatches,
    handler: async (request, reply) => {
      const { projectId } = request.params
      await permit(request, projectId, 'editor')
      const job = await db
        .transaction()
        .execute(transaction =>
          jobs.enqueue(transaction, { kind: patchesJob, projectId, subject: 'Patches of all annotations', payload: { projectId } })
        )
      jobs.wake()
      return reply.code(202).send(job)
    }
  })

  app.route({
    ...reviewApi.filters,
    handler: async request => {
      const { projectId } = await permit(request, request.params.projectId, 'viewer')
      return { filters: await filters.list(projectId) }
    }
  })

  app.route({
    ...reviewApi.saveFilter,
    handler: async (request, reply) => {
      const scope = await permit(request, request.params.projectId, 'editor')
      filterOf(request.body.filter, '/filter', 422)
      return reply.code(201).send(await filters.add(scope, request.body))
    }
  })

  app.route({
    ...reviewApi.forgetFilter,
    handler: async (request, reply) => {
      const { projectId } = await permit(request, request.params.projectId, 'editor')
      await filters.remove(projectId, request.params.filterId)
      return reply.code(204).send(null)
    }
  })
}
