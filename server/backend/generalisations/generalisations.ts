import { generalisationEvents } from '../../../shared/activity/generalisations.ts'
import { generalisationsApi } from '../../../shared/contracts/generalisations.ts'
import type { Module } from '../module.ts'
import { generalisation } from './migrations/0026-generalisation.ts'
import { generalisationRoutes } from './routes.ts'

/** Module for the rules that generalise places. */
export const generalisationsModule: Module = {
  contracts: [generalisationsApi],
  activity: generalisationEvents,
  migrations: [generalisation],
  routes: [generalisationRoutes]
}
