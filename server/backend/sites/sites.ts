import { siteEvents } from '../../../shared/activity/sites.ts'
import { sitesApi } from '../../../shared/contracts/sites.ts'
import type { Module } from '../module.ts'
import { sites } from './migrations/0009-sites.ts'
import { siteRoutes } from './routes.ts'

/** Module for the sites and surveys of images. */
export const sitesModule: Module = {
  contracts: [sitesApi],
  activity: siteEvents,
  migrations: [sites],
  routes: [siteRoutes]
}
