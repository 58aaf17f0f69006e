import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { NotFound } from '../../lib/errors.ts'
import { isHidden } from '../annotations/rounds/blind.ts'
import type { Scope } from '../projects/scope.ts'
import { labelAccess } from './open-label.ts'
import { labelReferences } from './references.ts'
import type { LabelRow } from './rows.ts'
import type { TaxonomyServices } from './services.ts'

/** Routes for the reference annotations of labels. */
export const labelReferenceRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, events }) => {
  const references = labelReferences(db)
  const openLabel = labelAccess(db, access)

  /**
   * Publishes a change to a label's references. The event contains the annotation's image id, and is therefore withheld from blind members of a round
   * on that image.
   */
  async function publishReference({ projectId, accountId: by }: Scope, { id: labelId }: LabelRow, annotationId: string) {
    const mediaId = await references.imageOf(annotationId)
    events.publish({ type: 'changed', noun: 'labels', projectId, labelId, ...(mediaId && { mediaId }), by })
  }

  app.route({
    ...taxonomyApi.references,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'viewer')
      return { references: await references.list(scope, row.id) }
    }
  })

  app.route({
    ...taxonomyApi.addReference,
    handler: async (request, reply) => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      const { annotationId } = request.params
      if (await isHidden(db, scope, annotationId)) throw new NotFound('The annotation')
      await references.add(row, annotationId, scope.accountId)
      await publishReference(scope, row, annotationId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.removeReference,
    handler: async (request, reply) => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      await references.remove(row.id, request.params.annotationId)
      await publishReference(scope, row, request.params.annotationId)
      return reply.code(204).send(null)
    }
  })
}
