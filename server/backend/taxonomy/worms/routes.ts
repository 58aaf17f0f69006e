import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ImportReport } from '../../../../shared/contracts/taxonomy-import.ts'
import { wormsApi } from '../../../../shared/contracts/worms.ts'
import { clientGone } from '../../../lib/client-gone.ts'
import { projectEdits } from '../../projects/edit-project.ts'
import { importLabels } from '../import/import.ts'
import { labelRow } from '../repository.ts'
import type { TaxonomyServices } from '../services.ts'
import { labelUses, noUse } from '../uses.ts'
import { checkNames } from './check.ts'
import { wormsClient } from './client.ts'
import { leftNames } from './left-names.ts'
import { toTaxon } from './records.ts'
import { listOfTaxa, takenTaxa } from './take.ts'

// Long: the routes of one noun.
export const wormsRoutes: FastifyPluginAsyncTypebox<TaxonomyServices> = async (
  app,
  { db, place, access, events, inTurn, fetcher, config }
) => {
  const worms = wormsClient(fetcher, config.wormsUrl)
  const left = leftNames(db)
  const editProject = projectEdits(db, events)

  app.route({
    ...wormsApi.search,
    handler: async request => {
      const { name } = request.query
      const written = await worms.recordsByName(name)
      const records = written.length > 0 ? written : ((await worms.recordsByMatchNames([name]))[0] ?? [])
      return { taxa: records.flatMap(record => toTaxon(record) ?? []) }
    }
  })

  app.route({
    ...wormsApi.take,
    handler: async (request, reply) => {
      const { aphiaIds, ranks = 'main', dryRun = false, under = null, namesakes = 'ask' } = request.body
      const scope = await access.open(request, request.params.projectId, 'editor')
      const list = await listOfTaxa(worms, aphiaIds, ranks)
      const task = { ...place, source: { list }, sourceName: 'WoRMS', dryRun, under, namesakes, moves: false }
      const { body } = await inTurn(scope.accountId, () => importLabels(editProject, scope, task, { signal: clientGone(reply) }))
      const report: ImportReport = JSON.parse(new TextDecoder().decode(body))
      return { ...report, taxa: takenTaxa(list) }
    }
  })

  app.route({
    ...wormsApi.check,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      const { checks, ...found } = await checkNames(db, worms, scope, request.body)
      const uses = await labelUses(
        db,
        scope,
        checks.map(({ labelId }) => ({ id: labelId }))
      )
      const leftOf = await left.among(checks)
      return { ...found, checks: checks.map(check => ({ ...check, ...(uses.get(check.labelId) ?? noUse), left: leftOf(check) })) }
    }
  })

  app.route({
    ...wormsApi.leave,
    handler: async (request, reply) => {
      const scope = await access.open(request, request.params.projectId, 'editor')
      await left.keep(scope, request.body.names)
      return reply.code(204).send(null)
    }
  })

  app.route({
    ...wormsApi.reconsider,
    handler: async (request, reply) => {
      const { id, project_id: projectId } = await labelRow(db, request.params.labelId)
      await access.open(request, projectId, 'editor', 'The label')
      await left.takeBack(id)
      return reply.code(204).send(null)
    }
  })
}
