import { administrationApi } from '../../../shared/contracts/administration.ts'
import type { Module } from '../module.ts'
import { administrationRoutes } from './routes.ts'

/** Module of the pages on which administrators see the state of the server. */
export const administrationModule: Module = { contracts: [administrationApi], routes: [administrationRoutes] }
