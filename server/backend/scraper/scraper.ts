import { scraperEvents } from '../../../shared/activity/scraper.ts'
import { inboxRulesApi } from '../../../shared/contracts/inbox-rules.ts'
import { outsideRecordsApi } from '../../../shared/contracts/outside-records.ts'
import { scraperApi } from '../../../shared/contracts/scraper.ts'
import { daily, type Module } from '../module.ts'
import type { Services } from '../services.ts'
import { accountSeal } from './account-seal.ts'
import { startDueJobs } from './due-jobs.ts'
import { endJob, endOutside } from './end-work.ts'
import { scraper } from './migrations/0033-scraper.ts'
import { scraperSchedules } from './migrations/0035-scraper-schedules.ts'
import { scraperAccounts } from './migrations/0069-scraper-accounts.ts'
import { recordRoutes } from './record-routes.ts'
import { scraperRoutes } from './routes.ts'
import { ruleRoutes } from './rule-routes.ts'
import { runJob, runScraper } from './run-work.ts'
import { openSources } from './sources/sources.ts'
import { forgetDecisionItems } from './upkeep.ts'

const runWork = ({ db, events, fetcher, config }: Services) => ({
  ...{ db, events, fetcher },
  sources: openSources(config.outsideUrls, config.outsidePauseMs),
  accounts: accountSeal(config.tokenKey)
})

/** Module for data from external services: scraper jobs, their runs and the received records. */
export const scraperModule: Module = {
  contracts: [scraperApi, outsideRecordsApi, inboxRulesApi],
  activity: scraperEvents,
  migrations: [scraper, scraperSchedules, scraperAccounts],
  routes: [scraperRoutes, recordRoutes, ruleRoutes],
  jobs: {
    [runJob]: {
      lane: 'outside',
      changedBy: 'owner',
      blind: 'everything',
      work: services => runScraper(runWork(services))
    },
    [endJob]: {
      lane: 'outside',
      changedBy: 'owner',
      blind: 'everything',
      work: services => endOutside(runWork(services))
    }
  },
  upkeep: [
    daily(({ db }) => forgetDecisionItems(db)),
    { everyMs: 30_000, afterMs: 0, failure: 'scheduled scraper jobs could not be started; retrying in 30 s', run: startDueJobs }
  ]
}
