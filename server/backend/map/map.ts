import { mapApi } from '../../../shared/contracts/map.ts'
import type { Module } from '../module.ts'
import { mapRoutes } from './routes.ts'

/** Module for the positions of the images of a project. */
export const mapModule: Module = { contracts: [mapApi], routes: [mapRoutes] }
