import { mapLayersApi } from '../../../shared/contracts/map-layers.ts'
import type { Module } from '../module.ts'
import { mapLayers } from './migrations/0063-map-layers.ts'
import { layerArchives } from './migrations/0066-layer-archives.ts'
import { mapLayerRoutes } from './routes.ts'

/** Module for layers of the map that come from other servers and from archives. */
export const mapLayersModule: Module = { contracts: [mapLayersApi], migrations: [mapLayers, layerArchives], routes: [mapLayerRoutes] }
