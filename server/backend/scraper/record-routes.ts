import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { outsideRecordsApi } from '../../../shared/contracts/outside-records.ts'
import { NotFound } from '../../lib/errors.ts'
import type { BackendConfig } from '../config.ts'
import type { EventBus } from '../events/bus.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { detailAsShown, recordsAsShown } from './as-shown.ts'
import { decisions } from './decisions.ts'
import { type RecordConditions, recordRepository } from './records.ts'
import { conditionsAsShown } from './shown-columns.ts'
import { openSources } from './sources/sources.ts'

export interface RecordRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
  config: Pick<BackendConfig, 'outsideUrls'>
}

/** Limits a filter to the records that a viewer may see; null when there are none. Only editors see records that are not accepted. */
const seenBy = ({ role }: Scope, conditions: RecordConditions): RecordConditions | null =>
  role !== 'viewer' ? conditions : (conditions.state ?? 'accepted') === 'accepted' ? { ...conditions, state: 'accepted' } : null

/**
 * Routes for records from external services. Editors decide on them, and viewers see the accepted ones. Locations are as precise as each
 * viewer may see them.
 */
// Long: the routes of one noun.
export const recordRoutes: FastifyPluginAsyncTypebox<RecordRoutes> = async (app, { db, access, events, config }) => {
  const records = recordRepository(db)
  const judging = decisions(db, projectEdits(db, events))
  const sources = openSources(config.outsideUrls)

  async function pageOf(scope: Scope, conditions: RecordConditions, page: { limit?: number; cursor?: string }) {
    const seen = seenBy(scope, conditions)
    if (!seen) return { items: [], nextCursor: null, total: 0 }
    const { items, ...rest } = await records.page(scope.accountId, await conditionsAsShown(db, scope, seen), page)
    return { ...rest, items: await recordsAsShown(await placesFor(scope), items) }
  }

  const placesFor = ({ projectId, places }: Scope) => shownPlaces(db, projectId, places)

  app.route({
    ...outsideRecordsApi.ofJob,
    handler: async request => {
      const { scraperJobId } = request.params
      const { limit, cursor, ...filter } = request.query
      const job = await db.selectFrom('scraper_job').select(['project_id', 'source']).where('id', '=', scraperJobId).executeTakeFirst()
      if (!job || job.project_id === null) throw new NotFound('The scraper job')
      const scope = await access.open(request, job.project_id, 'viewer', 'The scraper job')
      const page = await pageOf(scope, { ...filter, scraperJobId }, { limit, cursor })
      return { ...page, dataType: sources.named(job.source)?.dataType ?? null }
    }
  })

  app.route({
    ...outsideRecordsApi.ofProject,
    handler: async request => {
      const { limit, cursor, data_type: dataType, ...filter } = request.query
      const scope = await access.open(request, request.params.projectId, 'viewer')
      const page = await pageOf(scope, { ...filter, dataType, projectId: scope.projectId }, { limit, cursor })
      return { ...page, dataType: dataType ?? null }
    }
  })

  app.route({
    ...outsideRecordsApi.get,
    handler: async request => {
      const { projectId, state } = await records.owned(request.params.recordId)
      const scope = await access.open(request, projectId, 'viewer', 'The record')
      if (scope.role === 'viewer' && state !== 'accepted') throw new NotFound('The record')
      return detailAsShown(await placesFor(scope), await records.detail(scope.accountId, request.params.recordId))
    }
  })

  app.route({
    ...outsideRecordsApi.decide,
    handler: async request => {
      const { body } = request
      const projectId = 'filter' in body ? body.filter.projectId : (await records.owned(body.ids[0] ?? '')).projectId
      const scope = await access.open(request, projectId, 'editor', 'filter' in body ? 'The project' : 'The record')
      return judging.decide(scope, body)
    }
  })

  app.route({
    ...outsideRecordsApi.undo,
    handler: async request => {
      const { decisionId } = request.params
      const { project_id: projectId } = await judging.row(decisionId)
      return judging.undo(await access.open(request, projectId, 'editor', 'The decision'), decisionId)
    }
  })

  app.route({
    ...outsideRecordsApi.datasets,
    handler: async request => {
      const scope = await access.open(request, request.params.projectId, 'viewer')
      return { items: await records.datasets(scope) }
    }
  })
}
