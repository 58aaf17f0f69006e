import { serverApi } from '../../../shared/contracts/server.ts'
import type { Module } from '../module.ts'
import { serverRoutes } from './routes.ts'

/** Module that reports the capabilities of this server. */
export const serverModule: Module = { contracts: [serverApi], routes: [serverRoutes] }
