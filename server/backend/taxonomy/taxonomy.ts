import { taxonomyEvents } from '../../../shared/activity/taxonomy.ts'
import { catalogVersionsApi } from '../../../shared/contracts/catalog-versions.ts'
import { taxonomyApi } from '../../../shared/contracts/taxonomy.ts'
import { taxonomyImportApi } from '../../../shared/contracts/taxonomy-import.ts'
import { wormsApi } from '../../../shared/contracts/worms.ts'
import { daily, type Module } from '../module.ts'
import { taxonExportRoutes } from './export-routes.ts'
import { forgetCatalogImports } from './import/past-imports.ts'
import { taxonomyImportRoutes } from './import/routes.ts'
import { taxonomy } from './migrations/0005-taxonomy.ts'
import { catalog } from './migrations/0014-catalog.ts'
import { cleanNames } from './migrations/0022-clean-names.ts'
import { labelColours } from './migrations/0032-label-colours.ts'
import { catalogImports } from './migrations/0040-catalog-imports.ts'
import { ownKeys } from './migrations/0065-own-keys.ts'
import { labelCounts } from './migrations/0083-label-counts.ts'
import { labelReferenceRoutes } from './reference-routes.ts'
import { taxonomyRoutes } from './routes.ts'
import { catalogVersionRoutes } from './versions/routes.ts'
import { wormsRoutes } from './worms/routes.ts'

/** Module for the catalog of a project and its labels. */
export const taxonomyModule: Module = {
  contracts: [taxonomyApi, taxonomyImportApi, catalogVersionsApi, wormsApi],
  activity: taxonomyEvents,
  migrations: [taxonomy, catalog, cleanNames, labelColours, catalogImports, ownKeys, labelCounts],
  routes: [taxonomyRoutes, labelReferenceRoutes, taxonExportRoutes, taxonomyImportRoutes, catalogVersionRoutes, wormsRoutes],
  upkeep: [daily(({ db }) => forgetCatalogImports(db))]
}
