import type { Module } from '../module.ts'
import { exampleRoutes } from './routes.ts'

/** The example project. */
export const exampleModule: Module = { routes: [exampleRoutes] }
