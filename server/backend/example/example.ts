import type { Module } from '../module.ts'
import { exampleRoutes } from './routes.ts'

/** Module for the example project. */
export const exampleModule: Module = { routes: [exampleRoutes] }
