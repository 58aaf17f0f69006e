import { eventsApi } from '../../../shared/contracts/events.ts'
import type { Module } from '../module.ts'
import { eventRoutes } from './routes.ts'

/** The stream of changes to open pages. */
export const eventsModule: Module = { contracts: [eventsApi], routes: [eventRoutes] }
