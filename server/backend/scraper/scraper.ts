import { scraperEvents } from '../../../shared/activity/scraper.ts'
import { outsideRecordsApi } from '../../../shared/contracts/outside-records.ts'
import { scraperApi } from '../../../shared/contracts/scraper.ts'
import { daily, type Module } from '../module.ts'
import { scraper } from './migrations/0033-scraper.ts'
import { recordRoutes } from './record-routes.ts'
import { scraperRoutes } from './routes.ts'
import { runJob, runScraper } from './run-work.ts'
import { openSources } from './sources/sources.ts'
import { forgetDecisionItems } from './upkeep.ts'

/** Module for data from other services: scraper jobs, their runs and the received records. */
export const scraperModule: Module = {
  contracts: [scraperApi, outsideRecordsApi],
  activity: scraperEvents,
  migrations: [scraper],
  routes: [scraperRoutes, recordRoutes],
  jobs: {
    [runJob]: {
      lane: 'outside',
      blind: 'everything',
      work: ({ db, events, fetcher, config }) => runScraper({ db, events, fetcher, sources: openSources(config.outsideUrls) })
    }
  },
  upkeep: [daily(({ db }) => forgetDecisionItems(db))]
}
