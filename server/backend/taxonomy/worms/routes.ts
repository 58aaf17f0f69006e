import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { wormsApi } from '../../../../shared/contracts/worms.ts'
import { hiddenByLabel } from '../../annotations/sessions/blind.ts'
import { viewerOf } from '../../viewer.ts'
import { importLabels } from '../import/import.ts'
import type { TaxonomyRoutes } from '../routes.ts'
import { checkNames } from './check.ts'
import { wormsClient } from './client.ts'
import { toTaxon } from './records.ts'
import { listOfTaxa, takenTaxa } from './take.ts'

export const wormsRoutes: FastifyPluginAsyncTypebox<TaxonomyRoutes> = async (app, { db, access, events, wormsUrl, version }) => {
  const worms = wormsClient(wormsUrl, `Isobath/${version}`)

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
    handler: async request => {
      const { accountId } = viewerOf(request)
      const { projectId } = request.params
      const { aphiaIds, ranks = 'main', dryRun = false, under = null, namesakes = 'ask' } = request.body
      await access.require(viewerOf(request), projectId, 'editor')
      const list = await listOfTaxa(worms, aphiaIds, ranks)
      const report = await importLabels(db, { projectId, accountId, list, columns: [], dryRun, under, namesakes, moves: false })
      if (!dryRun && report.newCount + report.changedCount > 0) events.publish({ type: 'changed', noun: 'labels', projectId })
      return { ...report, taxa: takenTaxa(list) }
    }
  })

  app.route({
    ...wormsApi.check,
    handler: async request => {
      await access.require(viewerOf(request), request.params.projectId, 'editor')
      const found = await checkNames(db, worms, request.params.projectId, request.body)
      const blind = await access.blind(viewerOf(request), request.params.projectId)
      if (!blind) return found
      const hidden = await hiddenByLabel(db, blind)
      const checks = found.checks.map(check => ({ ...check, annotationCount: check.annotationCount - (hidden.get(check.labelId) ?? 0) }))
      return { ...found, checks }
    }
  })
}
