import { observationEvents } from '../../../shared/activity/observations.ts'
import { observationsApi } from '../../../shared/contracts/observations.ts'
import type { Module } from '../module.ts'
import { observationImportRoutes } from './import/routes.ts'
import { observations } from './migrations/0052-observations.ts'
import { observationLinks } from './migrations/0078-observation-links.ts'
import { namedAtSite } from './migrations/0082-named-at-site.ts'
import { observationRoutes } from './routes.ts'
import { purgeObservations } from './upkeep.ts'

/** Module for observations: records of organisms at a place and time, made without an image. */
export const observationsModule: Module = {
  contracts: [observationsApi],
  activity: observationEvents,
  migrations: [observations, observationLinks, namedAtSite],
  routes: [observationRoutes, observationImportRoutes],
  upkeep: [purgeObservations]
}
