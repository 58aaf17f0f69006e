import { eventsApi } from '../../../shared/contracts/events.ts'
import type { Module } from '../module.ts'
import { eventRoutes } from './routes.ts'

/** Module for the event stream to open pages. */
export const eventsModule: Module = { contracts: [eventsApi], routes: [eventRoutes] }
