import { opportunitiesApi } from '../../../shared/contracts/opportunities.ts'
import { opportunityFeedsApi } from '../../../shared/contracts/opportunity-feeds.ts'
import { opportunityProfileApi } from '../../../shared/contracts/opportunity-profile.ts'
import type { Module } from '../module.ts'
import { opportunityFeedRoutes } from './feed-routes.ts'
import { proposeFromRecords } from './from-records.ts'
import { opportunities } from './migrations/0034-opportunities.ts'
import { opportunityCare } from './migrations/0039-opportunity-care.ts'
import { opportunitySources } from './migrations/0046-opportunity-sources.ts'
import { opportunitySearch } from './migrations/0059-opportunity-search.ts'
import { mergedOpportunities } from './migrations/0074-merged-opportunities.ts'
import { opportunityOrigin } from './migrations/0075-opportunity-origin.ts'
import { mergeChains } from './migrations/0076-merge-chains.ts'
import { canMail, mailReminders } from './reminder-mail.ts'
import { writeReminders } from './reminders.ts'
import { opportunityRoutes } from './routes.ts'
import { withdrawProposals } from './withdraw-proposals.ts'

const minuteMs = 60_000

/** Module for calls, berths, grants, jobs and events that people on this server post. */
export const opportunitiesModule: Module = {
  contracts: [opportunitiesApi, opportunityProfileApi, opportunityFeedsApi],
  migrations: [opportunities, opportunityCare, opportunitySources, opportunitySearch, mergedOpportunities, opportunityOrigin, mergeChains],
  routes: [opportunityRoutes, opportunityFeedRoutes],
  upkeep: [
    {
      everyMs: 5 * minuteMs,
      afterMs: 0,
      failure: 'making opportunities from accepted records failed; retrying in five minutes',
      async run({ db, log }) {
        await withdrawProposals(db)
        await proposeFromRecords(db, log)
      }
    },
    {
      everyMs: 5 * minuteMs,
      afterMs: 0,
      failure: 'reminders failed; retrying in five minutes',
      async run({ db, config, log }) {
        await writeReminders(db, canMail(config))
        await mailReminders(db, config, log)
      }
    }
  ]
}
