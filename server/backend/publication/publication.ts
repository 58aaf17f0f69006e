import { publicationEvents } from '../../../shared/activity/publication.ts'
import { publicationApi } from '../../../shared/contracts/publication.ts'
import type { Module } from '../module.ts'
import { publication } from './migrations/0023-publication.ts'
import { publicationRoutes } from './routes.ts'

/** Module for the description of a project as a dataset. */
export const publicationModule: Module = {
  contracts: [publicationApi],
  activity: publicationEvents,
  migrations: [publication],
  routes: [publicationRoutes]
}
