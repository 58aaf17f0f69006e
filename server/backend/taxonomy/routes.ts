import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Role } from '../../../shared/contracts/projects.ts'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { timestamp } from '../../lib/clock.ts'
import { NotFound } from '../../lib/errors.ts'
import { gzipAnswer } from '../../lib/gzip-answer.ts'
import { hiddenByLabel, isHidden, refuseBlind } from '../annotations/rounds/blind.ts'
import { contentDisposition } from '../media/file-names.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { labelEdits } from './edits.ts'
import { exportedLabels, taxonCsv } from './export.ts'
import { withoutHidden } from './outline.ts'
import { labelReferences } from './references.ts'
import { labelRepository } from './repository.ts'
import type { LabelRow } from './rows.ts'
import type { TaxonomyServices } from './services.ts'
import { useOf } from './uses.ts'
import { catalogVersions } from './versions/repository.ts'

// Long: the routes of one noun.
export const taxonomyRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, readers, events }) => {
  const labels = labelRepository(db)
  const editProject = projectEdits(db, events)
  const edits = labelEdits(editProject)
  const references = labelReferences(db)
  const versions = catalogVersions(db, editProject)

  /** @throws NotFound for a label of a project that the viewer may not see */
  async function permitted(request: FastifyRequest, labelId: string, atLeast: Role): Promise<{ row: LabelRow; scope: Scope }> {
    const row = await labels.row(labelId)
    return { row, scope: await access.open(request, row.project_id, atLeast, 'The label') }
  }

  /** Labels as the viewer sees them: who works blind does not learn how often others used them. */
  async function asSeen<L extends { id: string; annotationCount?: number }>({ blind }: Scope, all: L[]): Promise<L[]> {
    return withoutHidden(all, blind && (await hiddenByLabel(db, blind)))
  }

  async function oneAsSeen<L extends { id: string; annotationCount?: number }>(scope: Scope, label: L): Promise<L> {
    const [seen = label] = await asSeen(scope, [label])
    return seen
  }

  /** With the image that it is on, so that who works blind does not hear of it. */
  async function tellOfReference({ projectId, accountId: by }: Scope, { id: labelId }: LabelRow, annotationId: string) {
    const mediaId = await references.imageOf(annotationId)
    events.publish({ type: 'changed', noun: 'labels', projectId, labelId, ...(mediaId && { mediaId }), by })
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
      const { row, scope } = await permitted(request, request.params.labelId, 'viewer')
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
      const { row, scope } = await permitted(request, request.params.labelId, 'viewer')
      return useOf(db, scope, row)
    }
  })

  app.route({
    ...taxonomyApi.history,
    handler: async request => {
      const { row } = await permitted(request, request.params.labelId, 'viewer')
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
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      await edits.revise(scope, row.id, request.body)
      return oneAsSeen(scope, await labels.get(row.id, scope.accountId))
    }
  })

  app.route({
    ...taxonomyApi.remove,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      refuseBlind(scope)
      await edits.remove(scope, row.id)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.merge,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      refuseBlind(scope)
      const { into, revision } = request.body
      await edits.merge(scope, row.id, into, revision)
      return labels.get(into, scope.accountId)
    }
  })

  app.route({
    ...taxonomyApi.promote,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      await edits.promote(scope, row.id, request.body)
      return oneAsSeen(scope, await labels.get(row.id, scope.accountId))
    }
  })

  app.route({
    ...taxonomyApi.references,
    handler: async request => {
      const { row, scope } = await permitted(request, request.params.labelId, 'viewer')
      return { references: await references.list(scope, row.id) }
    }
  })

  app.route({
    ...taxonomyApi.addReference,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      const { annotationId } = request.params
      if (await isHidden(db, scope, annotationId)) throw new NotFound('The annotation')
      await references.add(row, annotationId, scope.accountId)
      await tellOfReference(scope, row, annotationId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.removeReference,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.labelId, 'editor')
      await references.remove(row.id, request.params.annotationId)
      await tellOfReference(scope, row, request.params.annotationId)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...taxonomyApi.exportTaxa,
    handler: async (request, reply) => {
      const { versionId } = request.query
      const { projectId } = await access.open(request, request.params.projectId, 'viewer')
      const version = versionId === undefined ? null : await versions.get(projectId, versionId)
      const exported = await exportedLabels(db, projectId, versionId)
      const fileName = version ? `species-catalog ${version.name}.csv` : `species-catalog ${timestamp().slice(0, 10)}.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', fileName))
        .send(Readable.from(taxonCsv(exported)))
    }
  })

  app.route({
    ...taxonomyApi.favour,
    handler: async (request, reply) => {
      const { row, scope } = await permitted(request, request.params.labelId, 'viewer')
      await labels.favour(row.id, scope.accountId, request.body.favourite)
      return reply.code(204).send(null)
    }
  })
}
