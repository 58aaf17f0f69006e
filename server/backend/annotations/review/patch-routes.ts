import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { reviewApi } from '../../../../shared/contracts/review.ts'
import { NotFound } from '../../../lib/errors.ts'
import { prepare } from '../../media/file-answer.ts'
import { isHidden } from '../rounds/blind.ts'
import { patchesJob } from './jobs.ts'
import { patchMaker } from './patches.ts'
import type { ReviewRoutes } from './routes.ts'

/** Routes for the crops around annotations. */
export const patchRoutes: FastifyPluginAsyncTypebox<ReviewRoutes> = async (app, { db, access, blobs, jobs, patchFolder, pictures }) => {
  const patches = patchMaker({ folder: patchFolder, blobs, pool: pictures.patches })

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
      await access.open(request, projectId, 'editor')
      const job = await db
        .transaction()
        .execute(transaction =>
          jobs.enqueue(transaction, { kind: patchesJob, projectId, subject: 'Patches of all annotations', payload: { projectId } })
        )
      jobs.wake()
      return reply.code(202).send(job)
    }
  })
}
