import { siteEvents } from '../../../shared/activity/sites.ts'
import { siteImportsApi } from '../../../shared/contracts/site-imports.ts'
import { sitesApi } from '../../../shared/contracts/sites.ts'
import type { Module } from '../module.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { siteImportRoutes } from './import/routes.ts'
import { sites } from './migrations/0009-sites.ts'
import { siteImports } from './migrations/0058-site-imports.ts'
import { removedSites } from './migrations/0060-removed-sites.ts'
import { appliedSiteOperations } from './migrations/0070-site-operations.ts'
import { siteRoutes } from './routes.ts'
import { forgetRemovedSites, forgetSiteImports, forgetSiteOperations } from './upkeep.ts'

/** Module for the sites and surveys of images. */
export const sitesModule: Module = {
  contracts: [sitesApi, siteImportsApi],
  activity: siteEvents,
  migrations: [sites, siteImports, removedSites, appliedSiteOperations],
  routes: [siteRoutes, assignmentRoutes, siteImportRoutes],
  upkeep: [forgetSiteImports, forgetRemovedSites, forgetSiteOperations]
}
