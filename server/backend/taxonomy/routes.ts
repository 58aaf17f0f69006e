import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { gzipAnswer } from '../../lib/gzip-answer.ts'
import { refuseBlind } from '../annotations/rounds/blind.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { labelEdits } from './edits.ts'
import { labelAccess } from './open-label.ts'
import { setOwnKey } from './own-keys.ts'
import { labelRepository } from './repository.ts'
import type { TaxonomyServices } from './services.ts'
import { useOf } from './uses.ts'

/** Routes for the labels of a catalog. */
// Long: the routes of one noun.
export const taxonomyRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, readers, events }) => {
  const labels = labelRepository(db)
  const edits = labelEdits(projectEdits(db, events))
  const openLabel = labelAccess(db, access)

  app.route({
    ...taxonomyApi.list,
    handler: async request => labels.list(await access.open(request, request.params.projectId, 'viewer'), request.query)
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
      return labels.detail(row.id, scope)
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
      return reply.code(201).send(await labels.get(id, scope))
    }
  })

  app.route({
    ...taxonomyApi.revise,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      await edits.revise(scope, row.id, request.body)
      return labels.get(row.id, scope)
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
      return labels.get(into, scope)
    }
  })

  app.route({
    ...taxonomyApi.promote,
    handler: async request => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'editor')
      await edits.promote(scope, row.id, request.body)
      return labels.get(row.id, scope)
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

  app.route({
    ...taxonomyApi.setOwnKey,
    handler: async (request, reply) => {
      const { row, scope } = await openLabel(request, request.params.labelId, 'viewer')
      await setOwnKey(db, scope, row.id, request.body)
      events.publish({ type: 'changed', noun: 'labels', projectId: scope.projectId, labelId: row.id, to: scope.accountId })
      return reply.code(204).send(null)
    }
  })
}
