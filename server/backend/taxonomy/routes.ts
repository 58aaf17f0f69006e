import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { gzipAnswer } from '../../lib/gzip-answer.ts'
import { hiddenByLabel, refuseBlind } from '../annotations/rounds/blind.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { labelEdits } from './edits.ts'
import { labelAccess } from './open-label.ts'
import { withoutHidden } from './outline.ts'
import { labelRepository } from './repository.ts'
import type { TaxonomyServices } from './services.ts'
import { useOf } from './uses.ts'

/** Routes for the labels of a catalog. */
// Long: the routes of one noun.
export const taxonomyRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, readers, events }) => {
  const labels = labelRepository(db)
  const edits = labelEdits(projectEdits(db, events))
  const openLabel = labelAccess(db, access)

  /** Returns labels with the counts that the viewer may see. For a blind member, hidden annotations are excluded. */
  async function asSeen<L extends { id: string; annotationCount?: number }>({ blind }: Scope, all: L[]): Promise<L[]> {
    return withoutHidden(all, blind && (await hiddenByLabel(db, blind)))
  }

  async function oneAsSeen<L extends { id: string; annotationCount?: number }>(scope: Scope, label: L): Promise<L> {
    const [seen = label] = await asSeen(scope, [label])
    return seen
  }

  app.route({
    ...taxonomyApi.list,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await labels.list(scope.projectId, scope.accountId, request.query)
      return { ...page, items: await asSeen(scope, page.items) }
    }
  })

  app.route({
    ...taxonomyApi.outline,
    onSend: gzipAnswer,
    handler: async (request, reply) => readers.answer(reply, 'outline', await access.open(request, request.params.projectId, 'viewer'))
  })

  app.route({
    ...taxonomyApi.get,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'viewer')
      const { id } = row
      const detail = await labels.detail(id, scope.accountId)
      if (!scope.blind) return detail
      const hidden = await hiddenByLabel(db, scope.blind)
      const below = await labels.withAllBelow(id)
      const total = detail.totalAnnotationCount - below.reduce((sum, label) => sum + (hidden.get(label) ?? 0), 0)
      return { ...detail, annotationCount: detail.annotationCount - (hidden.get(id) ?? 0), totalAnnotationCount: total }
    }
  })

  app.route({
    ...taxonomyApi.use,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'viewer')
      return useOf(db, scope, row)
    }
  })

  app.route({
    ...taxonomyApi.history,
    handler: async request => {
      const { row } = await openLabel(request, request.params.labelId, 'viewer')
      return { versions: await labels.history(row) }
    }
  })

  app.route({
    ...taxonomyApi.create,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const id = await edits.create(scope, request.body)
      return reply.code(201).send(await labels.get(id, scope.accountId))
    }
  })

  app.route({
    ...taxonomyApi.revise,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      await edits.revise(scope, row.id, request.body)
      return oneAsSeen(scope, await labels.get(row.id, scope.accountId))
    }
  })

  app.route({
    ...taxonomyApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      refuseBlind(scope)
      await edits.remove(scope, row.id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.merge,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      refuseBlind(scope)
      const { into, revision } = request.body
      await edits.merge(scope, row.id, into, revision)
      return labels.get(into, scope.accountId)
    }
  })

  app.route({
    ...taxonomyApi.promote,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      await edits.promote(scope, row.id, request.body)
      return oneAsSeen(scope, await labels.get(row.id, scope.accountId))
    }
  })

  app.route({
    ...taxonomyApi.favour,
    handler: async (request, reply) => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'viewer')
      await labels.favour(row.id, scope.accountId, request.body.favourite)
      return reply.code(204).send(null)
    }
  })
}
