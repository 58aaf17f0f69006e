import { mapApi } from '../../../shared/contracts/map.ts'
import type { Module } from '../module.ts'
import { mapRoutes } from './routes.ts'

/** Where the images of a project are. */
export const mapModule: Module = { contracts: [mapApi], routes: [mapRoutes] }
