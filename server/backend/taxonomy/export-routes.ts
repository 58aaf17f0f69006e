import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { timestamp } from '../../lib/clock.ts'
import { contentDisposition } from '../media/file-names.ts'
import { projectEdits } from '../projects/edit-project.ts'
import { exportedLabels, taxonCsv } from './export.ts'
import type { TaxonomyServices } from './services.ts'
import { catalogVersions } from './versions/repository.ts'

/** Route that exports the catalog as a Darwin Core taxon list. */
export const taxonExportRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (app, { db, access, events }) => {
  const versions = catalogVersions(db, projectEdits(db, events))

  app.route({
    ...taxonomyApi.exportTaxa,
    handler: async (request, reply) => {
      const { versionId } = request.query
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const version = versionId === undefined ? null : await versions.get(scope, versionId)
      const exported = await exportedLabels(db, scope, versionId)
      const fileName = version ? `species-catalog ${version.name}.csv` : `species-catalog ${timestamp().slice(0, 10)}.csv`
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', fileName))
        .send(Readable.from(taxonCsv(exported)))
    }
  })
}
