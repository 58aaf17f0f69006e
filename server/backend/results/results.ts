import { correctedCoverApi } from '../../../shared/contracts/corrected-cover.ts'
import { resultsApi } from '../../../shared/contracts/results.ts'
import type { Module } from '../module.ts'
import { resultsRoutes } from './routes.ts'

/** Module for results: counts, diversity, cover and sizes computed from the annotations of a project. */
export const resultsModule: Module = { contracts: [resultsApi, correctedCoverApi], routes: [resultsRoutes] }
