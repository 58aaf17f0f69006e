import { scaleEvents } from '../../../shared/activity/scale.ts'
import { scaleApi } from '../../../shared/contracts/scale.ts'
import type { Module } from '../module.ts'
import { scale } from './migrations/0010-scale.ts'
import { turnedScales } from './migrations/0018-turned-scales.ts'
import { scaleRoutes } from './routes.ts'

/** Module for image scales, in metres per pixel. */
export const scaleModule: Module = {
  contracts: [scaleApi],
  activity: scaleEvents,
  migrations: [scale, turnedScales],
  routes: [scaleRoutes]
}
