import { navigationEvents } from '../../../shared/activity/navigation.ts'
import { navigationApi } from '../../../shared/contracts/navigation.ts'
import { daily, type Module } from '../module.ts'
import { navigation } from './migrations/0025-navigation.ts'
import { trackLines } from './migrations/0053-track-lines.ts'
import { placeImages } from './placement-steps.ts'
import { placeJob } from './placements.ts'
import { readJob, readTrackFile } from './read-job.ts'
import { navigationRoutes } from './routes.ts'
import { drawMissingLines, forgetNavigation } from './upkeep.ts'

/** Module for the tracks of ships and vehicles. */
export const navigationModule: Module = {
  contracts: [navigationApi],
  activity: navigationEvents,
  migrations: [navigation, trackLines],
  routes: [navigationRoutes],
  jobs: {
    [readJob]: { lane: 'light', blind: 'everything', work: readTrackFile },
    [placeJob]: { lane: 'light', blind: 'everything', work: placeImages }
  },
  upkeep: [daily(({ db, dataDir }) => forgetNavigation(db, dataDir)), daily(({ db }) => drawMissingLines(db))]
}
