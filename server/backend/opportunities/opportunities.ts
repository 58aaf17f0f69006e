import { opportunitiesApi } from '../../../shared/contracts/opportunities.ts'
import type { Module } from '../module.ts'
import { opportunities } from './migrations/0034-opportunities.ts'
import { opportunityRoutes } from './routes.ts'

/** Module for calls, berths, grants, jobs and events that people of this server post. */
export const opportunitiesModule: Module = {
  contracts: [opportunitiesApi],
  migrations: [opportunities],
  routes: [opportunityRoutes]
}
