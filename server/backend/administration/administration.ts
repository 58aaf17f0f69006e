import { administrationApi } from '../../../shared/contracts/administration.ts'
import type { Module } from '../module.ts'
import { administrationRoutes } from './routes.ts'

/** Module for the pages that show administrators the state of the server. */
export const administrationModule: Module = { contracts: [administrationApi], routes: [administrationRoutes] }
