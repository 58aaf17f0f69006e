import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { inboxRulesApi } from '../../../shared/contracts/inbox-rules.ts'
import type { EventBus } from '../events/bus.ts'
import type { ProjectAccess } from '../projects/access.ts'
import { projectEdits } from '../projects/edit-project.ts'
import type { Database } from '../storage/database.ts'
import { decisions } from './decisions.ts'
import { inboxRules } from './inbox-rules.ts'

export interface RuleRoutes {
  db: Database
  access: ProjectAccess
  events: EventBus
}

/** Routes for inbox rules. Owners set them; editors test and apply them. */
export const ruleRoutes: FastifyPluginAsyncTypebox<RuleRoutes> = async (app, { db, access, events }) => {
  const editProject = projectEdits(db, events)
  const rules = inboxRules(db, editProject)
  const judging = decisions(db, editProject)

  app.route({
    ...inboxRulesApi.get,
    handler: async request => rules.get(await access.open(request, request.params.projectId, 'editor'))
  })

  app.route({
    ...inboxRulesApi.set,
    handler: async request => rules.set(await access.open(request, request.params.projectId, 'owner'), request.body)
  })

  app.route({
    ...inboxRulesApi.dryRun,
    handler: async request => rules.dryRun(await access.open(request, request.params.projectId, 'editor'), request.body.rules)
  })

  app.route({
    ...inboxRulesApi.apply,
    handler: async request => rules.apply(await access.open(request, request.params.projectId, 'editor'))
  })

  app.route({
    ...inboxRulesApi.decisions,
    handler: async request => ({ items: await judging.last(await access.open(request, request.params.projectId, 'editor')) })
  })
}
