import { generalisationEvents } from '../../../shared/activity/generalisations.ts'
import { generalisationsApi } from '../../../shared/contracts/generalisations.ts'
import type { Module } from '../module.ts'
import { generalisation } from './migrations/0026-generalisation.ts'
import { generalisationRoutes } from './routes.ts'

/** Rules for showing places generalised. */
export const generalisationsModule: Module = {
  contracts: [generalisationsApi],
  activity: generalisationEvents,
  migrations: [generalisation],
  routes: [generalisationRoutes]
}
