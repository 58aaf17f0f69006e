import type { Module } from '../module.ts'
import { exampleRoutes } from './routes.ts'

/** The example project, by a call of the projects. */
export const exampleModule: Module = { routes: [exampleRoutes] }
