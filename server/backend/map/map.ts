import { mapApi } from '../../../shared/contracts/map.ts'
import { daily, type Module } from '../module.ts'
import { forgetAreas } from './areas.ts'
import { columnsFiles, columnsFolder } from './columns-file.ts'
import { place } from './migrations/0037-place.ts'
import { placeIndex } from './migrations/0038-place-index.ts'
import { mapAreas } from './migrations/0072-map-areas.ts'
import { namedRules } from './migrations/0081-named-rules.ts'
import { derivePlaces, placesJob } from './places-job.ts'
import { mapRoutes } from './routes.ts'

/** Module that serves the positions of images, annotations, observations and sites to the map. */
export const mapModule: Module = {
  contracts: [mapApi],
  migrations: [place, placeIndex, mapAreas, namedRules],
  routes: [mapRoutes],
  upkeep: [daily(async ({ db, dataDir }) => columnsFiles(columnsFolder(dataDir)).sweep(db)), daily(({ db }) => forgetAreas(db))],
  jobs: { [placesJob]: { lane: 'light', work: derivePlaces } }
}
